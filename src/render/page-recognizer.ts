/**
 * Pages that are pictures of text → lines of text with their positions, so that readers find on them what they find on any
 * other page. A page that lies on its side or upside down is turned upright first.
 */
import type { Box, RenderedDocument, RenderedLine, RenderedPage } from '../document/rendered-document.ts';
import { Refusal } from '../base/refusal.ts';
import type { GrayPicture, PageRenderer, QuarterTurns } from '../ports/page-renderer.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { PageRecognizer, RecognizedLine, RecognizedText, TextRecognizer } from '../ports/text-recognizer.ts';
import { maxOf, minOf } from '../base/extremes.ts';

/** Beyond them the pages of one file stay unread, which is said: at two seconds a page it takes some minutes. */
const PAGES_MAX = 300;
const AT_ONCE = 2;
const POINTS_PER_INCH = 72;
const DPI = 250;
const DPI_MAX = 600;
/** Letters of a small page, or of one whose size means nothing, become as large as those of a sheet. */
const LONGER_SIDE_PX = 2800;
/** Fewer letters than this beside a picture that takes the page are a stamp or a page number, not the page's text. */
const STAMP_CHARS_MAX = 60;
const PICTURE_SHARE_MIN = 0.5;
const LETTER_SHAPES_MIN = 40;

/** Of one file: what is left then stays unread, which is said. */
const DOCUMENT_MS_MAX = 240_000;
/** Of one page: it is not tried in more directions then. */
const PAGE_MS_MAX = 20_000;
/** Below it, in percent, what was found is noise: an engraving, a map, a photograph. */
const NOISE_MAX = 40;

const area = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

const lettersOf = (lines: readonly RenderedLine[]): number =>
  lines.reduce((sum, { text, unseen }) => sum + (unseen ? 0 : text.replaceAll(/[^\p{L}\p{N}]/gu, '').length), 0);

/**
 * A page without text on which something is drawn; a large picture or many shapes (letters as outlines) beside a few letters; a
 * page whose letters are guessed.
 */
function needsRecognition(page: RenderedPage): boolean {
  const chars = page.lines.reduce((sum, { text, unseen }) => sum + (unseen ? 0 : text.length), 0);
  if (chars === 0) return page.inked ?? (page.pictures.length > 0 || (page.paths ?? 0) >= LETTER_SHAPES_MIN);
  if (page.guessed !== undefined) return true;
  return (
    chars <= STAMP_CHARS_MAX && page.pictures.reduce((sum, box) => sum + area(box), 0) > page.widthPt * page.heightPt * PICTURE_SHARE_MIN
  );
}

/**
 * Whether the recognized text says more than the page's own, which for guessed letters may still be the right one: recognition that is
 * unsure knows them no better, since letters whose font is not in the file are drawn as guessed too.
 */
function isBetter(read: RenderedPage, own: RenderedPage): boolean {
  const letters = lettersOf(own.lines);
  if (letters === 0) return true;
  if (own.guessed === undefined) return lettersOf(read.lines) > letters;
  if ((read.recognized ?? 0) < SURE) return false;
  const words = (page: RenderedPage): string[] =>
    page.lines.flatMap(({ text, unseen }) => (unseen ? [] : (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])));
  const seen = new Set(words(read));
  const told = words(own);
  return seen.size > 0 && told.filter((word) => seen.has(word)).length < told.length / 2;
}

/** Reads pages and pictures by a recognizer: two at once, as they lie, then turned; what is noise, or no better than the page's own text, is left. */
export function createPageRecognizer(parts: {
  pages: Pick<PageRenderer, 'drawGray'>;
  pictures: Pick<PictureDecoder, 'decodeGray'>;
  recognizer: TextRecognizer;
}): PageRecognizer {
  return {
    languages: parts.recognizer.languages,
    recognizePages: (pdf, drawn, isWanted = () => true) => recognizePages(pdf, drawn, { ...parts, isWanted }),
    recognizePicture: (bytes) => recognizePicture(bytes, parts),
  };
}

