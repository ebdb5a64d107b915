/** Numbers that Word sets before headings by itself (ISO/IEC 29500-1 §17.9), counted as a table of contents shows them. */
import { countingLetters, romanNumeral } from '../../../base/list-number.ts';
import { W } from '../../../ooxml/names.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sidePartOf, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

function written(number: number, format: string): string {
  switch (format) {
    case 'upperRoman':
      return romanNumeral(number).toUpperCase();
    case 'lowerRoman':
      return romanNumeral(number);
    case 'upperLetter':
      return countingLetters(number).toUpperCase();
    case 'lowerLetter':
      return countingLetters(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
    case 'bullet':
      return '';
    default:
      return String(number);
  }
}

interface Level {
  start: number;
  format: string;
  text: string;
}

/** Text before each paragraph that is numbered, called in the order of the file. */
export function headingNumbers(file: WordFile): (paragraph: WordParagraph, style: XmlElement | undefined) => string {
  const numbering = sidePartOf(file.opened, 'numbering');
  const counts = new Map<string, number[]>();
  const byId = (local: string, key: string, id: string | undefined): XmlElement | undefined =>
    numbering === undefined ? undefined : elementsOf(numbering.root, local, W).find((one) => valueOf(one, key) === id);
  const levelOf = (abstract: XmlElement, level: number): Level => {
    const found = elementsOf(abstract, 'lvl', W).find((one) => valueOf(one, 'ilvl') === String(level));
    const read = (local: string): string | undefined => valueOf(found && childOf(found, local));
    return { start: Number(read('start') ?? 1) || 0, format: read('numFmt') ?? 'decimal', text: read('lvlText') ?? '' };
  };
  return (paragraph, style) => {
    const own = childOf(childOf(paragraph.element, 'pPr') ?? paragraph.element, 'numPr');
    const inherited = style && childOf(childOf(style, 'pPr') ?? style, 'numPr');
    const read = (local: string): string | undefined =>
      valueOf(own && childOf(own, local)) ?? valueOf(inherited && childOf(inherited, local));
    const id = read('numId');
    const abstractId = valueOf(childOf(byId('num', 'numId', id) ?? paragraph.element, 'abstractNumId'));
    const abstract = id === undefined || id === '0' ? undefined : byId('abstractNum', 'abstractNumId', abstractId);
    if (abstract === undefined || abstractId === undefined) return '';
    const linked = elementsOf(abstract, 'lvl', W).find((one) => valueOf(childOf(one, 'pStyle')) === valueOf(style, 'styleId'));
    const level = Number(read('ilvl') ?? valueOf(linked, 'ilvl') ?? 0) || 0;
    const numbers = counts.get(abstractId) ?? [];
    numbers.length = Math.min(numbers.length, level + 1);
    for (let at = 0; at <= level; at++)
      numbers[at] = at === level ? (numbers[at] ?? levelOf(abstract, at).start - 1) + 1 : (numbers[at] ?? levelOf(abstract, at).start);
    counts.set(abstractId, numbers);
    return levelOf(abstract, level).text.replaceAll(/%(\d)/g, (_, digit: string) =>
      written(numbers[Number(digit) - 1] ?? 1, levelOf(abstract, Number(digit) - 1).format),
    );
  };
}
