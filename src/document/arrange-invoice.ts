/** An invoice or quote: parties side by side, number and dates in a row, sums at the right end of the table that they belong to. */
import type { Block, Columns, Letterhead, Paragraph, Table, TableCell, TableRow } from './block.ts';
import { factRows, linesOf, type FactRow } from './fact-rows.ts';
import { plainText, type Run } from './inline.ts';
import { labelsOf, type Labels } from './labels.ts';
import { NEUTRALS } from './look.ts';
import { saysGrandTotal } from './total-words.ts';
import { maxOf } from '../base/extremes.ts';

const PARTY =
  /^(?:from|to|for|bill(?:ed)? to|ship to|sold to|client|customer|supplier|seller|vendor|buyer|issued? (?:by|to)|prepared (?:for|by)|emisor|emitid[oa] por|cliente|proveedor|vendedor|comprador|facturar a|enviar a|de|para|preparado (?:para|por)|datos del (?:cliente|emisor)|vendeur|émetteur|facturé à|destinataire|rechnungs(?:steller|empfänger)|auftraggeber|kunde|lieferant|an|von|fornitore|acquirente|destinatario|spett\.le|fornecedor|leverancier|klant|aan|van|proveïdor|comprador)$/iu;
const SUM =
  /^(?:sub ?total|vat|iva|igic|irpf|tax|sales tax|gst|discount|shipping|delivery|net|gross|deposit|base imponible|descuento|envío|portes|retención|suma|importe|tva|remise|frais de port|sous-total|montant|ust|mwst|umsatzsteuer|mehrwertsteuer|rabatt|versand|zwischensumme|netto|summe|imponibile|sconto|spedizione|desconto|portes|btw|korting|verzendkosten)(?![\p{L}])/iu;
const TOTAL = /^(?:grand )?(?:total|amount due|balance due|importe total|saldo)(?![\p{L}])/iu;

interface Opening {
  parties: Paragraph[];
  facts: FactRow[];
  rest: Block[];
}

/** @param lang language of the words From and To beside a letterhead */
export function arrangeInvoice(given: readonly Block[], lang: string): Block[] {
  const labels = labelsOf(lang);
  const blocks = joinSums(given);
  const start = blocks.findIndex((block) => block.type === 'heading') + 1;
  const table = blocks.findIndex((block) => block.type === 'table');
  if (table < 0 || start > table) return blocks;
  const opening: Opening = { parties: [], facts: [], rest: [] };
  for (const block of blocks.slice(start, table)) sort(block, opening, labels);
  const { parties, facts, rest } = opening;
  // a heading right under the title says what the document is about
  const lead = rest[0]?.type === 'heading' && rest[0] === blocks[start] ? 1 : 0;
  return [...blocks.slice(0, start), ...rest.slice(0, lead), ...head(parties, facts), ...rest.slice(lead), ...blocks.slice(table)];
}

/** A letterhead in what is no letter: sender and addressee side by side, and below them date, reference and subject. */
export function letterheadBlocks(block: Letterhead, lang: string): Block[] {
  const { parties, facts } = partiesOf(block, labelsOf(lang));
  return head(parties, facts);
}

function partiesOf({ id, from, to, date, reference, subject }: Letterhead, labels: Labels): Pick<Opening, 'parties' | 'facts'> {
  const sides = [
    { key: 'from', label: labels.from, lines: from },
    { key: 'to', label: labels.to, lines: to },
  ].filter(({ lines }) => lines.length > 0);
  const facts = [
    { label: labels.date, value: date },
    { label: labels.reference, value: reference },
    { label: labels.subject, value: subject, strong: true },
  ];
  return {
    parties: sides.map(({ key, label, lines }) => partyOf(`${id}.${key}`, { label, value: [{ text: lines.join('\n') }] })),
    facts: facts.flatMap(({ value, ...fact }) => (value === undefined || value === '' ? [] : [{ ...fact, value: [{ text: value }] }])),
  };
}

