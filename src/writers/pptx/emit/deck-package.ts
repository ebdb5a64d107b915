/** The parts of a presentation put together (ISO/IEC 29500-1 §13): presentation, master, layouts, slides, notes. */
import { zipPackage, type PackagePart } from '../../zip-package.ts';
import { A } from '../../../ooxml/names.ts';
import { freePartName, newPartName, relativeTarget } from '../../../ooxml/change-package.ts';
import { partNames, type OfficePackage } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { notesMasterXml } from '../../../ooxml/notes-page.ts';
import { newRelationships, relate } from '../../docx/relationships.ts';
import { appPropertiesXml, corePropertiesXml } from '../../docx/settings.ts';
import { regionLanguage } from '../../docx/styles.ts';
import { deckTheme } from '../deck-theme.ts';
import { notesMasterOf, openEmptied, packOnTemplate } from '../template/pack.ts';
import type { Layout } from '../plan/layout.ts';
import type { DeckPlan, PlannedSlide } from '../plan/planned.ts';
import { SLIDE } from '../plan/layouts/frame.ts';
import { instantOf } from '../../review.ts';
import { authorsXml, slideCommentsXml, type CommentAuthors } from './comments.ts';
import { notesSlideXml } from './notes.ts';
import { slideXml } from './slide.ts';
import { deckThemeXml, layoutXml, MASTER_ID, masterXml } from './template.ts';
import type { TextContext } from './text.ts';
import { emu, NAMESPACES } from './xml.ts';

const DECK = 'application/vnd.openxmlformats-officedocument.presentationml.';
const THEME = 'application/vnd.openxmlformats-officedocument.theme+xml';
/** Ids of slides begin here (§19.2.1.33). */
const SLIDE_ID_FIRST = 256;

/** Parts that slides add while they are written. */
export interface DeckPackage {
  parts: PackagePart[];
  /** In the order of their parts; empty where a supplied presentation brings its own. */
  layouts: readonly Layout[];
  chartCount: number;
  commentAuthors: CommentAuthors;
  /** ISO 8601, of all comments. */
  date: string;
  /** From the folder of the notes. */
  notesMaster: string;
  /** Of a supplied presentation: tells our pictures from its own. */
  media?: number;
}

/** Cards, steps, columns and the like have a layout for each number of them; this many, or the next number there is, is enough to go on with. */
const USUAL_COUNT = 3;
const COUNT_IN_NAME = /-(\d+)(?=-|$)/;

function usualOfFamilies(layouts: readonly Layout[]): Set<Layout> {
  const usual = new Map<string, { layout: Layout; off: number }>();
  for (const layout of layouts) {
    const count = Number(COUNT_IN_NAME.exec(layout.name)?.[1] ?? USUAL_COUNT);
    const off = Math.abs(count - USUAL_COUNT);
    const family = layout.name.replace(COUNT_IN_NAME, '');
    const best = usual.get(family);
    if (best === undefined || off < best.off) usual.set(family, { layout, off });
  }
  return new Set(Array.from(usual.values(), ({ layout }) => layout));
}

/**
 * The layouts of the file: those that its slides use, and one of each composition for the slides that people add. The same on another
 * background, or for another number of cards, would only lengthen the list in the office program, and the time it takes to open the file.
 */
function writtenLayouts(plan: DeckPlan): Layout[] {
  const used = new Set(plan.slides.map(({ layout }) => layout));
  const usual = usualOfFamilies(plan.layouts.filter(({ twinOf }) => twinOf === undefined));
  return plan.layouts.filter((layout) => used.has(layout) || usual.has(layout));
}

function templateParts({ theme }: DeckPlan, layouts: readonly Layout[]): PackagePart[] {
  const master = newRelationships();
  const ids = layouts.map((_, i) => relate(master, 'slideLayout', `../slideLayouts/slideLayout${i + 1}.xml`));
  relate(master, 'theme', '../theme/theme1.xml');
  const parts: PackagePart[] = [
    { name: 'ppt/theme/theme1.xml', data: deckThemeXml(theme), contentType: THEME },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      data: masterXml(theme, layouts, ids),
      contentType: `${DECK}slideMaster+xml`,
      relationships: master,
    },
  ];
  for (const [i, layout] of layouts.entries()) {
    const relationships = newRelationships();
    relate(relationships, 'slideMaster', '../slideMasters/slideMaster1.xml');
    parts.push({
      name: `ppt/slideLayouts/slideLayout${i + 1}.xml`,
      data: layoutXml(theme, layout),
      contentType: `${DECK}slideLayout+xml`,
      relationships,
      recurs: true,
    });
  }
  return parts;
}

