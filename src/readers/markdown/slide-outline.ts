/**
 * Outlines of slides as models and people write them (`## Slide 2: Agenda`, `**Speaker Notes:** …`, `Visual: bar chart`) → slides:
 * numbers and labels go, notes become notes, a described chart is drawn where its figures are beside it.
 */
import { append } from '../../base/append.ts';
import type { Block, Chart, Slide } from '../../document/block.ts';
import { blockText } from '../../document/walk.ts';
import { parseAttributes } from './attributes.ts';
import { readNodes } from './blocks.ts';
import { chartKind } from './chart-values.ts';
import { readChart } from './charts.ts';
import type { Node } from './parser.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { readRuns } from './runs.ts';

const SLIDE =
  /^[*_]*(?:slide|diapositiva|lámina|folie|diapositive|dia|slajd|diapositivo)\s*(?:n\.?º\s*)?\d{1,3}[*_]*\s*(?:[:.)\-–—|]+\s*|$)(.*?)[*_]*$/iu;
const TITLE_SLIDE =
  /^(?:the\s+)?(?:title(?:\s+(?:slide|page))?|cover(?:\s+(?:slide|page))?|portada|carátula|título|titel(?:folie)?|titre|page de titre|capa|titolo|copertina)$/iu;
const NOTES =
  /^[*_(\s]*(?:speaker(?:['’]s)?\s+notes?|presenter(?:['’]s)?\s+notes?|talking\s+points|notes|notas(?:\s+(?:del?|do|para\s+el)\s+(?:orador|presentador|ponente|apresentador))?|gui[oó]n|sprech(?:er)?notizen|rednernotizen|notizen|spre(?:kers|ek)notities|notities|notes?\s+(?:de\s+l['’]orateur|du\s+présentateur|d['’]orateur)|note\s+(?:del\s+relatore|per\s+il\s+relatore))\s*[*_]*\s*(?::\s*[*_]*\s*|$)/iu;
const VISUAL =
  /^[*_([\s]*(?:(?:suggested\s+)?(?:visuals?|graphics?|charts?|diagrams?|images?)(?:\s+(?:suggestion|idea))?|imagen|gráfico|visual sugerido|apoyo visual|visualisierung|grafik|diagramm|bild|visuel|graphique|imagem)\s*[*_]*\s*:\s*[*_]*\s*/iu;
/** A line that begins what is said to a slide, or what it shows: it ends the list or paragraph above it. */
export const beginsLabel = (line: string): boolean => /:/.test(line) && (NOTES.test(line) || VISUAL.test(line));

const LABEL =
  /^[*_]*(?:title|título|titel|titre|titolo|inhalt|contenu|conteúdo|content|contenido|bullets?|bullet\s+points|key\s+points|body|puntos\s+clave|texto)\s*[*_]*\s*:\s*[*_]*\s*/iu;
const FIELD =
  /^[*_]*(?:title|título|subtitle|subtítulo|titel|untertitel|titre|sous-titre|titolo|sottotitolo|vortragende[rn]?|datum|auteur|données|presenters?|presented\s+by|author|date|speaker|ponente|autor|fecha|organi[sz]ation|company|empresa)\s*[*_]*\s*:\s*[*_]*\s*/iu;
const KINDS = /\b(bar|column|line|pie|doughnut|donut|area|scatter|stacked|barras|columnas|l[ií]neas?|tarta|circular|anillo)\b/iu;

const textOf = (node: Node): string =>
  node.token.type === 'heading_open' || node.token.type === 'paragraph_open' ? (node.children[0]?.token.content ?? '') : '';

/** Text of the slide's heading behind its number; undefined where a node is none. */
function slideTitle(node: Node): string | undefined {
  const text = textOf(node);
  if (text === '' || text.includes('\n') || (node.token.type === 'paragraph_open' && !/^\*\*.*\*\*$/.test(text))) return undefined;
  return SLIDE.exec(text)?.[1]?.trim();
}

/** Whether a text is an outline: two of its headings are numbered as slides. */
export function isSlideOutline(nodes: readonly Node[]): boolean {
  return nodes.filter((node) => slideTitle(node) !== undefined).length >= 2;
}

/** @param ranges takes, for each slide, the lines that it came from */
export function readSlideOutline(nodes: readonly Node[], reading: Reading, ranges: Map<Block, [number, number]>): Block[] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (slideTitle(node) !== undefined) parts.push([node]);
    else parts.at(-1)?.push(node);
  }
  const [before = [], ...slides] = parts;
  const front = readNodes(
    before.filter(({ token }) => token.type !== 'hr'),
    reading,
    ranges,
  );
  const read = slides.map((part, index) => {
    const slide = readOutlined(part, reading, index === 0);
    ranges.set(slide, [part[0]?.token.map?.[0] ?? 0, part.at(-1)?.token.map?.[1] ?? 0]);
    return slide;
  });
  return [...joinTitle(front, read[0]), ...read];
}

/** A deck has one title slide: the heading before the first slide is its title, or a line on it. */
function joinTitle(front: Block[], first: Slide | undefined): Block[] {
  const at = front.findIndex((block) => block.type === 'heading');
  const heading = front[at];
  if (heading?.type !== 'heading' || first?.layout !== 'title') return front;
  const runs = readableTitle(heading.runs);
  const text = (of: typeof runs | undefined): string =>
    (of ?? [])
      .map((run) => run.text)
      .join('')
      .trim()
      .toLowerCase();
  if (first.title === undefined) first.title = runs;
  else if (text(first.title) !== text(runs)) first.blocks.push({ id: '', type: 'paragraph', runs });
  return front.filter((block) => block !== heading);
}

/** Without what only says that it is a deck's. */
function readableTitle(runs: Slide['title'] & object): Slide['title'] & object {
  const [first, ...others] = runs;
  const text = first?.text.replace(/^(?:presentation|presentación|slide deck|deck)(?:\s+(?:title|outline))?\s*[:–—-]\s*/iu, '') ?? '';
  return first && text !== '' ? [{ ...first, text }, ...others] : runs;
}

interface Outlined {
  content: Node[];
  notes: Block[];
  visuals: { text: string; line: number | undefined }[];
}

function readOutlined([head, ...rest]: readonly Node[], reading: Reading, first: boolean): Slide {
  const line = head?.token.map?.[0];
  const title = (head && slideTitle(head)) ?? '';
  const { content, notes, visuals } = sortOut(rest, reading);
  const slide: Slide = { id: '', type: 'slide', blocks: [] };
  if (
    first &&
    (TITLE_SLIDE.test(title) ||
      content.some((node) => linesOf(node).some((text) => /^[*_]*(?:sub|unter|sous-|sotto)?t[ií]t(?:le|ulo|el|re|olo)/iu.test(text))))
  )
    fillTitleSlide(slide, { content, title: TITLE_SLIDE.test(title) ? '' : title, line }, reading);
  else {
    const labelled = content.find((node) => /^[*_]*t[ií]t(?:le|ulo|el|re|olo)(?!\p{L})/iu.test(textOf(node)) && LABEL.test(textOf(node)));
    const own =
      labelled &&
      textOf(labelled)
        .replace(LABEL, '')
        .replace(/[*_]+$/, '');
    const runs = readRuns(own ?? title, reading, line);
    if (runs.length > 0) slide.title = runs;
    const nodes = content
      .filter((node) => node !== labelled)
      .map(withoutLabel)
      .filter((node) => node !== undefined);
    slide.blocks = drawn(nodes, visuals, reading);
  }
  for (const { text, line: at } of visuals) noteVisual(slide, { text, line: at }, notes, reading);
  if (notes.length > 0) slide.notes = notes;
  return slide;
}

/** Lines of a paragraph, or of a list's items, with their marks. */
function linesOf(node: Node): string[] {
  if (node.token.type === 'paragraph_open') return textOf(node).split('\n');
  if (!node.token.type.endsWith('_list_open')) return [];
  return node.children.flatMap((item) => item.children.flatMap((child) => textOf(child).split('\n')));
}

/** What is said and what is described beside what is shown. */
function sortOut(nodes: readonly Node[], reading: Reading): Outlined {
  const found: Outlined = { content: [], notes: [], visuals: [] };
  let speaking = false;
  for (const node of nodes) {
    const own = node.token.type === 'blockquote_open' ? node.children : [node];
    const text = textOf(own[0] ?? node);
    if (node.token.type === 'hr') {
      speaking = false;
      continue;
    }
    if (node.token.type === 'heading_open' && !NOTES.test(text)) speaking = false;
    if (NOTES.test(text)) {
      const said = text.replace(NOTES, '').replace(/[*_)\s]+$/, '');
      const runs = readRuns(said, reading, node.token.map?.[0]);
      if (runs.length > 0) found.notes.push({ id: '', type: 'paragraph', runs });
      append(found.notes, readNodes(own.slice(1), reading));
      // the label is alone: what follows is said
      speaking = runs.length === 0 && own.length === 1;
    } else if (speaking) append(found.notes, readNodes(own, reading));
    else if (node.token.type === 'paragraph_open' && VISUAL.test(text))
      found.visuals.push({ text: text.replace(VISUAL, '').replace(/[\])*_\s]+$/, ''), line: node.token.map?.[0] });
    else append(found.content, withoutAsides(node, found, reading));
  }
  return found;
}

