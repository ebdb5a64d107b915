/**
 * The form of a PDF file filled with data (ISO 32000-1 §12.7). A field is named by its full name, as a path into the data
 * (`customer.name`), or by the last part of it where only one field has that. What the data does not name stays as it is.
 */
import {
  PDFButton,
  PDFCheckBox,
  PDFDropdown,
  PDFOptionList,
  PDFRadioGroup,
  PDFSignature,
  PDFTextField,
  type PDFField,
} from '@cantoo/pdf-lib';
import type { EditProof } from './apply-edits.ts';
import { comparePdf, printPages } from './apply-pdf-edits.ts';
import { isRejected } from './define-edit.ts';
import type { DataSchema, TemplateDescription } from './describe-template.ts';
import { TagFault } from './fill/expression.ts';
import { addFault, beginFilling, type FillFault, type Filling, type FillOptions } from './fill/filling.ts';
import { textOfValue } from './fill/formatters.ts';
import { isList, isRecord, isTrue, MISSING, type Data, type Value } from './fill/scope.ts';
import { fillForm } from './pdf/mechanics/form-fields.ts';
import { openPdf, type PdfFile, savePdf } from './pdf/mechanics/pdf-file.ts';

type FieldValue = string | boolean | string[];

export interface FilledForm {
  kind: 'pdf';
  bytes: Uint8Array;
  /** How many fields were filled. */
  tags: number;
  integrity: EditProof;
}

/** Fields that hold something of the reader's. */
const fieldsOf = ({ document }: PdfFile): PDFField[] =>
  document
    .getForm()
    .getFields()
    .filter((field) => !(field instanceof PDFButton) && !(field instanceof PDFSignature));

/** `form1[0].Page1[0].Name[0]` → `Name`. */
const shortName = (full: string): string => (full.split('.').at(-1) ?? full).replace(/\[\d+\]$/, '');

