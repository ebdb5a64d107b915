/** What is side by side: columns of text, key figures, signatures. Tables of fixed widths without lines of their own. */
import { labelsOf, type Labels } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Columns, Kpis, Signatures } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { MEANING } from '../../document/look.ts';
import { writeBlocks } from './blocks.ts';
import { borderXml } from './colors.ts';
import { note, roomDxa, type Draft, type Place } from './draft.ts';
import { changeTone } from '../kpi-tone.ts';
import { cellXml, gappedWidths, rowXml, tableXml } from './layout-table.ts';
import { dxaOfCm, dxaOfPt } from './measures.ts';
import { paragraph, settlePending, spacer } from './paragraph.ts';
import { directionText, displayXml, textRun } from './runs.ts';
import { endWithParagraph } from './table.ts';

const COLUMN_GAP_CM = 0.8;
/** Narrower columns hold no words. */
const COLUMNS_ACROSS_MAX = 6;

const gapCell = (draft: Draft, widthDxa: number): string => cellXml({ widthDxa, content: spacer(draft, 20) });

/** Cells with gaps between, as one row. */
function gapped(draft: Draft, widths: readonly number[], cells: readonly string[]): string[] {
  return widths.map((width, at) =>
    at % 2 === 0 ? (cells[at / 2] ?? cellXml({ widthDxa: width, content: spacer(draft, 20) })) : gapCell(draft, width),
  );
}

function inRows<T>(items: readonly T[], across: number): T[][] {
  const rows: T[][] = [];
  for (let at = 0; at < items.length; at += across) rows.push(items.slice(at, at + across));
  return rows;
}

/** Tables below each other. Each gap is a paragraph of its own: what waits for one is written once. */
const stacked = (draft: Draft, tables: readonly string[], gapPt: number): string =>
  tables.map((table, at) => (at === 0 ? table : spacer(draft, dxaOfPt(gapPt), true) + table)).join('');

export function writeColumns(draft: Draft, block: Columns, place: Place): string {
  const room = roomDxa(place);
  const lead = settlePending(draft);
  const rows = inRows(block.columns, COLUMNS_ACROSS_MAX);
  const tables = rows.map((columns, row) => {
    const widths = gappedWidths(
      columns.length,
      room,
      dxaOfCm(COLUMN_GAP_CM),
      block.ratio?.slice(row * COLUMNS_ACROSS_MAX, (row + 1) * COLUMNS_ACROSS_MAX),
    );
    const cells = columns.map(({ blocks }, at) => {
      const widthDxa = widths[at * 2] ?? room;
      const inner: Place = {
        ...place,
        widthDxa,
        indentDxa: 0,
        room: place.room === 'body' || place.room === 'column' ? 'column' : place.room,
        listDepth: 0,
      };
      draft.topOfColumn = true;
      const content = endWithParagraph(draft, writeBlocks(draft, blocks, inner));
      draft.topOfColumn = false;
      return cellXml({ widthDxa, content });
    });
    return tableXml(draft, { widths, rows: [rowXml({ cells: gapped(draft, widths, cells) })], indentDxa: place.indentDxa });
  });
  return lead + stacked(draft, tables, 6) + spacer(draft, dxaOfPt(6));
}

const KPI_GAP_CM = 0.5;
const KPIS_ACROSS_MAX = 4;
const KPI_SMALL_PT = 21;