function notesParts(plan: DeckPlan): PackagePart[] {
  const relationships = newRelationships();
  relate(relationships, 'theme', '../theme/theme2.xml');
  return [
    { name: 'ppt/notesMasters/notesMaster1.xml', data: notesMasterXml(NAMESPACES), contentType: `${DECK}notesMaster+xml`, relationships },
    // paper is white, whatever the slides are
    { name: 'ppt/theme/theme2.xml', data: deckThemeXml(deckTheme(plan.look, 'light')), contentType: THEME },
  ];
}

/** From the folder of the notes. */
const besideNotes = (slide: string | undefined): string | undefined => slide && `../slides/${slide}`;

function slideParts(plan: DeckPlan, deck: DeckPackage, slide: PlannedSlide, number: number, slideOf: TextContext['slideOf']): void {
  const relationships = newRelationships();
  const lang = regionLanguage(plan.document.lang);
  const { part } = slide.layout;
  const layout =
    part === undefined
      ? `../slideLayouts/slideLayout${deck.layouts.indexOf(slide.layout) + 1}.xml`
      : relativeTarget('ppt/slides/slide1.xml', part);
  relate(relationships, 'slideLayout', layout);
  const context: TextContext = { theme: plan.theme, lang, relationships, slideOf };
  const data = slideXml(context, deck, slide, { number, assets: plan.document.assets });
  if (slide.notes.length > 0) {
    const notes = newRelationships();
    relate(notes, 'notesMaster', deck.notesMaster);
    relate(notes, 'slide', `../slides/slide${number}.xml`);
    relate(relationships, 'notesSlide', `../notesSlides/notesSlide${number}.xml`);
    deck.parts.push({
      name: `ppt/notesSlides/notesSlide${number}.xml`,
      data: notesSlideXml({ ...context, relationships: notes, slideOf: (anchor) => besideNotes(slideOf(anchor)) }, slide.notes),
      contentType: `${DECK}notesSlide+xml`,
      relationships: notes,
    });
  }
  const comments = slideCommentsXml(slide, deck.commentAuthors, deck.date);
  if (comments !== null) {
    relate(relationships, 'comments', `../comments/comment${number}.xml`);
    deck.parts.push({ name: `ppt/comments/comment${number}.xml`, data: comments, contentType: `${DECK}comments+xml` });
  }
  deck.parts.push({ name: `ppt/slides/slide${number}.xml`, data, contentType: `${DECK}slide+xml`, relationships });
}

/** Text outside placeholders; its language is the deck's. */
const defaultTextXml = (lang: string): string =>
  `<p:defaultTextStyle><a:defPPr><a:defRPr lang="${escapeAttribute(lang)}"/></a:defPPr><a:lvl1pPr marL="0" algn="l"><a:defRPr lang="${escapeAttribute(lang)}" sz="1800"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:defaultTextStyle>`;

function presentationPart(plan: DeckPlan, hasNotes: boolean, hasComments: boolean): PackagePart {
  const relationships = newRelationships();
  const master = relate(relationships, 'slideMaster', 'slideMasters/slideMaster1.xml');
  const slides = plan.slides
    .map((_, i) => `<p:sldId id="${SLIDE_ID_FIRST + i}" r:id="${relate(relationships, 'slide', `slides/slide${i + 1}.xml`)}"/>`)
    .join('');
  const notes = hasNotes
    ? `<p:notesMasterIdLst><p:notesMasterId r:id="${relate(relationships, 'notesMaster', 'notesMasters/notesMaster1.xml')}"/></p:notesMasterIdLst>`
    : '';
  relate(relationships, 'theme', 'theme/theme1.xml');
  relate(relationships, 'tableStyles', 'tableStyles.xml');
  if (hasComments) relate(relationships, 'commentAuthors', 'commentAuthors.xml');
  const data =
    `${XML_DECLARATION}<p:presentation ${NAMESPACES} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="${MASTER_ID}" r:id="${master}"/></p:sldMasterIdLst>${notes}<p:sldIdLst>${slides}</p:sldIdLst>` +
    `<p:sldSz cx="${emu(SLIDE.w)}" cy="${emu(SLIDE.h)}"/><p:notesSz cx="6858000" cy="9144000"/>${defaultTextXml(regionLanguage(plan.document.lang))}</p:presentation>`;
  return { name: 'ppt/presentation.xml', data, contentType: `${DECK}presentation.main+xml`, relationships };
}

