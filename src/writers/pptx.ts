/**
 * Presentations in two steps: a plan (which slides there are, in which layout, every text measured and fitted) and the
 * file that says it (ISO/IEC 29500 transitional). Rules look at the plan; the file adds nothing to it.
 */
import { append } from '../base/append.ts';
import { flatItems } from '../canvas/drawing.ts';
import type { Note } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import { plainText } from '../document/inline.ts';
import { labelsOf } from '../document/labels.ts';
import { roomKey } from '../document/slide-room.ts';
import type { Look } from '../document/look.ts';
import type { Style } from '../document/style.ts';
import { walkBlocks } from '../document/walk.ts';
import { lostRemarks, remarksIn, revisionNote } from './review.ts';
import { isRightToLeftLanguage } from './script.ts';
import { formulaPages, type FormulaPages } from './formula-pages.ts';
import { measureWidth } from '../base/text-metrics.ts';
import { bodyPt, deckTheme, type DeckTheme } from './pptx/deck-theme.ts';
import { packDeck } from './pptx/emit/deck-package.ts';
import { withEvenLines } from './pptx/plan/balance.ts';
import { buildSlides, type Position } from './pptx/plan/build-slides.ts';
import { divideDeck, type RawSlide } from './pptx/plan/divide.ts';
import { layoutsOf } from './pptx/plan/layouts.ts';
import { FORMULA_PT } from './pptx/plan/fit.ts';
import type { DeckPlan, FormulaPicture, FormulaPictures, PlanContext, PlannedSlide, Rhythm } from './pptx/plan/planned.ts';
import { goOn, RHYTHM_START } from './pptx/plan/rhythm.ts';
import { mirrorDeck, withTurnedTables } from './pptx/plan/mirror.ts';
import { tidyBlocks } from './pptx/plan/tidy-text.ts';
import { withClauseNumbers } from './clause-references.ts';
import { withPrintedInteractive } from './print-interactive.ts';
import { withTableFigures } from './table-figures.ts';

export type { DeckPlan, FormulaPicture, FormulaPictures };

/** The equations of a deck, to be drawn before it is planned; undefined where there are none. */
export function deckFormulas(document: Document, look: Look): FormulaPages | undefined {
  const texs = [...walkBlocks(document.blocks)].flatMap((block) => (block.type === 'equation' ? [block.tex.trim()] : []));
  const { inks } = deckTheme(look, look.dark === true ? 'dark' : 'light');
  return texs.length === 0 ? undefined : formulaPages(texs, { sizePt: FORMULA_PT, color: inks.text.hex, ground: inks.ground.hex });
}

/** More than anybody shows; what is beyond is on no slide and is reported in a note. */
const SLIDES_MAX = 500;

function footnotesOf(document: Document): PlanContext['footnotes'] {
  const block = document.blocks.find(({ type }) => type === 'footnotes');
  return new Map(block?.type === 'footnotes' ? block.notes.map(({ id, blocks }, i) => [id, { number: i + 1, blocks }]) : []);
}

/** An agenda in the place of a table of contents: the sections, or else the slides. */
function withAgenda(slides: readonly RawSlide[], document: Document): RawSlide[] {
  const sections = slides.filter(({ kind }, i) => kind === 'section' && i < slides.length - 1);
  const listed = (sections.length > 1 ? sections : slides.filter(({ kind, title }) => kind === 'slide' && title.length > 0)).slice(0, 24);
  const items = listed.map(({ title }) => ({ blocks: [{ id: '', type: 'paragraph' as const, runs: [{ text: plainText(title) }] }] }));
  return slides.flatMap((slide): RawSlide[] => {
    if (!slide.blocks.some(({ type }) => type === 'toc')) return [slide];
    if (items.length === 0 || slide.kind === 'title') return [{ ...slide, blocks: slide.blocks.filter(({ type }) => type !== 'toc') }];
    const blocks = slide.blocks.map((block): Block =>
      block.type === 'toc' ? { id: block.id, type: 'list', ordered: true, items } : block,
    );
    return [{ ...slide, blocks, title: slide.title.length > 0 ? slide.title : [{ text: labelsOf(document.lang).contents }] }];
  });
}

