/** Text of DrawingML (ISO/IEC 29500-1 §21.1.2): paragraphs with levels and bullets, runs with links. */
import { A, M, MC, R } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readEquation } from './equation.ts';
import { buildLists } from './list-tree.ts';
import type { FlowPiece } from './list-tree.ts';
import { noteOnce, readAlternative, targetOf } from './parts.ts';
import type { OfficeReading } from './parts.ts';
import { addRun, safeLink, trimRuns } from './runs.ts';

/** `isUnseen`: whether nobody sees text of these properties (`a:rPr`). */
interface Place {
  reading: OfficeReading;
  part: string;
  isUnseen?: (properties: XmlElement) => boolean;
}

/** Paragraphs of a shape. @param lists level styles that hold for it, nearest first */
export function readDrawnText(place: Place, body: XmlElement, lists: readonly XmlElement[]): Block[] {
  const pieces: FlowPiece[] = [];
  const counts: number[] = [];
  for (const paragraph of elementsOf(body, 'p', A)) {
    const runs = trimRuns(readRuns(place, paragraph));
    if (runs.length === 0) continue;
    const properties = firstElementOf(paragraph, 'pPr', A);
    const level = Math.min(8, Math.max(0, Number(properties ? (attributeOf(properties, 'lvl') ?? 0) : 0) || 0));
    const sign = signOf(properties, lists, level);
    const [only] = runs;
    const block: Block =
      runs.length === 1 && only?.math ? { id: '', type: 'equation', tex: only.text } : { id: '', type: 'paragraph', runs };
    if (sign === 'none') {
      counts.length = 0;
      pieces.push(block);
      continue;
    }
    counts.length = Math.min(counts.length, level + 1);
    const number = sign.ordered ? (counts[level] ?? sign.start - 1) + 1 : 0;
    counts[level] = number;
    pieces.push({ level, ordered: sign.ordered, key: sign.ordered ? 'numbers' : 'bullets', number, item: { blocks: [block] } });
  }
  return buildLists(pieces);
}

type Sign = 'none' | { ordered: boolean; start: number };

function signOf(own: XmlElement | undefined, lists: readonly XmlElement[], level: number): Sign {
  for (const properties of [own, ...lists.map((list) => firstElementOf(list, `lvl${level + 1}pPr`, A))]) {
    for (const element of properties ? elementsOf(properties) : []) {
      if (element.local === 'buNone') return 'none';
      if (element.local === 'buChar' || element.local === 'buBlip') return { ordered: false, start: 1 };
      if (element.local === 'buAutoNum') return { ordered: true, start: Number(attributeOf(element, 'startAt') ?? 1) || 1 };
    }
  }
  return 'none';
}

/** A title on one line. */
export function readTitle(place: Place, body: XmlElement): Run[] {
  const runs: Run[] = [];
  for (const [index, paragraph] of elementsOf(body, 'p', A).entries()) {
    if (index > 0) addRun(runs, { text: ' ' });
    for (const { text, math, script } of readRuns(place, paragraph))
      addRun(runs, { text: math ? text : text.replaceAll(/\s+/g, ' '), ...(math ? { math } : {}), ...(script ? { script } : {}) });
  }
  return trimRuns(runs);
}

/** Paragraphs of a cell as lines. */
export function readCellText(place: Place, body: XmlElement): Run[] {
  const runs: Run[] = [];
  for (const [index, paragraph] of elementsOf(body, 'p', A).entries()) {
    if (index > 0) addRun(runs, { text: '\n' });
    for (const run of readRuns(place, paragraph)) addRun(runs, run);
  }
  return trimRuns(runs);
}

function readRuns(place: Place, paragraph: XmlElement): Run[] {
  const runs: Run[] = [];
  readInto(place, paragraph, runs);
  return runs;
}

function readInto(place: Place, element: XmlElement, runs: Run[]): void {
  for (const child of elementsOf(element)) {
    if (child.uri === MC && child.local === 'AlternateContent')
      readAlternative(
        child,
        (content) => readInto(place, content, runs),
        () => runs.length * 2 ** 30 + (runs.at(-1)?.text.length ?? 0),
      );
    else if (child.local === 'br') addRun(runs, { text: '\n' });
    else if (child.local === 'r' || child.local === 'fld') addSeen(place, child, runs);
    else if (child.local === 'm') {
      for (const math of walkElements(child))
        if (math.local === 'oMath' && math.uri === M) addRun(runs, { text: readEquation(math), math: true });
    }
  }
}

function addSeen(place: Place, element: XmlElement, runs: Run[]): void {
  const run = readRun(place, element);
  const properties = firstElementOf(element, 'rPr', A);
  if (properties && run.text.trim() !== '' && place.isUnseen?.(properties)) noteUnseenText(place.reading);
  else addRun(runs, run);
}

export const noteUnseenText = (reading: OfficeReading): void =>
  noteOnce(
    reading,
    'hidden_text',
    'info',
    'The presentation has parts that nobody sees (hidden, beside the slide, tiny text, text in the colour of its background); they were left out.',
  );

function readRun(place: Place, element: XmlElement): Run {
  const run: Run = {
    text: textOf(firstElementOf(element, 't', A) ?? element)
      .replaceAll('\v', '\n')
      .replaceAll('_x000D_', ''),
  };
  const properties = firstElementOf(element, 'rPr', A);
  if (!properties) return run;
  if (/^(?:1|true)$/.test(attributeOf(properties, 'b') ?? '')) run.bold = true;
  if (/^(?:1|true)$/.test(attributeOf(properties, 'i') ?? '')) run.italic = true;
  if ((attributeOf(properties, 'strike') ?? '').endsWith('Strike')) run.strike = true;
  const baseline = Number(attributeOf(properties, 'baseline') ?? 0);
  if (baseline > 0) run.script = 'super';
  if (baseline < 0) run.script = 'sub';
  const click = firstElementOf(properties, 'hlinkClick', A);
  const target = click && targetOf(place.reading, place.part, attributeOf(click, 'id', R));
  const link = target?.external ? safeLink(target.target) : undefined;
  if (link !== undefined) run.link = link;
  return run;
}
