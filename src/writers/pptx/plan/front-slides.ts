/** Title, section, quote and closing slides: few words on a ground of their own. */
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { namesDate } from './date-words.ts';
import type { RawSlide } from './divide.ts';
import { flowOf, soleRuns, splitLead } from './flow.ts';
import type { Ink, ThemeName } from '../deck-theme.ts';
import type { Shape } from './layout.ts';
import { SLIDE } from './layouts.ts';
import { fillText, fillTogether, makeSlide, shorten } from './slide-maker.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

const defined = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value): value is T => value !== undefined);
const line = (text: string): PlannedParagraph => ({ runs: [{ text }], level: 0 });

interface ArtInks {
  grounds: readonly Ink[];
  on: Readonly<Partial<Record<Ink, readonly Ink[]>>>;
}

const ART: Readonly<Record<ThemeName, ArtInks>> = {
  light: {
    grounds: ['block', 'tint', 'accent', 'block', 'tint'],
    on: { block: ['bright', 'tint', 'spot', 'accent'], tint: ['block', 'accent', 'bright', 'spot'], accent: ['tint', 'bright', 'block'] },
  },
  dark: {
    grounds: ['card', 'ground', 'accent', 'card', 'ground'],
    on: { card: ['accent', 'bright', 'rule'], ground: ['accent', 'bright', 'card'], accent: ['card', 'ground', 'bright'] },
  },
};
const TILE = 1.5;

/** One tile: a ground, and a quarter disc, ring, dot or stripes on it. */
function artTile(x: number, y: number, ground: Ink, ink: Ink, form: number, turn: 0 | 1 | 2 | 3): Shape[] {
  const whole = { x, y, w: TILE, h: TILE };
  const tile: Shape = { box: whole, form: 'rect', fill: ground };
  switch (form) {
    case 0:
    case 1:
      return [tile, { box: whole, form: 'quarter', fill: ink, turn }];
    case 2:
      return [tile, { box: { x: x + 0.33, y: y + 0.33, w: 0.84, h: 0.84 }, form: 'ellipse', fill: ink }];
    case 3:
      return [
        tile,
        { box: whole, form: 'quarter', fill: ink, turn },
        {
          box: { x: x + (turn === 0 || turn === 3 ? 0.5 : 0), y: y + (turn < 2 ? 0.5 : 0), w: 1, h: 1 },
          form: 'quarter',
          fill: ground,
          turn,
        },
      ];
    case 4:
      return [tile, ...[0, 1, 2, 3].map((i): Shape => ({ box: { x, y: y + 0.1 + i * 0.37, w: TILE, h: 0.17 }, form: 'rect', fill: ink }))];
    default:
      return [tile];
  }
}

/** Tiles of title art, drawn from the title alone: the same title gives the same picture. */
export function titleArt(title: string, theme: ThemeName): Shape[] {
  let state = 2166136261;
  for (const character of title) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  const draw = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
  const { grounds, on } = ART[theme];
  const shapes: Shape[] = [];
  const placed: Ink[] = [];
  for (let at = 0; at < 15; at++) {
    const [left, above] = [at % 3 === 0 ? undefined : placed[at - 1], placed[at - 3]];
    const from = draw(grounds.length);
    const ground = [...grounds.slice(from), ...grounds].find((ink) => ink !== left && ink !== above) ?? 'tint';
    placed.push(ground);
    const inks = on[ground] ?? ['accent'];
    shapes.push(
      ...artTile(
        SLIDE.w - TILE * 3 + (at % 3) * TILE,
        Math.floor(at / 3) * TILE,
        ground,
        inks[draw(inks.length)] ?? 'accent',
        draw(6),
        ([0, 1, 2, 3] as const)[draw(4)] ?? 0,
      ),
    );
  }
  return shapes;
}