interface SlideGroup {
  raw: RawSlide;
  position: Position;
  /** What had gone before it. */
  rhythm: Rhythm;
  slides: PlannedSlide[];
}

/** Titles of the slides of the section that begins there; a part of the deck that opens another ends it. */
function outlineOf(raws: readonly RawSlide[], at: number): string[] {
  const after = raws.slice(at + 1);
  const end = after.findIndex(({ kind, opens }) => kind !== 'slide' || opens === true);
  const own = (end < 0 ? after : after.slice(0, end)).filter(({ layout }) => layout !== 'closing');
  const titles = own.map(({ title }) => plainText(title).trim());
  return titles.includes('') ? [] : [...new Set(titles)];
}

/** The context of a slide whose text takes less of its place, because some of it has been drawn beyond. */
function roomFor(context: PlanContext, { title }: RawSlide): PlanContext {
  const room = context.look.slideRooms?.[roomKey(plainText(title))];
  return room === undefined ? context : { ...context, theme: { ...context.theme, room: context.theme.room * room } };
}

/** Slides that follow each other under one title are distinguished by a count. Their notes have been taken before. */
function numberRepeated(context: PlanContext, groups: readonly SlideGroup[]): SlideGroup[] {
  const titleOf = ({ raw, slides }: SlideGroup): string => (raw.kind === 'slide' && slides.length === 1 ? (slides[0]?.title ?? '') : '');
  let from = 0;
  return groups.map((group, i) => {
    const title = titleOf(group);
    if (i === 0 || title === '' || titleOf(groups[i - 1] ?? group) !== title) from = i;
    const end = groups.findIndex((other, at) => at > i && titleOf(other) !== title);
    const of = (end < 0 ? groups.length : end) - from;
    if (title === '' || of < 2) return group;
    const raw: RawSlide = {
      ...group.raw,
      title: group.raw.title.length > 0 ? group.raw.title : [{ text: title }],
      count: { at: i - from + 1, of },
    };
    return { ...group, raw, slides: buildSlides({ ...roomFor(context, raw), notes: [], rhythm: group.rhythm }, raw, group.position) };
  });
}

/** Sizes of short titles, where nobody asked for one; points. */
const TITLE_STEPS = [38, 35, 32] as const;
/** Share of the titles that are on one line at the size that is chosen. */
const ON_ONE_LINE = 0.85;

/** Titles of a few words are larger than sentences; all of a deck have one size. */
function withTitleSize(theme: DeckTheme, look: Look, raws: readonly RawSlide[]): DeckTheme {
  const titles = raws.filter(({ kind, title }) => kind === 'slide' && title.length > 0).map(({ title }) => plainText(title));
  if (theme.template !== undefined || look.forms.slides.titlePt !== undefined || titles.length === 0) return theme;
  const face = { name: theme.faces.display, bold: theme.displayBold };
  const size = TITLE_STEPS.find(
    (sizePt) =>
      titles.filter((title) => measureWidth(title, face, sizePt) <= theme.content.w * 72 * 0.95).length >= titles.length * ON_ONE_LINE,
  );
  return size === undefined ? theme : { ...theme, titlePt: size };
}

