/** Title, section, quote and closing slides: few words on a background of their own. */
import type { Block, Cover } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { asHighAsNeeded } from './card-slides.ts';
import { namesDate } from './date-words.ts';
import type { RawSlide } from './divide.ts';
import { flowOf, soleRuns, splitLead } from './flow.ts';
import { labelsOf } from '../../../document/labels.ts';
import type { Shape } from './layout.ts';
import { containIn, coverCrop, CROP_MAX, cropFor, isPhotograph, NO_CROP } from './picture-place.ts';
import { soleWords, statementParagraphs } from './text-slides.ts';
import { fillText, fillTogether, fitTitle, layoutNamed, makeSlide, shorten, slotOf } from './slide-maker.ts';
import { isShown } from '../template/layouts.ts';
import { isDeepTitle, titleArt } from './title-art.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

const defined = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value): value is T => value !== undefined);
const line = (text: string): PlannedParagraph => ({ runs: [{ text }], level: 0 });

const TITLE_PIXELS_MIN = 1200;

/** The first photograph of the sources that fills a slide without losing much of it. */
function titlePhotograph(context: PlanContext): Fill | undefined {
  const { box } = slotOf(layoutNamed(context, 'title-photo'), 'picture');
  const asset = [...context.document.assets.values()].find(
    (one) => isPhotograph(one) && one.width >= TITLE_PIXELS_MIN && cropFor(one, box) <= CROP_MAX,
  );
  return asset && { kind: 'picture', key: 'picture', asset, alt: labelsOf(context.document.lang).image, box, crop: coverCrop(asset, box) };
}

/** Under the words nine tenths of the background cover the picture: white text on it holds 4.5:1 even on white. */
const TITLE_SCRIM: readonly Shape[] = [
  { box: { x: 0, y: 0, w: 8.2, h: 7.5 }, form: 'rect', fill: 'block', alpha: 0.92 },
  {
    box: { x: 8.2, y: 0, w: 5.133, h: 7.5 },
    form: 'rect',
    gradient: { from: 'block', to: 'block', degrees: 0, alphaFrom: 0.92, alphaTo: 0.05 },
  },
];

/** The logo of the cover or of the house, whole, at the top left. */
function logoFill(context: PlanContext, layout: string, cover: Cover | undefined): Fill | undefined {
  const key = cover?.logo ?? context.document.logo;
  if (key === undefined) return undefined;
  const asset = context.document.assets.get(key);
  if (!asset) {
    context.notes.push({
      code: 'image_missing',
      severity: 'warning',
      message: `There is no picture ${key.slice(0, 40)} for the title slide.`,
      ...(cover === undefined ? {} : { blockId: cover.id }),
    });
    return undefined;
  }
  const { box } = slotOf(layoutNamed(context, layout), 'logo');
  const organization = (cover?.organization ?? context.document.organization)?.trim() ?? '';
  const alt = organization === '' ? labelsOf(context.document.lang).image : organization;
  return { kind: 'picture', key: 'logo', asset, alt, box: containIn(asset, box), crop: NO_CROP };
}

/** In a supplied template: all words in its places for title and subtitle; its own art and logo are there. */
function suppliedTitle(context: PlanContext, raw: RawSlide, words: PlannedParagraph[]): PlannedSlide[] | undefined {
  const title = plainText(raw.title).trim() === '' ? [{ text: context.document.title }] : raw.title;
  const layout = layoutNamed(context, 'title');
  const placed = slotOf(layout, 'subtitle').tie?.kind === 'bound';
  const fill = words.length === 0 || !placed ? undefined : fillText(context, 'title', 'subtitle', words, { minPt: 9 });
  if (words.length > 0 && !fill) {
    const text = words.map(({ runs }) => plainText(runs)).join('; ');
    context.notes.push({
      code: 'slide_layout_changed',
      severity: 'warning',
      message: `The title slide of the template has no room for these words, which are in the notes of the slide: ${JSON.stringify(text.slice(0, 300))}.`,
      blockId: raw.id,
    });
    const said: Block = { id: `${raw.id}-words`, type: 'paragraph', runs: [{ text }] };
    return [makeSlide(context, { ...raw, title, eyebrow: '', notes: [...raw.notes, said] }, { layout: 'title', fills: [] })];
  }
  return [makeSlide(context, { ...raw, title, eyebrow: '' }, { layout: 'title', fills: defined([fill]) })];
}

