/** A list in a form of its own: rows, columns, a grid, steps, a panel beside it, or a statement that it bears out. */
import type { Block, List } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { iconStroke, pickIcons, type IconName } from '../../pick-icons.ts';
import type { DeckTheme, Ink } from '../deck-theme.ts';
import { inOpticalMiddle, type Part } from './card-slides.ts';
import type { RawSlide } from './divide.ts';
import { soleRuns, splitLead, withoutBold } from './flow.ts';
import type { Box, Layout, Shape, ShapeGroup } from './layout.ts';
import { ITEM } from './layouts/items.ts';
import { splitTime } from './read-lists.ts';
import { inOrder } from './rhythm.ts';
import { keepsWords, measureText } from './fit.ts';
import { fillText, fillTogether, layoutNamed, makeSlide, slotOf } from './slide-maker.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';
import { maxOf } from '../../../base/extremes.ts';

interface Item {
  lead: readonly Run[] | undefined;
  text: readonly Run[];
  checked?: boolean | undefined;
  /** It was a heading with a text, not an item of a list. */
  part?: boolean;
}

const ITEM_CHARS_MAX = 170;
const ITEMS_MAX = 6;

function itemOf({ blocks, checked }: List['items'][number]): Item | undefined {
  const runs = soleRuns({ blocks });
  if (runs) {
    const split = splitLead(runs);
    if (split) return { lead: split.lead, text: split.rest, checked };
    const timed = splitTime(runs);
    if (timed) return { lead: timed.time, text: timed.rest, checked };
    return { lead: headedBy(runs), text: headedBy(runs) ? afterHead(runs) : runs.map(boldIfAll(runs)), checked };
  }
  // one line of text under a point is its text
  const [first, second, ...more] = blocks;
  if (first?.type !== 'paragraph' || second?.type !== 'list' || more.length > 0 || second.items.length > 3) return undefined;
  const under = second.items.map((item) => soleRuns(item));
  if (under.some((one) => one === undefined)) return undefined;
  const text = under.flatMap((one, i): Run[] => [...(i === 0 ? [] : [{ text: '\n' }]), ...(one ?? [])]);
  return { lead: first.runs.map(withoutBold), text, checked };
}

/** Words that are all bold are of one weight. */
const boldIfAll =
  (runs: readonly Run[]) =>
  (run: Run): Run =>
    runs.every(({ bold }) => bold === true) ? withoutBold(run) : run;

const HEADED = /^([\p{Lu}\p{N}][^:.!?]{1,34}):\s+(\S.{3,})$/su;

/** "Lab services: cheap, but slow": what it is about, apart from what is said of it. */
function headedBy(runs: readonly Run[]): Run[] | undefined {
  const [only] = runs;
  const found = only && runs.length === 1 && only.link === undefined ? HEADED.exec(only.text) : null;
  return found ? [{ text: found[1] ?? '' }] : undefined;
}

function afterHead(runs: readonly Run[]): Run[] {
  const rest = HEADED.exec(runs[0]?.text ?? '')?.[2] ?? '';
  return [{ text: `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` }];
}