const beginPackage = (created: Date, layouts: readonly Layout[]): DeckPackage => ({
  parts: [],
  layouts,
  chartCount: 0,
  commentAuthors: new Map(),
  date: instantOf(created),
  notesMaster: '../notesMasters/notesMaster1.xml',
});

function writeSlides(plan: DeckPlan, deck: DeckPackage): void {
  const places = new Map(
    plan.slides.flatMap((slide, i) => slide.anchors.map((anchor): [string, string] => [anchor, `slide${i + 1}.xml`])).toReversed(),
  );
  for (const [i, slide] of plan.slides.entries()) slideParts(plan, deck, slide, i + 1, (anchor) => places.get(anchor));
}

const isSlide = ({ name }: PackagePart): boolean => name.startsWith('ppt/slides/');

/** Our slides in a supplied presentation. */
function packSupplied(plan: DeckPlan, file: Uint8Array, created: Date): Uint8Array {
  const opened = openEmptied(file);
  const deck = beginPackage(created, []);
  // charts of its layouts keep their names
  deck.chartCount = partNames(opened).filter((name) => /\/(?:charts|embeddings)\//.test(name)).length * 100;
  deck.media = partNames(opened).length;
  const hasNotes = plan.slides.some(({ notes }) => notes.length > 0);
  const own = notesMasterOf(opened);
  if (own !== undefined) deck.notesMaster = relativeTarget('ppt/notesSlides/notesSlide1.xml', own);
  const master = own === undefined && hasNotes ? newNotesMaster(plan, opened) : undefined;
  if (master !== undefined) deck.notesMaster = relativeTarget('ppt/notesSlides/notesSlide1.xml', master.name);
  writeSlides(plan, deck);
  return packOnTemplate(opened, {
    slides: deck.parts.filter(isSlide),
    others: [...(master?.parts ?? []), ...deck.parts.filter((part) => !isSlide(part))],
    authors: deck.commentAuthors.size === 0 ? '' : authorsXml(deck.commentAuthors),
    notesMaster: master?.name,
    core: corePropertiesXml(plan.document, created),
    app: appPropertiesXml(plan.document),
  });
}

function newNotesMaster(plan: DeckPlan, opened: OfficePackage): { name: string; parts: PackagePart[] } {
  const name = newPartName(opened, 'ppt/notesMasters/notesMaster1', '.xml');
  const theme = freePartName(opened, 'ppt/theme/theme', '.xml');
  const relationships = newRelationships();
  relate(relationships, 'theme', relativeTarget(name, theme));
  const paper = { ...plan.look };
  delete paper.template;
  return {
    name,
    parts: [
      { name, data: notesMasterXml(NAMESPACES), contentType: `${DECK}notesMaster+xml`, relationships },
      { name: theme, data: deckThemeXml(deckTheme(paper, 'light')), contentType: THEME },
    ],
  };
}

/** The whole file. @param created goes into its properties */
export function packDeck(plan: DeckPlan, created: Date): Uint8Array {
  const { template } = plan.theme;
  if (template !== undefined) return packSupplied(plan, template.file, created);
  const deck = beginPackage(created, writtenLayouts(plan));
  writeSlides(plan, deck);
  const hasNotes = plan.slides.some(({ notes }) => notes.length > 0);
  const { commentAuthors } = deck;
  return zipPackage('ppt/presentation.xml', [
    presentationPart(plan, hasNotes, commentAuthors.size > 0),
    ...(commentAuthors.size === 0
      ? []
      : [{ name: 'ppt/commentAuthors.xml', data: authorsXml(commentAuthors), contentType: `${DECK}commentAuthors+xml` }]),
    ...templateParts(plan, deck.layouts),
    ...(hasNotes ? notesParts(plan) : []),
    ...deck.parts,
    {
      name: 'ppt/tableStyles.xml',
      data: `${XML_DECLARATION}<a:tblStyleLst xmlns:a="${A}" def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"/>`,
      contentType: `${DECK}tableStyles+xml`,
    },
    {
      name: 'docProps/core.xml',
      data: corePropertiesXml(plan.document, created),
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
    },
    {
      name: 'docProps/app.xml',
      data: appPropertiesXml(plan.document),
      contentType: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    },
  ]);
}