export function titleSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const { document } = context;
  const cover = raw.cover;
  const flow = flowOf(raw.blocks, document.lang, context.notes);
  if (flow.figures.length > 0) return undefined;
  if (cover?.logo !== undefined)
    context.notes.push({
      code: 'cover_logo_omitted',
      severity: 'info',
      message: 'The title slide of a deck has no place for a logo; it was left out.',
      blockId: cover.id,
    });
  const [first, ...others] = flow.paragraphs;
  const subtitle = cover?.subtitle ?? (first ? undefined : document.subtitle);
  const top = cover ? [cover.eyebrow ?? cover.organization, cover.date] : [document.organization, document.date];
  const bottom = cover ? [cover.author, cover.version, cover.eyebrow === undefined ? undefined : cover.organization] : [document.author];
  const under: PlannedParagraph[] = [
    ...(subtitle === undefined ? [] : [line(subtitle)]),
    ...(first ? [{ ...first, level: 0, bullet: 'none' as const }] : []),
  ];
  const presenter = [...defined(bottom), ...others.map(({ runs }) => plainText(runs))].filter((text) => text.trim() !== '').join('  ·  ');
  const occasion = defined(top)
    .filter((text) => text.trim() !== '')
    .join('  ·  ');
  const subtitleFill =
    under.length === 0 ? undefined : fillText(context, 'title', 'subtitle', under, { scales: [1, 0.9, 0.8, 0.7], minPt: 12 });
  const presenterFill =
    presenter === '' ? undefined : fillText(context, 'title', 'presenter', [line(presenter)], { scales: [1, 0.9], minPt: 12 });
  if ((under.length > 0 && !subtitleFill) || (presenter !== '' && !presenterFill)) return undefined;
  const title = raw.title.length > 0 ? raw.title : [{ text: document.title }];
  const eyebrow =
    occasion === '' ? undefined : fillText(context, 'title', 'eyebrow', [line(shorten(occasion, 80))], { scales: [1, 0.9], minPt: 12 });
  return [
    makeSlide(
      context,
      { ...raw, title, eyebrow: '' },
      { layout: 'title', fills: defined([eyebrow, subtitleFill, presenterFill]), shapes: titleArt(plainText(title), context.theme.name) },
    ),
  ];
}

/** @param sectionNumber absent for a slide that only ends the deck */
export function sectionSlide(context: PlanContext, raw: RawSlide, sectionNumber: number | undefined): PlannedSlide[] | undefined {
  const flow = flowOf(raw.blocks, context.document.lang, context.notes);
  if (flow.figures.length > 0 || raw.title.length === 0) return undefined;
  const paragraphs = flow.paragraphs.map((paragraph): PlannedParagraph => ({ ...paragraph, level: 0, bullet: 'none' }));
  const text = fillText(context, 'section', 'text', paragraphs, { minPt: 16 });
  if (!text) return undefined;
  // a section that the author has numbered keeps its own number
  const typed = /^\s*(\d{1,2})[.)]\s+(.+)$/.exec(plainText(raw.title));
  const title: readonly Run[] = typed ? [{ text: typed[2] ?? '' }] : raw.title;
  const counted = typed?.[1] ?? sectionNumber;
  const figure: Fill[] = counted === undefined ? [] : [{ kind: 'text', key: 'figure', paragraphs: [line(String(counted))], scale: 1 }];
  return [
    makeSlide(context, { ...raw, title, eyebrow: '' }, { layout: 'section', fills: [...figure, ...(paragraphs.length > 0 ? [text] : [])] }),
  ];
}

const QUOTE_SCALES = [1, 0.84, 0.72, 0.62] as const;