/** "Maren Holt, CEO, …": the name, apart from what it is said of the person. */
const PERSON = /^((?:\p{Lu}[\p{L}.'’-]*\s){1,3}\p{Lu}[\p{L}.'’-]+)(?:,|\s[–—-])\s+(\S.{2,})$/su;
const TEAM = /\b(?:team|people|who we are|founders|speakers|board|staff|equipo|quiénes somos|fundador\p{L}*|ponentes|personas)\b/iu;

/** Under the title of a team, every item of which begins with a name: names as heads. */
function namedPersons(title: readonly Run[], items: readonly Item[]): Item[] | undefined {
  if (!TEAM.test(plainText(title))) return undefined;
  const persons = items.map(({ lead, text }): Item | undefined => {
    const [only] = text;
    const found = lead === undefined && only && text.length === 1 && only.link === undefined ? PERSON.exec(only.text) : null;
    if (!found) return undefined;
    const rest = found[2] ?? '';
    return { lead: [{ text: found[1] ?? '' }], text: [{ text: `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` }] };
  });
  return persons.every((person) => person !== undefined) ? persons : undefined;
}

/** The items of a list that a form can hold; undefined for others. */
function itemsOf(list: List, itemsMax: number = ITEMS_MAX): Item[] | undefined {
  if (list.items.length < 1 || list.items.length > itemsMax) return undefined;
  const items = list.items.map(itemOf);
  const some = items.filter((item) => item !== undefined);
  if (some.length < items.length) return undefined;
  // heads are for all or for none
  const headed = some.every(({ lead }) => lead !== undefined);
  const even = headed
    ? some
    : some.map((item, i): Item => ({ ...item, lead: undefined, text: soleRuns(list.items[i] ?? { blocks: [] }) ?? item.text }));
  if (!headed && list.items.some((item) => soleRuns(item) === undefined)) return undefined;
  return even.every(({ lead, text }) => plainText(text).length + plainText(lead ?? []).length <= ITEM_CHARS_MAX) ? even : undefined;
}

/** Parts under headings whose text is short: the same as items with a lead. */
function itemsOfParts(parts: readonly Part[]): Item[] | undefined {
  const items = parts.map(({ head, blocks }): Item | undefined => {
    const [only] = blocks;
    return head && blocks.length === 1 && only?.type === 'paragraph' ? { lead: head, text: only.runs, part: true } : undefined;
  });
  const all = items.filter((item) => item !== undefined);
  return all.length === parts.length && all.every(({ text }) => plainText(text).length <= ITEM_CHARS_MAX) ? all : undefined;
}

type Marks = { kind: 'icons'; names: readonly IconName[] } | { kind: 'numbers'; from: number } | { kind: 'none' };

function marksOf(items: readonly Item[], ordered: boolean, start: number): Marks {
  if (ordered) return { kind: 'numbers', from: start };
  if (items.every(({ checked }) => checked !== undefined))
    return { kind: 'icons', names: items.map(({ checked }) => (checked === true ? 'circle-check' : 'square')) };
  const names = pickIcons(items.map(({ lead, text }) => ({ lead: plainText(lead ?? []), text: plainText(text) })));
  return names ? { kind: 'icons', names } : { kind: 'none' };
}

/** How icons are set, by the deck: on a quiet disc, on a disc of the accent, alone. */
function discOf(theme: DeckTheme, onCard: boolean): { fill: Ink | undefined; ink: Ink; share: number } {
  switch ((theme.art.seed >>> 21) % 3) {
    case 0:
      return { fill: onCard ? 'ground' : 'tint', ink: 'accent', share: 0.54 };
    case 1:
      return { fill: 'accent', ink: 'ground', share: 0.52 };
    default:
      return { fill: undefined, ink: 'accent', share: 0.86 };
  }
}

function iconGroup(theme: DeckTheme, at: Box, name: IconName, onCard: boolean): ShapeGroup {
  const { fill, ink, share } = discOf(theme, onCard);
  const { data, side, stroke } = iconStroke(name);
  const size = Math.min(at.w, at.h);
  const disc: Box = { x: at.x, y: at.y + (at.h - size) / 2, w: size, h: size };
  const inner = size * share;
  const icon: Shape = {
    box: { x: disc.x + (size - inner) / 2, y: disc.y + (size - inner) / 2, w: inner, h: inner },
    form: 'path',
    path: { data, w: side, h: side },
    outline: { ink, widthPt: Math.max(1.25, ((inner * 72) / side) * stroke * 0.9) },
  };
  return {
    name: `Icon: ${name}`,
    box: disc,
    group: [...(fill === undefined ? [] : [{ box: disc, form: 'ellipse' as const, fill }]), icon],
  };
}

/** A mark where there is neither an icon nor a number. */
const barAt = (at: Box): Shape => ({ box: { x: at.x, y: at.y + 0.04, w: 0.09, h: at.h - 0.08 }, form: 'rect', fill: 'accent' });
/** Forms of things without a mark: what is drawn beside their words is in the layout. */
const UNMARKED: ReadonlySet<Form> = new Set(['tiles', 'panels']);
const BARE: Readonly<Partial<Record<Form, Form>>> = { grid: 'tiles', columns: 'panels' };
/** From such a mark to its words, in inches. */
const BAR_GAP = 0.38;

type Form = 'rows' | 'side' | 'columns' | 'panels' | 'grid' | 'tiles' | 'steps' | 'lead';

/** The place of an item's words, close to its mark where that is no more than a bar. */
function besideBar(layout: Layout, i: number, form: Form): Box | undefined {
  const item = slotOf(layout, `item${i + 1}`);
  if (item.tie?.kind === 'bound' || (form !== 'rows' && form !== 'side' && form !== 'lead')) return undefined;
  const mark = slotOf(layout, `mark${i + 1}`).box;
  return { ...item.box, x: mark.x + BAR_GAP, w: item.box.x + item.box.w - mark.x - BAR_GAP };
}

function itemParagraphs({ lead, text }: Item): PlannedParagraph[] {
  if (lead === undefined) return [{ runs: text, level: ITEM.sole }];
  return [{ runs: lead, level: ITEM.head }, ...textLines(text).map((runs): PlannedParagraph => ({ runs, level: ITEM.text }))];
}

/** What was a point of its own under the head stands apart from the next one. */
function textLines(text: readonly Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const run of text)
    if (run.text === '\n') lines.push([]);
    else lines.at(-1)?.push(run);
  return lines;
}