/** A list without the items that are notes or describe a visual: models write them as points like the others. */
function withoutAsides(node: Node, found: Outlined, reading: Reading): Node[] {
  if (node.token.type !== 'bullet_list_open') return [node];
  const kept = node.children.filter((item) => {
    const [first, ...more] = item.children;
    const text = first ? textOf(first) : '';
    if (more.length > 0 || (!NOTES.test(text) && !VISUAL.test(text))) return true;
    const said = text.replace(NOTES.test(text) ? NOTES : VISUAL, '').replace(/[\])*_\s]+$/, '');
    if (NOTES.test(text)) {
      const runs = readRuns(said, reading, item.token.map?.[0]);
      if (runs.length > 0) found.notes.push({ id: '', type: 'paragraph', runs });
    } else found.visuals.push({ text: said, line: item.token.map?.[0] });
    return false;
  });
  if (kept.length === node.children.length) return [node];
  return kept.length === 0 ? [] : [{ ...node, children: kept }];
}

/** A paragraph that is a label goes; one that begins with it loses it. */
function withoutLabel(node: Node): Node | undefined {
  const [inline] = node.children;
  if (node.token.type !== 'paragraph_open' || !inline || !LABEL.test(inline.token.content)) return node;
  inline.token.content = inline.token.content.replace(LABEL, '').replace(/^[*_]+$/, '');
  return inline.token.content.trim() === '' ? undefined : node;
}

