/** Paragraphs that are lines, and lines that are "**Label:** value". */
import type { Paragraph } from './block.ts';
import { plainText, type Run } from './inline.ts';

export interface FactRow {
  label: string;
  value: Run[];
  /** The subject of a memo stands out. */
  strong?: boolean;
}

/** The runs line by line; a break inside a run divides it. */
export function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of runs) {
    const pieces = run.math === true ? [run.text] : run.text.split('\n');
    pieces.forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '' || run.footnote !== undefined) lines.at(-1)?.push({ ...run, text });
    });
  }
  return lines.filter((line) => line.length > 0);
}

/** What stands before a colon at the head of invoices, minutes and agendas, however it is set. */
const LABELS =
  'from|to|for|bill(?:ed)? to|ship to|client|customer|supplier|seller|buyer|prepared (?:for|by)|date|date of issue|issued|due|due date|valid until|time|place|location|venue|room|attendees|attendance|present|participants|apologies|absent|chair|secretary|minutes taken by|subject|re|reference|project|version|author|emisor|cliente|proveedor|de|para|facturar a|fecha(?: de emisión)?|vencimiento|válido hasta|hora|lugar|sala|asistentes|asisten|participantes|excusan|ausentes|preside|secretari[oa]|asunto|referencia|proyecto|versión|autora?';
/** These are read without a colon too. */
const OPEN_LABELS =
  '(?:quote|quotation|invoice|order|offer|reference|certificate) (?:number|no\\.?)|valid (?:until|through)|(?:número|n\\.º) de (?:factura|presupuesto|oferta|pedido)|válido hasta';
const PLAIN_FACT = new RegExp(`^\\s*(?:(${LABELS}|${OPEN_LABELS})\\s*:\\s*|(${OPEN_LABELS})\\s+)(?=\\S)`, 'iu');

/** Whether a line begins with a label that needs no bold type to be one. */
export const isFactLine = (text: string): boolean => PLAIN_FACT.test(text);

/** Beside lines with labels that are known, any word or two before a colon is one. */
const ANY_FACT = /^\s*(\p{Lu}[\p{L}\s]{1,22}?)\s*:\s+(?=\S)/u;

/** "Date: 9 November" as a row; undefined for a line without a label. @param anyLabel whether the label needs not be a known one */
function plainFact(line: readonly Run[], anyLabel = false): FactRow | undefined {
  const [first, ...rest] = line;
  const found =
    first === undefined || first.math === true || first.code === true
      ? null
      : (PLAIN_FACT.exec(first.text) ?? (anyLabel ? ANY_FACT.exec(first.text) : null));
  if (first === undefined || found === null) return undefined;
  const label = (found[1] ?? found[2] ?? '').trim();
  const value = [{ ...first, text: first.text.slice(found[0].length) }, ...rest].filter(
    (run) => run.text !== '' || run.footnote !== undefined,
  );
  return { label, value, ...(/^(?:subject|asunto|re)$/i.test(label) ? { strong: true } : {}) };
}

/** The paragraph as rows, if every line of it is "**Label:** value", or one of several lines with labels that are known. */
export function factRows(paragraph: Paragraph): FactRow[] | undefined {
  const lines = linesOf(paragraph.runs);
  const known = lines.filter((line) => plainFact(line) !== undefined).length;
  const plain = lines.map((line) => plainFact(line, known >= 2 && known * 2 >= lines.length));
  if (plain.length >= 2 && plain.every((row) => row !== undefined)) return plain;
  const rows: FactRow[] = [];
  for (const line of linesOf(paragraph.runs).flatMap(splitAtLabels)) {
    const [first, ...rest] = line;
    if (first?.bold !== true) return undefined;
    const inside = /^\s*(.{1,30}?)\s*:\s*$/.exec(first.text)?.[1];
    const outside = /^\s*:\s*/.exec(rest[0]?.text ?? '')?.[0];
    const label = inside ?? (outside === undefined ? undefined : first.text.trim());
    if (label === undefined || rest.length === 0) return undefined;
    const value = rest.map((run, at) =>
      at === 0 ? { ...run, text: run.text.slice(inside === undefined ? (outside?.length ?? 0) : 0).trimStart() } : run,
    );
    if (plainText(value).trim() === '') return undefined;
    rows.push({
      label,
      value: value.filter((run) => run.text !== '' || run.footnote !== undefined),
      ...(/^(subject|asunto|re)$/i.test(label) ? { strong: true } : {}),
    });
  }
  return rows.length === 0 ? undefined : rows;
}

/** Lines that were run together: in Markdown a line break alone is a space, and "**Date:** … **Place:** …" are two rows all the same. */
function splitAtLabels(line: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  for (const run of line) {
    const starts = run.bold === true && /^\s*\p{Lu}[^:]{0,29}:\s*$/u.test(run.text);
    if (starts || rows.length === 0) rows.push([run]);
    else rows.at(-1)?.push(run);
  }
  return rows;
}