/** Few words grow into their places; the same step for all of a slide. */
const ITEM_SCALES = [1.2, 1.1, 1, 0.93, 0.86, 0.79, 0.72, 0.65] as const;

const PANEL_TITLE_SCALE_MIN = 0.8;

/** Steps have their numbers above their cards. */
const CARD_IN_MIN = { columns: 3.3, steps: 1.8 };

/** How far cards end above the foot of their places, and begin below the top: they are as high as the longest text needs. */
function cardTrim(
  context: PlanContext,
  layout: string,
  texts: readonly Fill[],
  least: number,
): { top: number; height: number } | undefined {
  const boxes = texts.map((fill) => {
    const slot = slotOf(layoutNamed(context, layout), fill.key);
    const needed = fill.kind === 'text' ? measureText(context.theme, slot, fill.paragraphs, fill.scale) / 72 : 0;
    return { full: slot.box.h, needed: needed + slot.inset[1] + slot.inset[3] + 0.15 };
  });
  const [first] = boxes;
  const height = Math.max(least, maxOf(boxes.map(({ needed }) => needed)));
  return first === undefined || height > first.full - 0.2 ? undefined : { top: (first.full - height) * 0.45, height };
}

const moved = (box: Box, top: number): Box => ({ ...box, y: box.y + top });

function formSlide(
  context: PlanContext,
  raw: RawSlide,
  form: Form,
  items: readonly Item[],
  marks: Marks,
  lead?: readonly Run[],
): PlannedSlide[] | undefined {
  const name = `${form}-${items.length}`;
  const layout = context.layouts.get(name);
  if (!layout) return undefined;
  // a panel whose title would be small says little
  if (form === 'side' && !keepsWords(context.theme, slotOf(layout, 'title'), [{ runs: raw.title, level: 0 }], PANEL_TITLE_SCALE_MIN))
    return undefined;
  const texts = fillTogether(
    context,
    name,
    items.map((item, i) => ({ key: `item${i + 1}`, paragraphs: itemParagraphs(item) })),
    { scales: ITEM_SCALES, minPt: 15 },
  );
  if (!texts) return undefined;
  const trim = form === 'columns' || form === 'steps' ? cardTrim(context, name, texts, CARD_IN_MIN[form]) : undefined;
  // LibreOffice draws an arrow of the layout where it is, whatever the slide says: arrows stay
  const top = form === 'columns' ? (trim?.top ?? 0) : 0;
  const numbers = marks.kind === 'numbers' || form === 'steps';
  const barred = marks.kind === 'none' && !numbers;
  const placed = (form === 'panels' ? inOpticalMiddle(context, name, texts) : texts).map((text, i): Fill => {
    const fill: Fill = text.kind === 'text' && items[i]?.part ? { ...text, called: 'Part' } : text;
    const { box } = slotOf(layout, fill.key);
    const beside = barred && fill.kind === 'text' ? besideBar(layout, i, form) : undefined;
    if (beside && fill.kind === 'text') return { ...fill, box: beside };
    return trim === undefined || fill.kind !== 'text' ? fill : { ...fill, box: { ...moved(box, top), h: trim.height } };
  });
  const said = lead && fillText(context, name, 'lead', [{ runs: lead, level: 0 }], { scales: [1.2, 1.1, 1, 0.9, 0.8, 0.7], minPt: 18 });
  if (lead && !said) return undefined;
  const from = marks.kind === 'numbers' ? marks.from : 1;
  const written = items.map((_, i): Fill => ({
    kind: 'text',
    key: `mark${i + 1}`,
    paragraphs: [{ runs: [{ text: String(from + i) }], level: 0 }],
    scale: 1,
    ...(top === 0 || UNMARKED.has(form) ? {} : { box: moved(slotOf(layout, `mark${i + 1}`).box, top) }),
  }));
  const shapes = items.flatMap((_, i): (Shape | ShapeGroup)[] => {
    if (UNMARKED.has(form)) return [];
    const at = moved(slotOf(layout, `mark${i + 1}`).box, top);
    const icon = marks.kind === 'icons' ? marks.names[i] : undefined;
    if (numbers) return [];
    return [icon === undefined ? barAt(at) : iconGroup(context.theme, at, icon, form === 'columns' || form === 'grid')];
  });
  const fills = items.flatMap((_, i) => [...(numbers ? [written[i]] : []), placed[i]].filter((fill): fill is Fill => fill !== undefined));
  return [makeSlide(context, raw, { layout: name, fills: [...(said ? [said] : []), ...fills], shapes })];
}