export function titleSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const { document } = context;
  const cover = raw.cover;
  const flow = flowOf(raw.blocks, document.lang, context.notes);
  if (flow.figures.length > 0) return undefined;
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
  if (context.theme.template !== undefined) {
    const words = [...under, ...[presenter, occasion].filter((text) => text !== '').map(line)];
    return suppliedTitle(context, raw, words);
  }
  // a logo is read on a light background, whatever its colours are
  const branded = (cover?.logo ?? document.logo) !== undefined;
  const photograph = branded ? undefined : titlePhotograph(context);
  const deep = !branded && isDeepTitle(context.theme);
  const layout = photograph ? 'title-photo' : deep ? 'title-deep' : 'title';
  const subtitleFill =
    under.length === 0 ? undefined : fillText(context, layout, 'subtitle', under, { scales: [1.1, 1, 0.9, 0.8, 0.7, 0.6], minPt: 12 });
  const presenterFill =
    presenter === '' ? undefined : fillText(context, layout, 'presenter', [line(presenter)], { scales: [1, 0.9], minPt: 12 });
  if ((under.length > 0 && !subtitleFill) || (presenter !== '' && !presenterFill)) return undefined;
  const title = plainText(raw.title).trim() === '' ? [{ text: document.title }] : raw.title;
  const logo = logoFill(context, layout, cover);
  const eyebrow =
    occasion === ''
      ? undefined
      : fillText(context, layout, 'eyebrow', [line(shorten(occasion, 80))], {
          scales: [1, 0.9],
          minPt: 12,
          ...(logo ? { box: { x: 0.75, y: 1.5, w: 7.3, h: 0.3 } } : {}),
        });
  return [
    makeSlide(
      context,
      { ...raw, title, eyebrow: '' },
      {
        layout,
        fills: defined([photograph, logo, eyebrow, subtitleFill, presenterFill]),
        shapes: photograph ? TITLE_SCRIM : [titleArt(context.theme, deep)],
      },
    ),
  ];
}

/** Grounds that sections take in turn. */
const SECTIONS = ['section', 'section-tint', 'section-accent'] as const;

/** The last slide where it only takes leave: the title's art again. */
export function endSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const flow = flowOf(raw.blocks, context.document.lang, context.notes);
  if (flow.figures.length > 0 || raw.title.length === 0 || flow.paragraphs.length > 3) return undefined;
  const paragraphs = flow.paragraphs.map((paragraph): PlannedParagraph => ({ ...paragraph, level: 0, bullet: 'none' }));
  const text = fillText(context, 'end', 'text', paragraphs, { minPt: 16 });
  if (!text || (paragraphs.length > 0 && !isShown(layoutNamed(context, 'end'), 'text'))) return undefined;
  return [
    makeSlide(
      context,
      { ...raw, eyebrow: '' },
      {
        layout: 'end',
        fills: paragraphs.length > 0 ? [text] : [],
        ...(context.theme.template === undefined ? { shapes: [titleArt(context.theme, true)] } : {}),
      },
    ),
  ];
}

const CONTACT = /[^\s@]+@[^\s@]+\.[^\s@]+|(?:https?:\/\/|www\.)\S+|\+?\d[\d\s()./-]{6,}\d/giu;
/** A name beside an address, and no sentence. */
const BESIDE_CONTACT_CHARS_MAX = 36;

/** Whether these words only say where somebody is found: addresses, numbers, and a name beside each. */
function isContact(text: string): boolean {
  const rest = text.replaceAll(CONTACT, '');
  return rest !== text && rest.length <= BESIDE_CONTACT_CHARS_MAX;
}

/** The last words of a deck above how to reach the speaker: a slide of leave, whatever it says; undefined for all others. */
export function contactSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const texts = raw.blocks.map((block) => (block.type === 'paragraph' ? block.runs : soleWords([block])));
  return texts.length > 0 && texts.every((runs) => runs && isContact(plainText(runs))) ? endSlide(context, raw) : undefined;
}

/** More of them are no outline, and one alone is none either. */
const OUTLINE = { least: 2, most: 7, chars: 80 } as const;
const OUTLINE_SCALES = [1.1, 1, 0.9, 0.82, 0.73] as const;

/** The titles of a section's slides beside its own. */
function outlineFill(context: PlanContext, layout: string, titles: readonly string[]): Fill | undefined {
  if (titles.length < OUTLINE.least || titles.length > OUTLINE.most || titles.some(({ length }) => length > OUTLINE.chars))
    return undefined;
  return fillText(context, layout, 'outline', titles.map(line), { scales: OUTLINE_SCALES, minPt: 16 });
}

/**
 * @param sectionNumber absent for a slide that only ends the deck
 * @param titles of the slides of the section, which it may list
 */
