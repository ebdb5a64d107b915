/** A template tried: its language, what it wants, and a refusal that names all that is wrong. */
import { append } from '../base/append.ts';
import { Refusal, type FieldError } from '../base/refusal.ts';
import type { FillDryRun } from '../contract/fill.ts';
import { ERRORS_MAX } from '../contract/limits.ts';
import type { FillFault, FillOptions } from '../edits/fill-template.ts';
import { refuseAt } from './accept/find-own.ts';
import { runFileWork } from './work/run-file-work.ts';

const describeFault = ({ tag, place, message }: FillFault): string =>
  `${[tag, place === '' ? '' : `at ${place}`].filter((one) => one !== '').join(' ')}${tag === '' ? '' : ': '}${message}`;

/** One refusal that names every fault with its tag and place. */
export function refuseFaults(faults: readonly FillFault[]): Refusal {
  const errors: FieldError[] = faults.map((fault) => ({
    path: fault.about === 'data' ? '/data' : '/file',
    message: `${describeFault(fault)}.`,
  }));
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more; see errors)` : '';
  return new Refusal('input_invalid', `The template cannot be filled: ${first?.message ?? ''}${more}`, {
    errors: errors.slice(0, ERRORS_MAX),
  });
}

/** How numbers and dates are written: as asked for, else by the language of the template, else in English. @throws Refusal input_invalid */
function localeOf(language: string | undefined, found: string | null): string {
  for (const [asked, path] of [[language, '/language'] as const, [found, undefined] as const]) {
    if (asked === undefined || asked === null) continue;
    try {
      if (Intl.NumberFormat.supportedLocalesOf([asked]).length > 0) return asked;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    if (path !== undefined) throw refuseAt('input_invalid', `"${asked}" is no language that is known.`, path);
  }
  return 'en';
}

/** The language in which numbers and dates of this template are written. @throws Refusal input_invalid for one that is not known */
export const localeOfTemplate = async (bytes: Uint8Array, language: string | undefined): Promise<string> =>
  localeOf(language, await runFileWork('languageOfTemplate', bytes));

/** Records that are looked through at once: each is a few milliseconds for a letter. */
const CHECKED_AT_ONCE = 25;

/** What cannot be filled of these records, each as its JSON and each by itself. @throws Refusal file_rejected, processing_failed */
export async function faultsOf(bytes: Uint8Array, records: readonly string[], options: FillOptions): Promise<FillFault[]> {
  if (records.length === 1) {
    const tried = await runFileWork('fillRecords', bytes, records, options);
    return 'faults' in tried ? tried.faults : [];
  }
  const faults: FillFault[] = [];
  for (let at = 0; at < records.length && faults.length < ERRORS_MAX; at += CHECKED_AT_ONCE)
    append(faults, await runFileWork('checkRecords', bytes, records.slice(at, at + CHECKED_AT_ONCE), options, at + 1));
  return faults;
}

/** What the template wants, and what is wrong with it or, where some is given, with the data. @throws Refusal file_rejected */
export async function tryTemplate(
  bytes: Uint8Array,
  records: readonly string[] | undefined,
  options: FillOptions,
): Promise<Omit<FillDryRun, 'object'>> {
  const { kind, tags, faults: own, schema } = await runFileWork('describeTemplate', bytes);
  const faults = (records === undefined ? own : await faultsOf(bytes, records, options)).slice(0, ERRORS_MAX);
  return {
    valid: faults.length === 0,
    format: kind,
    tags,
    faults,
    data_schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema },
  };
}
