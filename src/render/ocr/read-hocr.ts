/** What Tesseract prints as hOCR (XHTML with places in `title`) → lines of words. */
import type { PlacedBox, RecognizedLine, RecognizedText, RecognizedWord } from '../../ports/text-recognizer.ts';

const LINES_MAX = 20_000;
const ELEMENT =
  /<span class='(ocr_line|ocr_textfloat|ocr_header|ocr_caption|ocrx_word)'[^>]*? title=(?:'([^']*)'|"([^"]*)")[^>]*>(?:((?:(?!<span)[\s\S])*?)<\/span>)?/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };

function boxOf(title: string): PlacedBox | null {
  const found = /\bbbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)/.exec(title);
  return found ? { left: Number(found[1]), top: Number(found[2]), right: Number(found[3]), bottom: Number(found[4]) } : null;
}

const numberOf = (title: string, name: string): number | null => {
  const found = new RegExp(`\\b${name} (-?[\\d.]+)`).exec(title)?.[1];
  return found === undefined ? null : Number(found);
};

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();

export function readHocr(hocr: string): RecognizedText {
  const lines: RecognizedLine[] = [];
  let [letters, sure] = [0, 0];
  for (const [, kind, single, double, inner = ''] of hocr.matchAll(ELEMENT)) {
    const title = single ?? double ?? '';
    const box = boxOf(title);
    if (!box) continue;
    if (kind !== 'ocrx_word') {
      if (lines.length >= LINES_MAX) break;
      lines.push({
        ...box,
        words: [],
        letterHeight: numberOf(title, 'x_size') ?? box.bottom - box.top,
        angle: numberOf(title, 'textangle') ?? 0,
        slope: numberOf(title, 'baseline') ?? 0,
        bold: false,
      });
      continue;
    }
    const word: RecognizedWord = { ...box, text: textOf(inner), confidence: numberOf(title, 'x_wconf') ?? 0 };
    if (word.text === '') continue;
    lines.at(-1)?.words.push(word);
    letters += word.text.length;
    sure += word.text.length * word.confidence;
  }
  return { lines: lines.filter(({ words }) => words.length > 0), confidence: letters === 0 ? 0 : sure / letters, rules: [] };
}