/** Where each block of the opening goes. */
function sort(block: Block, opening: Opening, labels: Labels): void {
  if (block.type === 'letterhead') {
    const { parties, facts } = partiesOf(block, labels);
    opening.parties.push(...parties);
    opening.facts.push(...facts);
    return;
  }
  if (block.type !== 'paragraph' || block.anchor !== undefined) {
    opening.rest.push(block);
    return;
  }
  const rows = factRows(block);
  if (rows !== undefined) {
    for (const [at, row] of rows.entries()) {
      if (PARTY.test(row.label)) opening.parties.push(partyOf(`${block.id}.${at}`, row));
      else opening.facts.push(row);
    }
    return;
  }
  const lines = linesOf(block.runs);
  const sender = opening.parties.length === 0 && opening.rest.length === 0 ? senderOf(block, lines) : undefined;
  if (sender) {
    opening.parties.push(sender);
    return;
  }
  // a party on a line of its own
  const [fact] = lines.length === 1 ? [PARTY_LINE.exec(plainText(block.runs))] : [];
  if (fact) {
    opening.parties.push(partyOf(block.id, { label: fact[1] ?? '', value: [{ text: fact[2] ?? '' }] }));
    return;
  }
  if (lines.length < 3 || lines[0]?.[0]?.bold !== true) {
    opening.rest.push(block);
    return;
  }
  const label = /^\s*(.{2,30}?)\s*:\s*$/u.exec(plainText(lines[0]))?.[1];
  if (label === undefined) opening.parties.push(block);
  else
    opening.parties.push(
      partyOf(block.id, { label, value: lines.slice(1).flatMap((line, at) => (at === 0 ? line : [{ text: '\n' }, ...line])) }),
    );
}

const PARTY_LINE = /^\s*(from|to|bill(?:ed)? to|client|customer|cliente|para|facturar a)\s*:\s*(\S.{2,160})$/iu;
const SENDER_CHARS_MAX = 60;

/** Two to six short lines right below the title are who sends it: the name in bold. */
function senderOf(block: Paragraph, lines: readonly Run[][]): Paragraph | undefined {
  const texts = lines.map((line) => plainText(line).trim());
  const short = texts.every((text) => text.length <= SENDER_CHARS_MAX && !/[.!?:]$/u.test(text) && !/^[^:]{2,24}:\s/u.test(text));
  if (lines.length < 2 || lines.length > 6 || !short || lines[0]?.[0]?.bold === true) return undefined;
  return {
    ...block,
    runs: lines.flatMap((line, at): Run[] => (at === 0 ? line.map((run) => ({ ...run, bold: true })) : [{ text: '\n' }, ...line])),
  };
}

/** The label small, the name in bold, and the rest line by line. */
function partyOf(id: string, { label, value }: FactRow): Paragraph {
  const whole = plainText(value);
  // the name ends at the first comma of an address that is written in one line, unless the law form follows ("S. L.")
  const comma = /[\n·|]/u.test(whole) || whole.length < 34 ? -1 : whole.search(/, (?!S\.|Inc|Ltd|LLC)/u);
  const divided = comma < 0 ? value : divideAt(value, comma);
  const lines = linesOf(divided.map((run) => ({ ...run, text: run.text.replaceAll(/\s+[·|]\s+/gu, '\n') })));
  const [name = [], ...rest] = lines;
  return {
    id,
    type: 'paragraph',
    runs: [
      { text: `${label}\n`, color: NEUTRALS.muted },
      ...name.map((run) => ({ ...run, bold: true })),
      ...rest.flatMap((line): Run[] => [{ text: '\n' }, ...line]),
    ],
  };
}

/** The runs with a line break in place of the comma at this offset. */
function divideAt(runs: readonly Run[], comma: number): Run[] {
  let at = 0;
  return runs.map((run) => {
    const here = comma - at;
    at += run.text.length;
    return here < 0 || here >= run.text.length ? run : { ...run, text: `${run.text.slice(0, here)}\n${run.text.slice(here + 2)}` };
  });
}

