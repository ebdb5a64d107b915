/** A template tried: its language, what it wants, and a refusal that names all that is wrong. */
import { Refusal, type FieldError } from '../base/refusal.ts';
import type { FillDryRun } from '../contract/fill.ts';
import { ERRORS_MAX } from '../contract/limits.ts';
import type { Data, FillFault, FillOptions } from '../edits/fill-template.ts';
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

/** What the template wants, and what is wrong with it or, where some is given, with the data. @throws Refusal file_rejected */
export async function tryTemplate(bytes: Uint8Array, data: Data | undefined, options: FillOptions): Promise<Omit<FillDryRun, 'object'>> {
  const { kind, tags, faults: own, schema } = await runFileWork('describeTemplate', bytes);
  const tried = data === undefined ? { faults: own } : await runFileWork('fillTemplate', bytes, data, options);
  const faults = 'faults' in tried ? tried.faults : [];
  return {
    valid: faults.length === 0,
    format: kind,
    tags,
    faults,
    data_schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema },
  };
}