export function writeKpis(draft: Draft, block: Kpis, place: Place): string {
  const { items } = block;
  if (items.length === 0) return '';
  const lead = settlePending(draft) + spacer(draft, dxaOfPt(4), true);
  const across = items.length <= KPIS_ACROSS_MAX ? items.length : Math.ceil(items.length / Math.ceil(items.length / KPIS_ACROSS_MAX));
  const widths = gappedWidths(Math.max(2, across), roomDxa(place), dxaOfCm(KPI_GAP_CM));
  const longest = items.reduce((most, { value }) => Math.max(most, plainText(value).length), 0);
  const sizePt = kpiSize(draft, widths[0] ?? 0, widths.length >= 7, longest);
  const rule = `<w:tcBorders>${borderXml(draft.slots, 'top', { pt: 2.25, color: draft.look.palette.accent })}</w:tcBorders>`;
  const tables = inRows(items, across).map((row) => {
    const cells = row.map((item, at) => cellXml({ widthDxa: widths[at * 2] ?? 0, content: kpiXml(draft, item, sizePt), bordersXml: rule }));
    return tableXml(draft, {
      widths,
      rows: [rowXml({ cells: gapped(draft, widths, cells), cantSplit: true })],
      indentDxa: place.indentDxa,
    });
  });
  return lead + stacked(draft, tables, 12) + spacer(draft, dxaOfPt(13));
}

/** One size for the whole row, so that the longest value stays in one line: bold figures are this wide, in em. */
function kpiSize({ look }: Draft, widthDxa: number, four: boolean, longest: number): number {
  const { kpiValue } = look.roles;
  const base = four ? Math.min(kpiValue.sizePt, KPI_SMALL_PT * look.scale) : kpiValue.sizePt;
  const fitting = widthDxa / 20 / (Math.max(1, longest) * (look.ownFont ? 0.61 : 0.55));
  return Math.max(11, Math.floor(Math.min(base, fitting) * 2) / 2);
}

function kpiXml(draft: Draft, item: Kpis['items'][number], sizePt: number): string {
  const { kpiValue } = draft.look.roles;
  const content = displayXml(draft, item.value);
  const value = paragraph(draft, {
    style: 'KpiValue',
    content: sizePt === kpiValue.sizePt ? content : resized(content, sizePt),
    text: directionText(item.value),
  });
  const label =
    item.label === undefined
      ? ''
      : paragraph(draft, { style: 'KpiLabel', content: displayXml(draft, item.label), text: directionText(item.label) });
  return value + label + (item.change === undefined ? '' : changeXml(draft, item.change, item.label ?? []));
}

/** Runs of one size; their properties are the style's but for that. `w:sz` follows colour and precedes underline (§17.3.2.28). */
function resized(content: string, sizePt: number): string {
  const size = `<w:sz w:val="${Math.round(sizePt * 2)}"/><w:szCs w:val="${Math.round(sizePt * 2)}"/>`;
  return content
    .replaceAll('<w:r><w:t', `<w:r><w:rPr>${size}</w:rPr><w:t`)
    .replaceAll('<w:b/><w:bCs/></w:rPr>', `<w:b/><w:bCs/>${size}</w:rPr>`);
}

/** Good or bad in its colour, plain without a sign. An own colour stays. */
function changeXml(draft: Draft, runs: readonly Run[], label: readonly Run[]): string {
  const text = plainText(runs).trim();
  const tone = changeTone(text, plainText(label));
  const content = displayXml(draft, runs, tone === undefined ? {} : { color: MEANING[tone] });
  return paragraph(draft, { style: tone === undefined ? 'KpiNote' : 'KpiChange', content, text });
}

const SIGNATURE_GAP_CM = 1.4;