async function recognizePages(
  pdf: Uint8Array,
  drawn: RenderedDocument,
  {
    pages,
    recognizer,
    isWanted,
  }: { pages: Pick<PageRenderer, 'drawGray'>; recognizer: TextRecognizer; isWanted: (page: number) => boolean },
): Promise<RenderedDocument> {
  const wanted = drawn.pages.filter((page) => isWanted(page.page) && needsRecognition(page)).slice(0, PAGES_MAX);
  if (wanted.length === 0 || recognizer.languages().length === 0) return drawn;
  const found = new Map<number, RenderedPage>();
  const until = performance.now() + DOCUMENT_MS_MAX;
  let turns: QuarterTurns = 0;
  const work = async (): Promise<void> => {
    for (let page = wanted.shift(); page !== undefined && performance.now() < until; page = wanted.shift()) {
      const { page: number, widthPt, heightPt } = page;
      const dpi = Math.min(DPI_MAX, Math.max(DPI, (LONGER_SIDE_PX * POINTS_PER_INCH) / Math.max(widthPt, heightPt, 1)));
      try {
        const read = await recognizeUpright((quarter) => pages.drawGray(pdf, number, { dpi, turns: quarter }), recognizer, turns);
        ({ turns } = read);
        const made = recognizedPage(read, number);
        if (isBetter(made, page)) found.set(number, { ...made, ...(made.lines.length === 0 ? { inked: true } : {}) });
      } catch (error) {
        // A page that takes too long leaves the others as they are; it is named in a note.
        if (!(error instanceof Refusal)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { ...drawn, pages: drawn.pages.map((page) => found.get(page.page) ?? page) };
}

async function recognizePicture(
  bytes: Uint8Array,
  { pictures, recognizer }: { pictures: Pick<PictureDecoder, 'decodeGray'>; recognizer: TextRecognizer },
): Promise<RenderedDocument> {
  const read = await recognizeUpright(async (turns) => ({ ...(await pictures.decodeGray(bytes, { turns })), dpi: DPI }), recognizer);
  return { pages: [recognizedPage(read, 1)], fonts: [], outline: [], tagged: false, title: '', lang: '' };
}

// ---------------------------------------------------------------------------------------------------------- upright

/** Text the right way up is read with 80 to 96, in a poor picture with 60, upside down with 30 to 50. */
const SURE = 70;
/** A poor picture of upright text; what lies on its side is read worse. */
const POOR = 55;
/** With fewer letters than that there is nothing to tell the direction by. */
const LETTERS_MIN = 10;

interface UprightText {
  text: RecognizedText;
  picture: GrayPicture;
  dpi: number;
  turns: QuarterTurns;
}

const turnedBy = (turns: QuarterTurns, more: number): QuarterTurns => ([0, 1, 2, 3] as const)[(turns + more) % 4] ?? 0;

/** Most words are taller than wide: they run up or down the page. */
function runsDown({ lines }: RecognizedText): boolean {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => text.length >= 4);
  return words.length > 0 && words.filter((word) => word.bottom - word.top > word.right - word.left).length > words.length / 2;
}

/** What no page of text in our languages goes without. */
const COMMON = new Set(
  'the and of to in is for on with that be as by at from or this are it an de la el que en los las y del se un una por con para es no al lo su'.split(
    ' ',
  ),
);
const BABBLE_WORDS_MIN = 6;
const BABBLE_TIMES = 0.6;

/** Words, and none of them a common one: letters that stand on their heads. */
function isBabble({ lines }: RecognizedText): boolean {
  const words = lines
    .flatMap((line) => line.words)
    .map(({ text }) => text.toLowerCase())
    .filter((text) => /^\p{L}+$/u.test(text));
  return words.length >= BABBLE_WORDS_MIN && !words.some((word) => COMMON.has(word));
}

/** Reads a picture, and again in other directions where the first says nothing. @param draw the picture, turned */
async function recognizeUpright(
  draw: (turns: QuarterTurns) => Promise<GrayPicture & { dpi: number }>,
  recognizer: TextRecognizer,
  first: QuarterTurns = 0,
): Promise<UprightText> {
  const attempt = async (turns: QuarterTurns): Promise<UprightText & { sure: number; down: boolean }> => {
    const picture = await draw(turns);
    const text = await recognizer.recognize(picture, { dpi: picture.dpi });
    const down = runsDown(text);
    return { text, picture, dpi: picture.dpi, turns, down, sure: text.confidence * (down ? 0.5 : 1) * (isBabble(text) ? BABBLE_TIMES : 1) };
  };
  const until = performance.now() + PAGE_MS_MAX;
  let best = await attempt(first);
  const letters = best.text.lines.reduce((sum, { words }) => sum + words.reduce((count, { text }) => count + text.length, 0), 0);
  if (letters < LETTERS_MIN || best.sure >= SURE) return best;
  for (const more of best.down ? [1, 3, 2] : [2, 1, 3]) {
    if ((more !== 2 && !best.down && best.sure >= POOR) || performance.now() > until) break;
    const next = await attempt(turnedBy(first, more));
    if (next.sure > best.sure) best = next;
    if (best.sure >= SURE) break;
  }
  return best;
}

// ------------------------------------------------------------------------------------------------------------- lines

/** From descender to ascender letters are a little lower than the size of their font, whose box is higher. */
const EM_PER_LETTER = 1.05;
const FONT_BOX_PER_LETTER = 1.3;
/** Below it, in percent, words and lines are guesses at specks and shades. */
const WORD_SURE_MIN = 20;
const LINE_SURE_MIN = 35;

function recognizedPage({ text, picture, dpi }: UprightText, page: number): RenderedPage {
  const scale = POINTS_PER_INCH / dpi;
  return {
    page,
    widthPt: picture.width * scale,
    heightPt: picture.height * scale,
    pictures: [],
    missingGlyphs: 0,
    lines: text.confidence < NOISE_MAX ? [] : text.lines.flatMap((line) => recognizedLine(withoutRules(line, text.rules), scale)),
    rules: text.rules.map(({ left, top, right, bottom }) => ({
      left: left * scale,
      top: top * scale,
      right: right * scale,
      bottom: bottom * scale,
    })),
    recognized: Math.round(text.confidence),
  };
}

/** Lines of a table are taken for letters: `|`, `_`, `l`. */
function withoutRules(line: RecognizedLine, rules: readonly Box[]): RecognizedLine {
  const words = line.words.filter(
    (word) =>
      !(
        /^[|_—–\-\][lIL!]{1,3}$/.test(word.text) &&
        rules.some(
          (rule) =>
            Math.min(rule.right, word.right) - Math.max(rule.left, word.left) > 0 &&
            Math.min(rule.bottom, word.bottom) - Math.max(rule.top, word.top) > (word.bottom - word.top) * 0.5,
        )
      ) && !/^[|_—]+$/.test(word.text),
  );
  return { ...line, words };
}

function recognizedLine(line: RecognizedLine, scale: number): RenderedLine[] {
  if (line.words.length === 0) return [];
  const letters = line.words.reduce((sum, { text }) => sum + text.length, 0);
  const sure = line.words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
  const words = line.words.filter(
    ({ text, confidence }, index) => confidence >= WORD_SURE_MIN || /[\p{L}\p{N}]{3}/u.test(text) || (index === 0 && line.words.length > 1),
  );
  if (words.length === 0 || sure < LINE_SURE_MIN) return [];
  let text = '';
  const places = words.flatMap((word, index) => {
    const at = index === 0 ? 0 : text.length + 1;
    text = index === 0 ? bulletOr(mended(word), word, line) : `${text} ${mended(word)}`;
    return [at, word.left * scale, word.right * scale];
  });
  const [left, right] = [minOf(words.map((word) => word.left)) * scale, maxOf(words.map((word) => word.right)) * scale];
  const [top, bottom] = [line.top * scale, line.bottom * scale];
  return [
    {
      text,
      left,
      top,
      right,
      bottom,
      sizePt: bottom - top,
      fontHeightPt: line.letterHeight * scale * FONT_BOX_PER_LETTER,
      emPt: line.letterHeight * scale * EM_PER_LETTER,
      font: '',
      bold: line.bold,
      words: places,
    },
  ];
}

/** Dots that lead to a page number are read as long nonsense, a capital I beside a rule as an upright line. */
const mended = ({ text, confidence }: { text: string; confidence: number }): string =>
  text.length > 12 && confidence < 45 ? '…' : text.replace(/^\|(?=[\p{L}.'’])/u, 'I');

/** A bullet is read as whatever letter is as small: `e`, `+`, `¢`. */
function bulletOr(text: string, word: Box, line: RecognizedLine): string {
  const [width, height] = [word.right - word.left, word.bottom - word.top];
  const small =
    text.length <= 2 &&
    height < line.letterHeight * 0.5 &&
    width < line.letterHeight * 0.5 &&
    height > line.letterHeight * 0.15 &&
    width < height * 1.6;
  const raised = (word.top + word.bottom) / 2 < line.bottom - line.letterHeight * 0.3;
  return small && raised && line.words.length > 1 && !/^[.,'"]$/.test(text) ? '•' : text;
}
