/**
 * A new slide in a presentation whose layouts have no places for text, as those of PptxGenJS: title and text are set as those of a slide that
 * is there, each in a box like its own.
 */
import { A, P } from '../../../ooxml/names.ts';
import { TREE_HEAD } from '../../../ooxml/notes-page.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { objectsOf, placeholderOf } from './deck-objects.ts';
import { placeOf, type Frame } from './frames.ts';
import { layoutOf, type DeckLayout } from './layouts.ts';
import { declarations, languageOf, type NewSlide } from './new-slide.ts';

/** Slides that are looked at, the nearest first. */
const SLIDES_MAX = 40;
const SHAPES_MAX = 200;
const TITLE = { lettersMax: 160, sizeMin: 1_800, lowest: 0.3 };
/** A text of its own takes so much of a slide; labels of figures take less. */
const BODY_SHARE = 0.15;
const USUAL_SIZE = 1_800;
const LEVEL_EMU = 342_900;
const GAP_EMU = 180_000;

/** A box with text that is no placeholder. */
interface Box {
  frame: Frame;
  /** Of its first words, in hundredths of points. */
  size: number;
  letters: number;
  paragraphs: number;
  /** XML of its parts: properties of the shape, of the text, of its first paragraph and first run. */
  shape: string;
  body: string;
  paragraph: string;
  run: XmlElement;
  source: string;
}

interface Sample {
  slide: DeckSlide;
  title: Box;
  text: Box | undefined;
}

function boxOf(file: DeckFile, slide: DeckSlide, element: XmlElement): Box | undefined {
  const { part } = slide;
  const { source } = part;
  const frame = placeOf(file, { element, part });
  const [shape, body] = [firstElementOf(element, 'spPr', P), firstElementOf(element, 'txBody', P)];
  const paragraphs = (body === undefined ? [] : elementsOf(body, 'p', A)).filter((one) => textOf(one).trim() !== '');
  const first = paragraphs[0];
  const run = first && [...walkElements(first)].find(({ local, uri }) => local === 'rPr' && uri === A);
  if (frame === undefined || shape === undefined || body === undefined || first === undefined || run === undefined) return undefined;
  const xmlOf = (part: XmlElement | undefined): string => (part === undefined ? '' : source.slice(part.start, part.end));
  const box = {
    shape: xmlOf(shape),
    body: xmlOf(firstElementOf(body, 'bodyPr', A)) || '<a:bodyPr/>',
    paragraph: xmlOf(firstElementOf(first, 'pPr', A)),
  };
  // pictures, links and what else is in other namespaces would need what they name
  if (/<(?!\/?[ap]:)|\sr:/.test(box.shape + box.body + box.paragraph + xmlOf(run))) return undefined;
  const letters = paragraphs.reduce((sum, one) => sum + textOf(one).trim().length, 0);
  return { ...box, frame, run, source, letters, paragraphs: paragraphs.length, size: Number(attributeOf(run, 'sz') ?? USUAL_SIZE) };
}

function sampleOn(file: DeckFile, slide: DeckSlide, { cx, cy }: { cx: number; cy: number }): Sample | undefined {
  const boxes = objectsOf(slide)
    .filter(({ element }) => element.local === 'sp' && element.parent?.local === 'spTree' && placeholderOf(element) === undefined)
    .slice(0, SHAPES_MAX)
    .flatMap(({ element }) => boxOf(file, slide, element) ?? []);
  const [title] = boxes
    .filter(
      ({ frame, size, letters, paragraphs }) =>
        paragraphs === 1 &&
        letters <= TITLE.lettersMax &&
        size >= TITLE.sizeMin &&
        frame.y >= 0 &&
        frame.y + frame.cy / 2 < cy * TITLE.lowest &&
        frame.cx > cx / 4,
    )
    .toSorted((a, b) => b.size - a.size || a.frame.y - b.frame.y);
  if (title === undefined) return undefined;
  const [text] = boxes
    .filter(
      ({ frame, size }) =>
        frame.y >= title.frame.y + title.frame.cy / 2 && size <= title.size && frame.cx * frame.cy >= cx * cy * BODY_SHARE,
    )
    .toSorted((a, b) => b.letters - a.letters);
  return { slide, title, text };
}

