/** Numbering of a Word file (ISO/IEC 29500-1 §17.9): which paragraphs are list items, and the numbers that Word counts. */
import { countingLetters, romanNumeral } from '../../base/list-number.ts';
import { W } from '../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { valueOf } from './styles.ts';

interface Level {
  format: string;
  start: number;
  text: string;
  legal: boolean;
}
interface Definition {
  key: string;
  levels: (Level | undefined)[];
}

export interface Numbering {
  lists: ReadonlyMap<string, Definition>;
  /** Numbers reached so far, by definition and level. */
  counters: Map<string, number[]>;
  started: Set<string>;
}

export interface ListPlace {
  key: string;
  numId: string;
  level: number;
  ordered: boolean;
  /** What Word counts here; 0 for bullets. */
  number: number;
  /** The number as it is shown: `1.2`, `(a)`; '' for bullets. */
  label: string;
}

const LEVELS = 9;

export function readNumbering(root: XmlElement | undefined): Numbering {
  const abstracts = new Map<string, XmlElement>();
  const byStyle = new Map<string, string>();
  for (const element of root ? elementsOf(root, 'abstractNum', W) : []) {
    const id = attributeOf(element, 'abstractNumId', W) ?? '';
    abstracts.set(id, element);
    const style = valueOf(element, 'styleLink');
    if (style !== undefined) byStyle.set(style, id);
  }
  const lists = new Map<string, Definition>();
  for (const element of root ? elementsOf(root, 'num', W) : []) {
    const id = attributeOf(element, 'numId', W);
    let key = valueOf(element, 'abstractNumId') ?? '';
    const link = valueOf(abstracts.get(key), 'numStyleLink');
    if (link !== undefined) key = byStyle.get(link) ?? key;
    const base = abstracts.get(key);
    if (id === undefined || base === undefined) continue;
    const levels = readLevels(base);
    let restarts = false;
    for (const override of elementsOf(element, 'lvlOverride', W)) {
      const at = Number(attributeOf(override, 'ilvl', W) ?? -1);
      const whole = firstElementOf(override, 'lvl', W);
      const start = valueOf(override, 'startOverride');
      if (at < 0 || at >= LEVELS) continue;
      const level = whole ? readLevel(whole) : levels[at];
      if (level && start !== undefined) restarts = true;
      if (level) levels[at] = start === undefined ? level : { ...level, start: Number(start) || 0 };
    }
    lists.set(id, { key: restarts ? `${key}/${id}` : key, levels });
  }
  return { lists, counters: new Map(), started: new Set() };
}

function readLevels(element: XmlElement): (Level | undefined)[] {
  const levels: (Level | undefined)[] = Array.from({ length: LEVELS });
  for (const level of elementsOf(element, 'lvl', W)) {
    const at = Number(attributeOf(level, 'ilvl', W) ?? -1);
    if (at >= 0 && at < LEVELS) levels[at] = readLevel(level);
  }
  return levels;
}

function readLevel(element: XmlElement): Level {
  return {
    format: valueOf(element, 'numFmt') ?? 'decimal',
    start: Number(valueOf(element, 'start') ?? 1) || 0,
    text: valueOf(element, 'lvlText') ?? '',
    legal: firstElementOf(element, 'isLgl', W) !== undefined,
  };
}

/** Counts one paragraph on. Undefined where the list does not exist, or says that there is no sign (`none`). */
export function placeInList(numbering: Numbering, numId: string, level: number): ListPlace | undefined {
  const list = numbering.lists.get(numId);
  const at = Math.min(Math.max(level, 0), LEVELS - 1);
  const definition = list?.levels[at];
  if (list === undefined || definition === undefined || (definition.format === 'none' && definition.text === '')) return undefined;
  if (definition.format === 'bullet') return { key: list.key, numId, level: at, ordered: false, number: 0, label: '' };
  let counters = numbering.counters.get(list.key);
  if (counters === undefined) numbering.counters.set(list.key, (counters = []));
  const number = (counters[at] ?? definition.start - 1) + 1;
  counters[at] = number;
  counters.length = at + 1;
  const counted = counters;
  const label = definition.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const of = list.levels[Number(digit) - 1];
    const value = counted[Number(digit) - 1] ?? of?.start ?? 1;
    return formatNumber(value, isDecimal(of) || !definition.legal ? (of?.format ?? 'decimal') : 'decimal');
  });
  return { key: list.key, numId, level: at, ordered: true, number, label };
}

/** Figures stay as they are where all numbers are to be figures (§17.9.4): `Section 1.01` of Word's own list. */
const isDecimal = (level: Level | undefined): boolean => level?.format === 'decimalZero';

function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
    case 'upperLetter': {
      const letter = countingLetters(Math.max(value, 1));
      return format === 'upperLetter' ? letter.toUpperCase() : letter;
    }
    case 'lowerRoman':
      return romanNumeral(value);
    case 'upperRoman':
      return romanNumeral(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'none':
      return '';
    case 'ordinal':
      return `${value}${ordinalEnding(value)}`;
    case 'numberInDash':
      return `- ${value} -`;
    case 'decimalEnclosedParen':
      return `(${value})`;
    case 'decimalEnclosedFullstop':
      return `${value}.`;
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
      return ideographs(value);
    case 'ideographDigital':
    case 'japaneseDigitalTenThousand':
    case 'taiwaneseDigital':
    case 'koreanDigital2':
      return [...String(value)].map((digit) => IDEOGRAPHS.charAt(Number(digit))).join('');
    default: {
      const letters = ALPHABETS[format];
      return letters === undefined || value < 1 ? String(value) : letters.charAt((value - 1) % letters.length);
    }
  }
}

const IDEOGRAPHS = '〇一二三四五六七八九';
/** Formats that count by letters (ISO/IEC 29500-1 §17.18.59). */
const ALPHABETS: Readonly<Record<string, string>> = {
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  aiueoFullWidth: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
};

function ordinalEnding(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
}

/** Up to 99, as clauses are counted: 十, 十一, 二十三. */
function ideographs(value: number): string {
  if (value < 1 || value > 99) return String(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  return `${tens === 0 ? '' : `${tens === 1 ? '' : IDEOGRAPHS.charAt(tens)}十`}${ones === 0 ? '' : IDEOGRAPHS.charAt(ones)}`;
}