function stepInto(value: Value, key: string): Value {
  if (isList(value)) return value.at(Number(key)) ?? MISSING;
  return isRecord(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : MISSING;
}

function valueFor(data: Data, full: string, short: string | undefined): Value {
  const literal = stepInto(data, full);
  if (literal !== MISSING) return literal;
  const deep = full
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .reduce<Value>(stepInto, data);
  if (deep !== MISSING && !isRecord(deep)) return deep;
  return short === undefined ? MISSING : stepInto(data, short);
}

/** Short names that only one field has. */
function shortNames(fields: readonly PDFField[]): Map<string, string> {
  const all = fields.map((field) => shortName(field.getName()));
  return new Map(
    fields.flatMap((field, at) => {
      const short = all[at] ?? '';
      return short !== field.getName() && all.filter((other) => other === short).length === 1 ? [[field.getName(), short] as const] : [];
    }),
  );
}

const CHOICES_NAMED_MAX = 10;

/** What the field is given. @throws TagFault where it takes no such value */
function convert(field: PDFField, value: Data, locale: string): FieldValue {
  if (field instanceof PDFCheckBox) return isTrue(value) && value !== 'false' && value !== 'Off';
  if (field instanceof PDFTextField) {
    const text = textOfValue(value, locale);
    const most = field.getMaxLength();
    if (most !== undefined && text.length > most) throw new TagFault(`it takes ${most} characters at most, and there are ${text.length}`);
    return text;
  }
  if (!(field instanceof PDFRadioGroup || field instanceof PDFDropdown || field instanceof PDFOptionList))
    throw new TagFault('it is of a kind that cannot be filled');
  const wanted = (isList(value) ? value : [value]).filter((one) => one !== null && one !== '').map((one) => textOfValue(one, locale));
  const options = field.getOptions();
  const strange = wanted.find((one) => !options.includes(one));
  if (strange !== undefined && !(field instanceof PDFDropdown && field.isEditable()))
    throw new TagFault(`"${strange.slice(0, 40)}" is none of its choices (${options.slice(0, CHOICES_NAMED_MAX).join(', ')})`);
  return field instanceof PDFRadioGroup ? (wanted[0] ?? []) : wanted;
}

/** What each field is given; faults are noted. Fields without a value, and choices of nothing, are left out. */
function matchFields(file: PdfFile, data: Data, filling: Filling): Record<string, FieldValue> {
  const fields = fieldsOf(file);
  const short = shortNames(fields);
  const given: Record<string, FieldValue> = {};
  for (const field of fields) {
    const full = field.getName();
    const value = valueFor(data, full, short.get(full));
    if (value === MISSING) continue;
    const tag = { text: full, place: () => 'the form' };
    try {
      if (field.isReadOnly()) throw new TagFault('the form has locked it');
      const converted = convert(field, value, filling.options.locale);
      if (!Array.isArray(converted) || converted.length > 0) given[full] = converted;
    } catch (error) {
      if (!(error instanceof TagFault)) throw error;
      addFault(filling, tag, error.message, 'data');
    }
  }
  if (Object.keys(given).length === 0 && filling.faults.size === 0)
    addFault(filling, { text: '', place: () => '' }, unmatched(fields, data), 'data');
  return given;
}

function unmatched(fields: readonly PDFField[], data: Data): string {
  const names = fields.map((field) => field.getName());
  if (names.length === 0) return 'The PDF has no form fields; send a form, or a Word, PowerPoint or Excel file with tags';
  const given = isRecord(data) ? Object.keys(data) : [];
  const asked = given.length === 0 ? 'The data is empty' : `None of ${given.slice(0, CHOICES_NAMED_MAX).join(', ')} is a field of the form`;
  return `${asked}; it has ${names.slice(0, CHOICES_NAMED_MAX).join(', ')}${names.length > CHOICES_NAMED_MAX ? ', …' : ''}`;
}

/** @throws Refusal file_rejected: damaged, hostile */
export async function fillPdfForm(bytes: Uint8Array, data: Data, options: FillOptions): Promise<FilledForm | { faults: FillFault[] }> {
  const file = await openPdf(bytes);
  const filling = beginFilling(options);
  if (file.locked !== null) return { faults: [{ tag: '', place: '', message: file.locked.replace(/\.$/, ''), about: 'template' }] };
  const fields = matchFields(file, data, filling);
  if (filling.faults.size > 0) return { faults: [...filling.faults.values()] };
  const prints = printPages(file);
  const outcome = await fillForm(file, { op: 'fill_form', fields });
  if (isRejected(outcome))
    return { faults: [{ tag: '', place: 'the form', message: outcome.rejected.message.replace(/\.$/, ''), about: 'data' }] };
  const saved = await savePdf(file.document);
  const order = file.pages.map((_, at) => at + 1);
  return { kind: 'pdf', bytes: saved, tags: Object.keys(fields).length, integrity: await comparePdf(prints, saved, order) };
}

/** What cannot be filled of many records, each by itself. @param first number of the first record. @throws Refusal file_rejected */
export async function checkPdfRecords(
  bytes: Uint8Array,
  records: readonly Data[],
  options: FillOptions,
  first: number,
): Promise<FillFault[]> {
  const faults: FillFault[] = [];
  for (const [at, record] of records.entries()) {
    const tried = await fillPdfForm(bytes, record, options);
    if ('faults' in tried)
      faults.push(
        ...tried.faults.map((fault) => ({ ...fault, place: `record ${first + at}${fault.place === '' ? '' : `, ${fault.place}`}` })),
      );
  }
  return faults;
}

function schemaOfField(field: PDFField): DataSchema {
  if (field instanceof PDFCheckBox) return { type: 'boolean' };
  if (field instanceof PDFOptionList) return { type: 'array', items: { type: 'string', enum: field.getOptions() } };
  if (field instanceof PDFRadioGroup) return { type: 'string', enum: field.getOptions() };
  if (field instanceof PDFDropdown) return { type: 'string', ...(field.isEditable() ? {} : { enum: field.getOptions() }) };
  const most = field instanceof PDFTextField ? field.getMaxLength() : undefined;
  return { type: 'string', ...(most === undefined ? {} : { maxLength: most }) };
}

/** What a form wants, as a description of a template. @throws Refusal file_rejected */
export async function describePdfForm(bytes: Uint8Array): Promise<Omit<TemplateDescription, 'kind'> & { kind: 'pdf' }> {
  const file = await openPdf(bytes);
  const fields = fieldsOf(file).filter((field) => !field.isReadOnly());
  const faults: FillFault[] =
    file.locked !== null || fields.length === 0
      ? [{ tag: '', place: '', message: file.locked?.replace(/\.$/, '') ?? unmatched(fields, {}), about: 'template' }]
      : [];
  return {
    kind: 'pdf',
    tags: fields.map((field) => ({ tag: field.getName(), place: 'the form' })),
    faults,
    schema: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field.getName(), schemaOfField(field)])) },
  };
}