export function sectionSlide(
  context: PlanContext,
  raw: RawSlide,
  sectionNumber: number | undefined,
  titles: readonly string[] = [],
): PlannedSlide[] | undefined {
  const flow = flowOf(raw.blocks, context.document.lang, context.notes);
  if (flow.figures.length > 0 || raw.title.length === 0) return undefined;
  const paragraphs = flow.paragraphs.map((paragraph): PlannedParagraph => ({ ...paragraph, level: 0, bullet: 'none' }));
  const plain = sectionNumber === undefined ? 'section' : (SECTIONS[(sectionNumber - 1) % SECTIONS.length] ?? 'section');
  const beside = plain.replace('section', 'section-outline');
  const outline = context.theme.template === undefined ? outlineFill(context, beside, titles) : undefined;
  const layout = outline && fitTitle(context, slotOf(layoutNamed(context, beside), 'title'), raw.title).rest === undefined ? beside : plain;
  const text = fillText(context, layout, 'text', paragraphs, { minPt: 16 });
  if (!text || (paragraphs.length > 0 && !isShown(layoutNamed(context, layout), 'text')))
    return layout === plain ? undefined : sectionSlide(context, raw, sectionNumber);
  // a section that the author has numbered keeps its own number
  const typed = /^\s*(\d{1,2})[.)]\s+(.+)$/.exec(plainText(raw.title));
  const title: readonly Run[] = typed ? [{ text: typed[2] ?? '' }] : raw.title;
  const counted = typed?.[1] ?? sectionNumber;
  const figure: Fill[] = counted === undefined ? [] : [{ kind: 'text', key: 'figure', paragraphs: [line(String(counted))], scale: 1 }];
  return [
    makeSlide(
      context,
      { ...raw, title, eyebrow: '' },
      { layout, fills: [...figure, ...(paragraphs.length > 0 ? [text] : []), ...(layout === beside && outline ? [outline] : [])] },
    ),
  ];
}

const QUOTE_SCALES = [1.1, 1, 0.9, 0.8, 0.7, 0.62, 0.55] as const;

const isBlank = ({ runs, tex = '' }: PlannedParagraph): boolean => tex.trim() === '' && plainText(runs).trim() === '';

export function quoteSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const quotes = raw.blocks.filter((block) => block.type === 'quote');
  const [quote] = quotes;
  // a supplied template has its titles where titles are: a quotation is text there
  if (!quote || quotes.length > 1 || context.theme.template !== undefined) return undefined;
  const others = raw.blocks.filter((block) => block !== quote);
  const said = flowOf(quote.blocks, context.document.lang, context.notes);
  const around = flowOf(others, context.document.lang, context.notes);
  if (said.figures.length + around.figures.length > 0 || said.paragraphs.every(isBlank) || around.paragraphs.length > 1) return undefined;
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
  const heading: Fill | undefined = eyebrow?.kind === 'text' && raw.title.length > 0 ? { ...eyebrow, called: 'Heading' } : eyebrow;
  const quoted: Fill = own.kind === 'text' ? { ...own, called: 'Quotation' } : own;
  const slide = makeSlide(context, { ...raw, eyebrow: '' }, { layout: 'quote', ownTitle: quoted, fills: defined([mark, heading, byFill]) });
  return [raw.title.length > 0 ? { ...slide, title: plainText(raw.title) } : slide];
}

const CLOSING_WORDS =
  /next steps?|^next\b|decisions?\b|\basks?\b|call to action|thank|questions\?|closing|summary|conclusion|takeaway|remember|in short|resumen|conclusi[oó]n|para recordar|pr[oó]ximos pasos|siguientes pasos|decisi[oó]n|acuerdos? que se pide|gracias|cierre/i;
export const isClosingTitle = (title: readonly Run[]): boolean => CLOSING_WORDS.test(plainText(title));

const DATE_CHARS_MAX = 40;

/** "Approval: 26 January", "26 January: approval": the date above what is done by then. */
function datedStep(runs: readonly Run[]): PlannedParagraph[] | undefined {
  const [only, ...others] = runs;
  const found = only && others.length === 0 && only.link === undefined ? /^(.{2,90}?):\s+(\S.*)$/su.exec(only.text) : null;
  const [, before = '', behind = ''] = found ?? [];
  if (found === null) return undefined;
  if (namesDate(before, DATE_CHARS_MAX))
    return [{ ...line(before), level: 2 }, line(`${behind.charAt(0).toUpperCase()}${behind.slice(1)}`)];
  return namesDate(behind, DATE_CHARS_MAX) ? [{ ...line(behind), level: 2 }, line(before)] : undefined;
}

