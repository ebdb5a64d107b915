/**
 * Paragraphs whose lines are lines: addresses, signatures, "To: / From: / Date:". In CommonMark a line break in the
 * source is a space, which is right for prose and wrong for these.
 */
import type { Block } from '../../document/block.ts';
import { isFactLine } from '../../document/fact-rows.ts';
import type { DocumentType } from '../../document/document.ts';
import { isLetterClosing } from '../../document/letter-words.ts';
import type { Reading } from './reading.ts';
import { readRuns } from './runs.ts';

const LINES_MAX = 14;
const LINE_CHARS_MAX = 60;
const FIELD = /^[*_]{0,3}[\p{Lu}¿][\p{L}\d .ºª/&'’-]{0,28}[*_]{0,3}\s*:(?!\/\/)/u;
/** What ends a note or an e-mail; a name and an office are under it. */
const THANKS =
  /^[*_]{0,2}(?:cheers|thanks|thank you|many thanks|gracias|obrigad[oa]|danke|merci|bedankt|grazie|fdo\.?|firmado|signed|best,|all the best|take care)(?!\p{L})/iu;
/** `09:00 – 09:30 Welcome`: programmes of a day. */
const CLOCK = /^[*_]{0,2}\d{1,2}[:.h]\d{2}(?!\d)/;
const ADDRESS =
  /(?<!\p{L})(?:straße|strasse|rue|rua|via|boulevard|street|st\.|road|rd\.|avenue|ave\.|lane|square|suite|floor|p\.?\s?o\.? box|calle|c\/|avda\.?|avenida|plaza|paseo|polígono|carretera|tel\.?|phone|teléfono|cif|nif|vat)(?!\p{L})|\b\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\S@\S+\.\w/iu;

/** Whether short lines follow each other that are no wrapped prose: each next one begins again. */
function areLines(lines: readonly string[]): boolean {
  return (
    lines.length >= 2 &&
    lines.length <= LINES_MAX &&
    lines.every((line, at) => line.trim() !== '' && (line.length <= LINE_CHARS_MAX || (at === 0 && isLetterClosing(line)))) &&
    lines
      .slice(1)
      .every(
        (line) =>
          /^[*_([+#]*[\p{Lu}\p{N}¿¡—–-]|^[\w.+-]+@|^(?:tel|c\/|www|https?:|de |del |y |and )/iu.test(line) &&
          !/^\p{Ll}/u.test(line.replace(/^(?:tel|c\/|www|https?:|[\w.+-]+@|de |del ).*$/iu, 'X')),
      )
  );
}

const areFields = (lines: readonly string[]): boolean =>
  lines.length >= 2 && lines.length <= LINES_MAX && lines.every((line) => (FIELD.test(line) || isFactLine(line)) && line.length <= 200);

/** Keeps, beside a paragraph, what it is when its lines are lines. @param text as in the source */
export function rememberLines(paragraph: Block, text: string, reading: Reading, line: number | undefined): void {
  if (paragraph.type !== 'paragraph' || !text.includes('\n')) return;
  const lines = text.split('\n').map((one) => one.trim());
  const fields = areFields(lines) || (lines.length >= 2 && lines.every((one) => CLOCK.test(one) && one.length <= 200));
  const shaped = !fields && areLines(lines);
  if (!fields && !shaped) return;
  const where =
    fields || isLetterClosing(lines[0] ?? '') || THANKS.test(lines[0] ?? '') || lines.filter((one) => ADDRESS.test(one)).length >= 1
      ? 'anywhere'
      : 'letter';
  reading.keptLines.set(paragraph, { where, runs: readRuns(lines.map((one) => one.replace(/\\$/, '')).join('\\\n'), reading, line) });
}

/** Puts lines where the type of the document, or the lines themselves, say that they are such. */
export function keepLines(type: DocumentType, reading: Reading): void {
  const letter = type === 'letter' || type === 'memo';
  for (const [paragraph, { where, runs }] of reading.keptLines) if (letter || where === 'anywhere') paragraph.runs = runs;
}