/** The nearest slide with a title and a text; else one with a title. */
function findSample(file: DeckFile, beside: DeckSlide): Sample | undefined {
  const size = slideSize(file);
  const at = file.slides.indexOf(beside);
  const near = file.slides
    .map((slide, index) => ({ slide, far: Math.abs(index - at) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, SLIDES_MAX);
  const samples = near.flatMap(({ slide }) => sampleOn(file, slide, size) ?? []);
  return samples.find(({ text }) => text !== undefined) ?? samples[0];
}

/** Of all slides, in EMU. */
export function slideSize({ main }: DeckFile): { cx: number; cy: number } {
  const size = firstElementOf(main.root, 'sldSz', P);
  return { cx: Number((size && attributeOf(size, 'cx')) ?? 12_192_000), cy: Number((size && attributeOf(size, 'cy')) ?? 6_858_000) };
}

/** The properties of words like those of the sample. @param size where it has another one, and no weight */
function runXml({ run, source }: Box, lang: string, size?: number): string {
  const skipped = new Set(['lang', 'altLang', 'dirty', 'err', ...(size === undefined ? [] : ['sz', 'b', 'i', 'u'])]);
  const attributes = run.attributes
    .filter(({ name }) => !skipped.has(name) && !name.includes(':'))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const content = source.slice(run.contentStart, run.contentEnd);
  const all = ` lang="${escapeAttribute(lang)}"${size === undefined ? '' : ` sz="${size}"`}${attributes}`;
  return run.contentStart === run.end ? `<a:rPr${all}/>` : `<a:rPr${all}>${content}</a:rPr>`;
}

/** Tabs at the beginning of a line set it in, as levels of a layout do. */
function indented(paragraph: string, level: number): string {
  if (level === 0) return paragraph;
  const known = /^<a:pPr\b[^>]*?\smarL="(\d+)"/.exec(paragraph)?.[1];
  const left = Number(known ?? 0) + level * LEVEL_EMU;
  if (known !== undefined) return paragraph.replace(/\smarL="\d+"/, ` marL="${left}"`);
  return paragraph === '' ? `<a:pPr marL="${left}"/>` : paragraph.replace(/^<a:pPr/, `<a:pPr marL="${left}"`);
}

function linesXml(text: string, paragraph: string, run: string): string {
  return text
    .split('\n')
    .map((line) => {
      const level = Math.min(8, /^\t*/.exec(line)?.[0].length ?? 0);
      const words = line.replace(/^\t+/, '');
      const properties = indented(paragraph, level);
      return words === ''
        ? `<a:p>${properties}${run.replaceAll('a:rPr', 'a:endParaRPr')}</a:p>`
        : `<a:p>${properties}<a:r>${run}<a:t>${escapeText(words)}</a:t></a:r></a:p>`;
    })
    .join('');
}

const placed = (shape: string, { x, y, cx, cy }: Frame): string =>
  shape.replace(/<a:off\b[^>]*\/>/, `<a:off x="${x}" y="${y}"/>`).replace(/<a:ext cx[^>]*\/>/, `<a:ext cx="${cx}" cy="${cy}"/>`);

/** What the style of titles would else say: boxes begin at the left, and are as bold as they say. */
function asTitle(paragraph: string): string {
  if (/^<a:pPr\b[^>]*\salgn=/.test(paragraph)) return paragraph;
  return paragraph === '' ? '<a:pPr algn="l"/>' : paragraph.replace(/^<a:pPr/, '<a:pPr algn="l"');
}

function titleXml(box: Box, text: string, lang: string): string {
  const run = runXml(box, lang);
  const weighed = attributeOf(box.run, 'b') === undefined ? run.replace(/^<a:rPr/, '<a:rPr b="0"') : run;
  const lines = linesXml(text.replaceAll('\n', ' '), asTitle(box.paragraph), weighed);
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>${box.shape}<p:txBody>${box.body}<a:lstStyle/>${lines}</p:txBody></p:sp>`;
}

/** As the text of the sample, as wide as the title; where it has none, below the title, in its face and colour. */
function textXml({ title, text }: Sample, words: string, lang: string, high: number): string {
  const right = title.frame.x + title.frame.cx;
  const below = title.frame.y + title.frame.cy + GAP_EMU;
  const frame =
    text === undefined
      ? { x: title.frame.x, y: below, cx: title.frame.cx, cy: Math.max(GAP_EMU, high - below - Math.max(GAP_EMU, title.frame.y)) }
      : { ...text.frame, cx: Math.max(text.frame.cx, right - text.frame.x) };
  const shape =
    text === undefined
      ? `<p:spPr><a:xfrm><a:off x="${frame.x}" y="${frame.y}"/><a:ext cx="${frame.cx}" cy="${frame.cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>`
      : placed(text.shape, frame);
  const body = text?.body ?? '<a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr>';
  const run = text === undefined ? runXml(title, lang, USUAL_SIZE) : runXml(text, lang);
  return `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>${shape}<p:txBody>${body}<a:lstStyle/>${linesXml(words, text?.paragraph ?? '', run)}</p:txBody></p:sp>`;
}

/** The ground of the slide, where it is a colour. */
function groundXml({ part: { root, source } }: DeckSlide): string {
  const content = firstElementOf(root, 'cSld', P);
  const ground = content && firstElementOf(content, 'bg', P);
  const xml = ground === undefined ? '' : source.slice(ground.start, ground.end);
  return /<(?!\/?[ap]:)|\sr:/.test(xml) ? '' : xml;
}

/**
 * A slide whose title and text look like those of one that is there; undefined where none has a title that can be told.
 * @param given at most one text
 */
export function slideLikeOthers(
  file: DeckFile,
  given: NewSlide,
  beside: DeckSlide,
): { xml: string; layout: DeckLayout | undefined; like: string } | undefined {
  const sample = findSample(file, beside);
  if (sample === undefined) return undefined;
  const lang = languageOf(sample.slide);
  const [words] = given.texts ?? [];
  const shapes = [
    ...(given.title === undefined ? [] : [titleXml(sample.title, given.title, lang)]),
    ...(words === undefined ? [] : [textXml(sample, words, lang, slideSize(file).cy)]),
  ];
  return {
    xml: `${XML_DECLARATION}<p:sld ${declarations(file.main)}><p:cSld>${groundXml(sample.slide)}<p:spTree>${TREE_HEAD}${shapes.join('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
    layout: layoutOf(file.opened, sample.slide.part.name),
    like: sample.slide.address,
  };
}