export function quoteSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const quotes = raw.blocks.filter((block) => block.type === 'quote');
  const [quote] = quotes;
  if (!quote || quotes.length > 1) return undefined;
  const others = raw.blocks.filter((block) => block !== quote);
  const said = flowOf(quote.blocks, context.document.lang, context.notes);
  const around = flowOf(others, context.document.lang, context.notes);
  if (said.figures.length + around.figures.length > 0 || said.paragraphs.length === 0 || around.paragraphs.length > 1) return undefined;
  let paragraphs = said.paragraphs.map((paragraph): PlannedParagraph => ({ ...paragraph, level: 0, bullet: 'none' }));
  let by = quote.by;
  const last = paragraphs.at(-1);
  const signed = last && paragraphs.length > 1 ? /^\s*[—–-]+\s*(.{2,120})$/.exec(plainText(last.runs)) : null;
  if (by === undefined && signed) {
    by = signed[1];
    paragraphs = paragraphs.slice(0, -1);
  }
  const own = fillText(context, 'quote', 'title', paragraphs, { scales: QUOTE_SCALES, minPt: 20 });
  if (!own) return undefined;
  const [name = '', ...role] = (by ?? '').split(/,\s*/);
  const byParagraphs: PlannedParagraph[] = [
    ...(name === '' ? [] : [line(name)]),
    ...(role.length === 0 ? [] : [{ runs: [{ text: role.join(', ') }], level: 1 }]),
    ...around.paragraphs.map((paragraph): PlannedParagraph => ({ ...paragraph, level: 1, bullet: 'none' })),
  ];
  const byFill = byParagraphs.length === 0 ? undefined : fillText(context, 'quote', 'by', byParagraphs, { minPt: 12 });
  if (byParagraphs.length > 0 && !byFill) return undefined;
  const topic = raw.title.length > 0 ? plainText(raw.title) : raw.eyebrow;
  const mark: Fill = { kind: 'text', key: 'mark', paragraphs: [line('“')], scale: 1 };
  const eyebrow = topic === '' ? undefined : fillText(context, 'quote', 'eyebrow', [line(shorten(topic, 90))], { scales: [1], minPt: 12 });
  const slide = makeSlide(context, { ...raw, eyebrow: '' }, { layout: 'quote', ownTitle: own, fills: defined([mark, eyebrow, byFill]) });
  return [raw.title.length > 0 ? { ...slide, title: plainText(raw.title) } : slide];
}

const CLOSING_WORDS =
  /next steps?|decisions?\b|what we ask|call to action|thank|questions\?|closing|pr[oó]ximos pasos|siguientes pasos|decisi[oó]n|acuerdos? que se pide|gracias|cierre/i;
export const isClosingTitle = (title: readonly Run[]): boolean => CLOSING_WORDS.test(plainText(title));

const DATE_CHARS_MAX = 40;

function stepOf(runs: readonly Run[]): PlannedParagraph[] {
  const split = splitLead(runs);
  if (!split) return [{ runs, level: 0 }];
  const lead = plainText(split.lead);
  if (namesDate(lead, DATE_CHARS_MAX))
    return [
      { runs: [{ text: lead }], level: 2 },
      { runs: split.rest, level: 0 },
    ];
  return [
    { runs: split.lead, level: 0 },
    { runs: split.rest, level: 1 },
  ];
}

/** Up to three steps with date and owner; a last short paragraph is the contact. */
export function closingSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const lists = raw.blocks.filter((block) => block.type === 'list');
  const texts = raw.blocks.filter((block): block is Extract<Block, { type: 'paragraph' }> => block.type === 'paragraph');
  if (raw.title.length === 0 || lists.length > 1 || texts.length > 1 || lists.length + texts.length < raw.blocks.length) return undefined;
  const items = (lists[0]?.items ?? []).map(soleRuns);
  if (items.length > 3 || items.some((runs) => runs === undefined) || items.length === 0) return undefined;
  const steps = fillTogether(
    context,
    'closing',
    defined(items).map((runs, i) => ({ key: `step${i + 1}`, paragraphs: stepOf(runs) })),
    { minPt: 13 },
  );
  const [text] = texts;
  const contact = text
    ? fillText(context, 'closing', 'contact', [{ runs: text.runs, level: 0 }], { scales: [1, 0.9], minPt: 12 })
    : undefined;
  if (!steps || (text && !contact)) return undefined;
  return [makeSlide(context, raw, { layout: 'closing', fills: [...steps, ...defined([contact])] })];
}