function stepOf(runs: readonly Run[]): PlannedParagraph[] {
  const split = splitLead(runs);
  if (!split) return datedStep(runs) ?? [{ runs, level: 0 }];
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

/** "Data protection desk: extension 4410": what it is, small, above what is said of it. */
function labelledStep(runs: readonly Run[]): PlannedParagraph[] | undefined {
  const [only, ...others] = runs;
  const found = only && others.length === 0 && only.link === undefined ? /^([^:.!?]{2,32}):\s+(\S.*)$/su.exec(only.text) : null;
  const [, label = '', said = ''] = found ?? [];
  return found === null ? undefined : [{ ...line(label), level: 2 }, line(`${said.charAt(0).toUpperCase()}${said.slice(1)}`)];
}

/** The steps of a closing: all under their labels, or numbered where none has a date or a label. */
function closingSteps(items: readonly (readonly Run[])[]): PlannedParagraph[][] {
  const labelled = items.map((runs) => (splitLead(runs) ? undefined : (datedStep(runs) ?? labelledStep(runs))));
  const whole = labelled.filter((one) => one !== undefined);
  if (whole.length === items.length) return whole;
  const steps = items.map(stepOf);
  const plain = steps.every((paragraphs) => paragraphs.length === 1);
  return plain && items.length > 1 ? steps.map((paragraphs, i) => [{ ...line(String(i + 1)), level: 3 }, ...paragraphs]) : steps;
}

/** What is asked for, in a sentence, said large. */
export function askSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const texts = raw.blocks.map((block) => (block.type === 'paragraph' ? block.runs : soleWords([block])));
  const [ask, contact] = texts;
  if (!ask || raw.title.length === 0 || texts.length > 2 || texts.some((runs) => runs === undefined)) return undefined;
  if (plainText(ask).length > ASK_CHARS_MAX) return undefined;
  const said = fillText(context, 'ask', 'statement', statementParagraphs(ask), { scales: [1.1, 1, 0.9, 0.8, 0.7], minPt: 18 });
  const below = contact && fillText(context, 'ask', 'contact', [{ runs: contact, level: 0 }], { scales: [1, 0.9], minPt: 12 });
  if (!said || (contact && !below)) return undefined;
  return [makeSlide(context, { ...raw, eyebrow: '' }, { layout: 'ask', fills: defined([said, below]) })];
}

const ASK_CHARS_MAX = 260;
const ASK_WORDS = /\basks?\b|we need|we ask|request|pedimos|petici[oó]n|solicit|necesitamos|decisi[oó]n/i;
export const isAskTitle = (title: readonly Run[]): boolean => ASK_WORDS.test(plainText(title));
const LEAVE_WORDS =
  /^\s*¡?\s*(?:thank|thanks|gracias|questions(?=\W*$|\W+(?:and|&)\s)|preguntas(?=\W*$|\W+y\s)|merci|danke|obrigad|q\s?&\s?a|the end|fin\b|شكر|תודה|ありがとう|ご清聴|谢谢|謝謝|감사)/i;
export const isLeave = (title: readonly Run[]): boolean => LEAVE_WORDS.test(plainText(title));

/** Of a card; inches. */
const CLOSING_IN_MIN = 2.1;

/** Up to four steps with date and owner; a last short paragraph is the contact. */
export function closingSlide(context: PlanContext, raw: RawSlide): PlannedSlide[] | undefined {
  const lists = raw.blocks.filter((block) => block.type === 'list');
  const texts = raw.blocks.filter((block): block is Extract<Block, { type: 'paragraph' }> => block.type === 'paragraph');
  if (raw.title.length === 0 || lists.length > 1 || texts.length > 1 || lists.length + texts.length < raw.blocks.length) return undefined;
  // what is said before the steps is what they are for, and stands above or beside them
  if (texts[0] !== undefined && raw.blocks[0] === texts[0]) return undefined;
  const items = (lists[0]?.items ?? []).map(soleRuns);
  if (items.length > 4 || items.some((runs) => runs === undefined) || items.length === 0) return undefined;
  const layout = items.length === 3 ? 'closing' : `closing-${items.length}`;
  const steps = fillTogether(
    context,
    layout,
    closingSteps(defined(items)).map((paragraphs, i) => ({ key: `step${i + 1}`, paragraphs })),
    { scales: [1.25, 1.1, 1, 0.9, 0.8], minPt: 13 },
  );
  const [text] = texts;
  const contact = text ? fillText(context, layout, 'contact', [{ runs: text.runs, level: 0 }], { scales: [1, 0.9], minPt: 12 }) : undefined;
  if (!steps || (text && !contact)) return undefined;
  return [makeSlide(context, raw, { layout, fills: [...asHighAsNeeded(context, layout, steps, CLOSING_IN_MIN), ...defined([contact])] })];
}