function fillTitleSlide(
  slide: Slide,
  { content, title, line }: { content: readonly Node[]; title: string; line: number | undefined },
  reading: Reading,
): void {
  slide.layout = 'title';
  const lines = content.flatMap(linesOf);
  const named = lines.find((text) => /^[*_]*t[ií]t(?:le|ulo|el|re|olo)(?!\p{L})/iu.test(text) && FIELD.test(text));
  const text = named?.replace(FIELD, '').replace(/[*_]+$/, '') ?? title;
  const runs = readRuns(text === '' ? (lines[0] ?? '') : text, reading, line);
  if (runs.length > 0) slide.title = runs;
  const others = lines.filter((one) => one !== named && !(text === '' && one === lines[0]));
  for (const one of others) {
    const shown = readRuns(one.replace(FIELD, '').replace(/^[*_]+$/, ''), reading, line);
    if (shown.length > 0) slide.blocks.push({ id: '', type: 'paragraph', runs: shown });
  }
  append(
    slide.blocks,
    readNodes(
      content.filter((node) => linesOf(node).length === 0),
      reading,
    ),
  );
}

/** The content, with its table as the chart that the outline describes; charts that are made leave `visuals`. */
function drawn(nodes: readonly Node[], visuals: Outlined['visuals'], reading: Reading): Block[] {
  const wanted = visuals.findIndex(({ text }) => KINDS.test(text));
  const table = nodes.find((node) => reading.tables.has(node.token));
  const kind = chartKind(KINDS.exec(visuals[wanted]?.text ?? '')?.[1] ?? '');
  if (wanted < 0 || !table || kind === undefined) return readNodes(nodes, reading);
  const chart = drawTable(table, kind, reading);
  if (!chart) return readNodes(nodes, reading);
  visuals.splice(wanted, 1);
  const at = nodes.indexOf(table);
  return [...readNodes(nodes.slice(0, at), reading), chart, ...readNodes(nodes.slice(at + 1), reading)];
}

function drawTable(table: Node, kind: Chart['kind'], reading: Reading): Chart | undefined {
  const directive = {
    name: 'chart',
    label: '',
    attributes: parseAttributes(`type=${kind}`),
    source: '',
    children: [table],
    line: table.token.map?.[0],
    leaf: false,
  };
  const [chart] = readChart(directive, reading);
  return chart?.type === 'chart' ? chart : undefined;
}

function noteVisual(slide: Slide, { text, line }: Outlined['visuals'][number], notes: Block[], reading: Reading): void {
  if (text === '') return;
  const title = slide.title?.map((run) => run.text).join('') ?? blockText(slide).slice(0, 40);
  addNote(
    reading,
    {
      code: 'visual_described',
      severity: 'info',
      message: `The slide "${title.slice(0, 60)}" describes a visual for which it has no figures: "${text.slice(0, 200)}". It is in the speaker notes.`,
    },
    line,
  );
  notes.push({ id: '', type: 'paragraph', runs: [{ text: `Visual: ${text}` }] });
}