/** What is numbered, yet not done one after the other. */
const NOT_STEPS =
  /\b(?:risks?|reasons?|findings?|lessons?|principles?|objects?|questions?|riesgos?|motivos?|razones|hallazgos?|lecciones|principios?|preguntas)\b/iu;

const FEW_WORDS_CHARS_MAX = 32;

/** Forms that suit the items, the most telling first. */
function formsFor(items: readonly Item[], ordered: boolean, title: string): Form[] {
  const longest = maxOf(items.map(({ lead, text }) => plainText(text).length + plainText(lead ?? []).length));
  const { length } = items;
  if (ordered) {
    if (length < 3 || length > 5 || longest > 90 || NOT_STEPS.test(title)) return ['rows', 'side', 'columns'];
    // a few words each leave narrow cards empty: as rows they are large
    return length > 3 && longest <= FEW_WORDS_CHARS_MAX ? ['side', 'rows', 'steps'] : ['steps', 'side', 'rows'];
  }
  if (length === 2) return longest <= 90 ? ['columns', 'rows', 'side'] : ['rows', 'columns', 'side'];
  if (length === 3) return longest <= 110 ? ['columns', 'side', 'rows'] : ['rows', 'side', 'columns'];
  if (length === 4) return ['grid', 'side', 'rows', 'columns'];
  return length === 5 ? ['rows', 'side', 'grid'] : ['grid', 'side', 'rows'];
}

const LEAD_CHARS = { least: 12, most: 190 } as const;

/** Of things without a mark, tiles stand for the grid; heads beside their texts come first. */
function builtForms(
  context: PlanContext,
  raw: RawSlide,
  items: readonly Item[],
  marks: Marks,
  ordered: boolean,
): PlannedSlide[] | undefined {
  const forms = formsFor(items, ordered, plainText(raw.title));
  const bare = marks.kind === 'none';
  const headed = bare && items.length >= 3 && items.every(({ lead }) => lead !== undefined && plainText(lead).length <= HEAD_CHARS_MAX);
  const own = bare ? forms.map((form) => BARE[form] ?? form) : forms;
  return firstOf(context, inOrder(context, headed ? (['pairs', ...own] as const) : own), (form) =>
    form === 'pairs' ? pairsSlide(context, raw, items) : formSlide(context, raw, form, items, marks),
  );
}

const HEAD_CHARS_MAX = 36;