/** Two across; each: the party in bold, room to sign, a line, who signs and in what role, a line for the date. */
export function writeSignatures(draft: Draft, block: Signatures, place: Place): string {
  if (block.parties.length === 0) {
    note(draft, {
      code: 'signatures_empty',
      severity: 'info',
      message: 'A signature block names nobody and was left out.',
      blockId: block.id,
    });
    return '';
  }
  const labels = labelsOf(languageAt(draft.document, block.id));
  const lead = settlePending(draft) + spacer(draft, dxaOfPt(8), true);
  const widths = gappedWidths(2, roomDxa(place), dxaOfCm(SIGNATURE_GAP_CM));
  const rows = inRows(block.parties, 2).map((parties, at, all) => {
    const cells = parties.map((party, column) =>
      cellXml({
        widthDxa: widths[column * 2] ?? 0,
        content: signatureXml(draft, party, { labels, lastRow: at === all.length - 1, widthDxa: widths[column * 2] ?? 0 }),
      }),
    );
    return rowXml({ cells: gapped(draft, widths, cells), cantSplit: true });
  });
  // who signs a certificate alone does so in the middle of it
  const [side = 0] = widths;
  const alone = draft.look.genre === 'certificate' && block.parties.length === 1;
  const table = alone
    ? { widths: [side], rows: [lonerXml(draft, block, labels, side)], indentDxa: place.indentDxa + Math.round((roomDxa(place) - side) / 2) }
    : { widths, rows, indentDxa: place.indentDxa };
  return lead + tableXml(draft, table) + spacer(draft, dxaOfPt(6));
}

function lonerXml(draft: Draft, { parties: [party] }: Signatures, labels: Labels, widthDxa: number): string {
  const content = party === undefined ? '' : signatureXml(draft, party, { labels, lastRow: true, widthDxa });
  return rowXml({ cells: [cellXml({ widthDxa, content })], cantSplit: true });
}

/** A letter has room for the hand above the name, and no line. */
function letterSignature(draft: Draft, party: Signatures['parties'][number]): string {
  const role =
    party.role === undefined ? '' : paragraph(draft, { style: 'LetterRole', content: textRun(draft, party.role), text: party.role });
  return (
    spacer(draft, dxaOfPt(40), true) +
    paragraph(draft, {
      style: 'LetterSigner',
      content: textRun(draft, party.name),
      text: party.name,
      ...(role === '' ? {} : { keepNext: true }),
    }) +
    role
  );
}

function signatureXml(
  draft: Draft,
  party: Signatures['parties'][number],
  { labels, lastRow, widthDxa }: { labels: Labels; lastRow: boolean; widthDxa: number },
): string {
  const { slots, look } = draft;
  if (look.type === 'letter') return letterSignature(draft, party);
  const room = look.type === 'minutes' || look.genre === 'certificate' ? 34 : 44;
  const line = (pt: number, color: string): string => `<w:pBdr>${borderXml(slots, 'top', { pt, color, spacePt: 1 })}</w:pBdr>`;
  // whoever signs minutes is a person, whose name is under the line
  const person = look.type === 'minutes' || look.genre === 'certificate';
  const align = look.genre === 'certificate' ? { align: 'center' } : {};
  const name = person ? '' : paragraph(draft, { style: 'SignatureParty', content: textRun(draft, party.name), text: party.name });
  const gap = spacer(draft, dxaOfPt(room), true);
  const under = person ? party.name : (party.role ?? labels.name);
  const signed =
    paragraph(draft, {
      style: 'SignatureName',
      content: textRun(draft, under),
      text: under,
      bordersXml: line(0.75, look.roles.body.color),
      ...align,
    }) +
    (person && party.role !== undefined
      ? paragraph(draft, {
          style: 'SignatureRole',
          content: textRun(draft, party.role),
          text: party.role,
          ...align,
          ...(lastRow ? { keepNext: false } : {}),
        })
      : '');
  const tabs = `<w:tabs><w:tab w:val="left" w:pos="${dxaOfCm(1.4)}"/><w:tab w:val="right" w:leader="underscore" w:pos="${widthDxa}"/></w:tabs>`;
  const leader = '<w:r><w:tab/></w:r><w:r><w:rPr><w:color w:val="C9D0D6"/></w:rPr><w:tab/></w:r>';
  const date = person
    ? ''
    : paragraph(draft, {
        style: 'SignatureRole',
        content: textRun(draft, labels.date) + leader,
        tabsXml: tabs,
        beforeDxa: dxaOfPt(14),
        ...(lastRow ? { keepNext: false } : {}),
      });
  return name + gap + signed + date + (lastRow ? '' : spacer(draft, dxaOfPt(22)));
}