/** Decides every slide of a document. Never fails for a document, however odd. */
export function planDeck(given: Document, look: Look, formulas: FormulaPictures = new Map()): DeckPlan {
  const printed = withPrintedInteractive(given);
  const tidied = tidyBlocks(withClauseNumbers(withTableFigures(printed.document)).blocks, given.lang);
  const document: Document = { ...given, blocks: tidied.blocks };
  const footnotes = footnotesOf(document);
  const noteMarks = new Map(Array.from(footnotes, ([id, { number }]) => [id, String(number)]));
  const raws = withAgenda(divideDeck(document.blocks), document);
  const theme = withTitleSize(deckTheme(look, look.dark === true ? 'dark' : 'light', { formulas, noteMarks }), look, raws);
  const layouts = layoutsOf(theme);
  const notes: Note[] = [...printed.notes, ...tidied.notes];
  const footer =
    look.footer ??
    theme.template?.footer ??
    [document.organization, document.title]
      .filter((text) => text !== undefined && text !== '')
      .join('  ·  ')
      .replaceAll(/\s*\n\s*/g, ' ');
  const context: PlanContext = {
    document,
    look,
    theme,
    layouts: new Map(layouts.map((layout) => [layout.name, layout])),
    notes,
    rhythm: RHYTHM_START,
    footer,
    footnotes,
  };
  const groups: SlideGroup[] = [];
  let count = 0;
  let sections = 0;
  let rhythm = RHYTHM_START;
  for (const [i, raw] of raws.entries()) {
    const last = i === raws.length - 1;
    if (raw.kind === 'section' && !last) sections += 1;
    if (count >= SLIDES_MAX) {
      notes.push({
        code: 'slides_too_many',
        severity: 'warning',
        message: `A deck has at most ${SLIDES_MAX} slides; ${raws.length - i} parts of the text are on none.`,
      });
      break;
    }
    const position = { last, sectionNumber: sections, outline: raw.kind === 'section' ? outlineOf(raws, i) : [] };
    const slides = buildSlides({ ...roomFor(context, raw), rhythm }, raw, position);
    groups.push({ raw, position, rhythm, slides });
    count += slides.length;
    rhythm = goOn(rhythm, slides);
  }
  const slides = numberRepeated(context, groups)
    .flatMap((group) => group.slides)
    .slice(0, SLIDES_MAX)
    .map((slide) => withEvenLines(theme, slide));
  const placed = isRightToLeftLanguage(document.lang) ? mirrorDeck(theme, layouts, slides) : { layouts, slides };
  const reviewed = placed.slides.map(({ fills, notes: spoken }) => [fills, spoken]);
  append(
    notes,
    lostRemarks(
      document.blocks,
      remarksIn(reviewed).map(({ remark }) => remark),
    ),
  );
  const shown = revisionNote(document.blocks, 'A presentation');
  if (shown !== undefined) notes.push(shown);
  return { document, look, theme, ...placed, notes };
}

/** The file of a plan; the same plan and date give the same bytes. @param options.created goes into the file's properties */
export function writePptx(plan: DeckPlan, options: { created: Date }): { bytes: Uint8Array; notes: Note[] } {
  return { bytes: packDeck(plan, options.created), notes: plan.notes };
}

/** Keys of the document's pictures that are on slides, whoever put them there. */
export function placedOnSlides({ document, slides }: DeckPlan): string[] {
  if (document.assets.size === 0) return [];
  const keys = slides.flatMap(({ fills, drawing }) => [
    ...fills.flatMap((fill) => (fill.kind === 'picture' ? [fill.asset.key] : [])),
    ...[...flatItems(drawing?.items ?? [])].flatMap((item) => (item.kind === 'picture' ? [item.asset] : [])),
  ]);
  return [...new Set(keys)].filter((key) => document.assets.has(key));
}

/** The master's own placeholders are those of this layout. */
const ALWAYS = 'bullets';

/** The same slides for drawing alone, without layouts that none of them uses: reading these takes an office program as long as the slides. */
export function writeDrawnPptx(plan: DeckPlan, options: { created: Date }): Uint8Array {
  const used = new Set(plan.slides.map(({ layout }) => layout));
  const layouts = plan.layouts.filter((layout) => used.has(layout) || layout.name === ALWAYS);
  return packDeck({ ...plan, layouts, slides: plan.slides.map(withTurnedTables) }, options.created);
}

const CM_PER_INCH = 2.54;
const BODY_PT = 20;

/** The style object of a deck (interface §2.1): what of a look slides take, in their own sizes. */
export function deckStyle(document: Document, look: Look): Style {
  const theme = deckTheme(look, look.dark === true ? 'dark' : 'light');
  const { inks } = theme;
  return {
    font: theme.faces.text,
    font_size: bodyPt(theme, BODY_PT),
    line_spacing: 1,
    colors: { title: inks.title.hex, headings: inks.title.hex, text: inks.text.hex, accent: inks.accent.hex },
    align: { title: theme.titleAlign, headings: theme.titleAlign, body: 'left' },
    margins_cm: Math.round(theme.content.x * CM_PER_INCH * 10) / 10,
    orientation: 'landscape',
    cover_page: document.blocks[0]?.type === 'cover',
    table_of_contents: document.blocks.some(({ type }) => type === 'toc'),
    page_numbers: look.pageNumbers !== 'none',
    ...(look.footer === undefined ? {} : { footer: look.footer }),
  };
}