/** Heads in one column, what is said of each in the other. */
function pairsSlide(context: PlanContext, raw: RawSlide, items: readonly Item[]): PlannedSlide[] | undefined {
  const layout = `pairs-${items.length}`;
  if (!context.layouts.has(layout)) return undefined;
  const heads = fillTogether(
    context,
    layout,
    items.map(({ lead = [] }, i) => ({ key: `term${i + 1}`, paragraphs: [{ runs: lead, level: 0 }] })),
    { scales: [1.1, 1, 0.9, 0.8], minPt: 16 },
  );
  const texts = fillTogether(
    context,
    layout,
    items.map(({ text }, i) => ({ key: `item${i + 1}`, paragraphs: textLines(text).map((runs) => ({ runs, level: 0 })) })),
    { scales: [1.1, 1, 0.9, 0.8], minPt: 15 },
  );
  return heads && texts && [makeSlide(context, raw, { layout, fills: heads.flatMap((head, i) => [head, texts[i] ?? head]) })];
}

/** A list of two to six short points, alone or with one sentence before or after it; undefined for any other. */
export function listSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const lists = raw.blocks.filter((block): block is List => block.type === 'list');
  const others = raw.blocks.filter((block) => block.type !== 'list');
  const [list] = lists;
  const found = list && lists.length === 1 && others.length <= 1 ? itemsOf(list) : undefined;
  if (!list || !found) return undefined;
  const persons = namedPersons(raw.title, found);
  const items = persons ?? found;
  const [other] = others;
  const start = list.start ?? 1;
  const marks: Marks = persons ? { kind: 'icons', names: persons.map(() => 'user-round') } : marksOf(items, list.ordered, start);
  if (other === undefined) return items.length < 2 ? undefined : builtForms(context, raw, items, marks, list.ordered);
  const lead = sentenceOf(other);
  if (!lead || items.length > 5) return undefined;
  return formSlide(context, raw, 'lead', items, marks, lead);
}

/** One sentence or two, as a paragraph or a callout without a title. */
function sentenceOf(block: Block): readonly Run[] | undefined {
  const inner = block.type === 'callout' && block.title === undefined && block.blocks.length === 1 ? block.blocks[0] : block;
  if (inner?.type !== 'paragraph') return undefined;
  const { length } = plainText(inner.runs);
  return length >= LEAD_CHARS.least && length <= LEAD_CHARS.most ? inner.runs.map(withoutBold) : undefined;
}

/** Parts with a heading and a short text each, where every one has an icon. */
export function partsSlide(context: PlanContext, raw: RawSlide, parts: readonly Part[]): PlannedSlide[] | undefined {
  const items = parts.length <= ITEMS_MAX ? itemsOfParts(parts) : undefined;
  if (!items || items.length < 2) return undefined;
  const marks = marksOf(items, false, 1);
  if (marks.kind !== 'icons') return undefined;
  return firstOf(context, inOrder(context, formsFor(items, false, plainText(raw.title))), (form) =>
    formSlide(context, raw, form, items, marks),
  );
}

const WORDS_BEFORE = 2;

/** Two to four paragraphs, the first of which says it all. */
export function proseSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const runs = raw.blocks.map((block) => (block.type === 'paragraph' ? block.runs : undefined));
  const all = runs.filter((one) => one !== undefined);
  const [first, ...rest] = all;
  if (!first || all.length < runs.length || rest.length < 1 || rest.length > 3) return undefined;
  // lines of a letter or of a form lead nothing
  if (first.some(({ link, text }) => link !== undefined || text.includes('\n')) || /^[^.!?]{2,24}:\s/.test(plainText(first)))
    return undefined;
  const sizes = all.map((one) => plainText(one).length);
  if ((sizes[0] ?? 0) > 150 || (sizes[0] ?? 0) < WORDS_BEFORE * 6 || sizes.some((size) => size > 260)) return undefined;
  const items = rest.map((text): Item => ({ lead: undefined, text }));
  return formSlide(context, raw, 'lead', items, { kind: 'none' }, first.map(withoutBold));
}

/** The first form that can be built; notes of those that could not are dropped. */
function firstOf<F extends string>(
  context: PlanContext,
  forms: readonly F[],
  build: (form: F) => PlannedSlide[] | undefined,
): PlannedSlide[] | undefined {
  for (const form of forms) {
    const notes = context.notes.length;
    const built = build(form);
    if (built) return built;
    context.notes.splice(notes);
  }
  return undefined;
}