const FACTS_ACROSS_MAX = 5;
const FACT_CHARS_MAX = 34;

function head(parties: readonly Paragraph[], facts: readonly FactRow[]): Block[] {
  const [first] = parties;
  const sides: Columns[] =
    first === undefined
      ? []
      : [
          {
            id: `${first.id}.parties`,
            type: 'columns',
            columns: [...parties, ...(parties.length === 1 ? [undefined] : [])].map((block) => ({
              blocks: block === undefined ? [] : [block],
            })),
          },
        ];
  if (facts.length === 0) return sides;
  const across = facts.length <= FACTS_ACROSS_MAX && facts.every(({ value }) => plainText(value).length <= FACT_CHARS_MAX);
  const id = `${first?.id ?? 'head'}.facts`;
  if (!across || facts.length === 1)
    return [
      ...sides,
      {
        id,
        type: 'paragraph',
        runs: facts.flatMap(({ label, value }, at): Run[] => [
          { text: `${at === 0 ? '' : '\n'}${label}: `, color: NEUTRALS.muted },
          ...value,
        ]),
      },
    ];
  const cells = (texts: readonly Run[][]): TableRow => ({ cells: texts.map((runs): TableCell => ({ runs, align: 'left' })) });
  return [
    ...sides,
    {
      id,
      type: 'table',
      columns: facts.map(() => ({ align: 'left', width: 1 / facts.length })),
      header_rows: 1,
      rows: [cells(facts.map(({ label }) => [{ text: label }])), cells(facts.map(({ value }) => value))],
    },
  ];
}

// ---------------------------------------------------------------------------------------------------------------- sums

const cellText = (cell: TableCell | undefined): string => (cell === undefined ? '' : plainText(cell.runs).trim());
const SUM_ROWS_MAX = 8;

/** A small table of sums right behind the items belongs to them; each sum has its label beside the amount. */
function joinSums(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const before = result.at(-1);
    if (block.type === 'table' && before?.type === 'table' && isSums(block, before)) {
      const rows = block.rows.filter((row) => row.cells.some((cell) => cellText(cell) !== ''));
      result[result.length - 1] = { ...before, rows: [...before.rows, ...rows] };
    } else result.push(block);
  }
  return result.map((block) => (block.type === 'table' ? withSums(block) : block));
}

function isSums(table: Table, items: Table): boolean {
  const width = (one: Table): number => maxOf(one.rows.map((row) => row.cells.length));
  return (
    width(table) === 2 &&
    width(items) > 2 &&
    table.rows.length <= SUM_ROWS_MAX &&
    table.rows.some(
      (row) => SUM.test(cellText(row.cells[0])) || TOTAL.test(cellText(row.cells[0])) || saysGrandTotal(cellText(row.cells[0])),
    )
  );
}

function withSums(table: Table): Table {
  const columns = table.columns.length;
  if (columns < 3) return table;
  let total = false;
  const rows = table.rows.map((row, at): TableRow => {
    const [label] = row.cells;
    const text = cellText(label);
    const last = row.cells.at(-1);
    const middle = row.cells.slice(1, -1);
    const sum =
      at >= table.header_rows &&
      row.cells.length > 1 &&
      (SUM.test(text) || TOTAL.test(text) || saysGrandTotal(text)) &&
      middle.every((cell) => cellText(cell) === '');
    if (!sum || label === undefined || last === undefined) return row;
    if (at === table.rows.length - 1) total = TOTAL.test(text) || saysGrandTotal(text);
    return {
      cells: [
        { runs: label.runs, colspan: columns - 1, align: 'right' },
        { runs: last.runs, align: 'right' },
      ],
    };
  });
  return { ...table, rows, ...(total ? { total_row: true } : {}) };
}
