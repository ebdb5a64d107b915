/** A collection as CSV (RFC 4180, UTF-8 with a byte order mark, which spreadsheet programs need to read it as such). */
import type { ArtifactRecord } from '../ports/artifact-store.ts';

const OWN_COLUMNS = ['id', 'revision', 'created_at', 'updated_at'];

/** Texts that a spreadsheet program would run as a formula (OWASP, "CSV Injection"), full-width forms too. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20|]|^[\t\r\n]/u;

/** One cell: a text that would be a formula gets an apostrophe in front, what is no text is written as JSON. */
function writeCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const writeRow = (values: readonly unknown[]): string => `${values.map(writeCell).join(',')}\r\n`;

/** A whole file. */
export const writeCsv = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  `\ufeff${[head, ...rows].map(writeRow).join('')}`;

/** Adds the fields of these records that are not among `fields` yet, in the order in which they come. */
export function gatherFields(fields: Set<string>, records: readonly ArtifactRecord[]): void {
  for (const { record } of records) for (const name of Object.keys(record)) fields.add(name);
}

/** The first line: columns of ours, then those of the records; one of theirs that is called like one of ours begins with `record.`. */
export function writeCsvHead(fields: ReadonlySet<string>): string {
  return `\ufeff${writeRow([...OWN_COLUMNS, ...[...fields].map((name) => (OWN_COLUMNS.includes(name) ? `record.${name}` : name))])}`;
}

/** One line for each record. */
export function writeCsvRows(fields: ReadonlySet<string>, records: readonly ArtifactRecord[]): string {
  return records
    .map(({ id, revision, createdAt, updatedAt, record }) => {
      const given = new Map(Object.entries(record));
      return writeRow([id, revision, createdAt.toISOString(), updatedAt.toISOString(), ...[...fields].map((name) => given.get(name))]);
    })
    .join('');
}
