/** What is before the text of a list's item. */
import { BARE_LETTERS, STOPPED_LETTERS } from './letter-marks.ts';

/** Signs that stand for nothing else at the beginning of a line: of general punctuation, geometric shapes, dingbats (Unicode 2000, 25A0, 2700, 2B00). */
const SHAPES = '•‣⁃▪▫■□▢▣●○◉◎◦◆◇◈❖►▶▸▹▷◾◽◼◻⬛⬜⬤⬥⬦⬧⬩❑❒❏❐❍➢➣➤➔➜➝➞➡➲➳✓✔✚✦✧✪✯✱✲✳✴✶❂';
/** Dots in the middle of a line, which East Asia begins items with: no line goes on with one (JIS X 4051, characters not starting a line). */
const DOTS = '・･ㆍ';
const MINUS = '−';
const BULLETS = `${SHAPES}${DOTS}∙·–—${MINUS}*-`;
/** Boxes of options that are to be ticked. */
const BOXES = '☐☑☒✅';
/** Letters, Roman numbers, clause numbers (no amounts: `845.00`), the `o` of a typewriter font: text may begin so too. */
const UNSURE = `\\(?(?:[a-zA-Z${STOPPED_LETTERS}]|[ivx]{2,5}|[IVX]{2,5})[.)]|(?!\\d+\\.00 )\\d{1,3}(?:\\.\\d{1,3})+[.)]?|[${BARE_LETTERS}]|o`;
/** Numbers in circles, which say by themselves that they count. */
const CIRCLED = '①-⑳㉑-㉟㊱-㊿❶-❿➀-➓⓵-⓾';
/** Crosses before what is not so; ticks are before all others, or are bullets. */
const CROSSES = '✗✘';
const MARK = new RegExp(
  `^(?:([${BULLETS}])|\\((\\d{1,2})\\)|(\\d{1,3})[.)]|(${UNSURE})|([${BOXES}]|\\[[ xX]?\\])|([${CIRCLED}${CROSSES}]))\\s+(?=\\S)`,
  'u',
);
const LONE = new RegExp(`^(?:[${BOXES}${CIRCLED}${CROSSES}${BULLETS}]|\\.\\d{1,3}|\\(?\\d{1,3}[.)]|${UNSURE})$`, 'u');

/** `- [x] done`, as Markdown has it. */
const BOX_BEHIND_BULLET = new RegExp(`^([${BOXES}]|\\[[ xX]?\\])\\s+(?=\\S)`, 'u');
/** Full-width signs (Unicode FF01 to FF5E) need no space behind them: `（３）結果`, `１．趣旨`, but `１．５％` is a figure. */
const FULL_WIDTH = /^(?:[（(]([０-９]{1,2}|[ア-ン])[）)]|([０-９]{1,2})[．）])[ \u3000]*(?=[^\s０-９])/u;
const digitsOf = (text: string): number => Number(text.normalize('NFKC'));

/** `20. November 2026` */
const DATE = /^\d{1,2}\. \p{L}{3,12}\.? \d{4}(?!\d)/u;
/** `- 3 -`, `— Notes —`: a line between dashes. */
const BETWEEN_DASHES = /^([-–—−]) .* \1$/u;
/** A number whose stop comes before it, as in texts from right to left. */
const TURNED = /^\.(\d{1,3})(?= )/;

export const isBetweenDashes = (text: string): boolean => BETWEEN_DASHES.test(text);

export interface ItemMark {
  /** With the space behind it. */
  length: number;
  ordered: boolean;
  number: number;
  /** Letters, clause numbers, `01` and numbers in brackets, which a list of ours cannot count, and crosses: they stay before the text. */
  kept: boolean;
  /** False where only the gap behind it tells that it is a mark. */
  sure: boolean;
  /** Set for boxes: whether they are ticked. */
  checked?: boolean;
}

function fullWidthMark(text: string): ItemMark | null {
  const found = FULL_WIDTH.exec(text);
  if (!found) return null;
  const number = found[2] === undefined ? 0 : digitsOf(found[2]);
  return { length: found[0].length, ordered: found[2] !== undefined, number, kept: found[2] === undefined, sure: true };
}

export function itemMark(said: string): ItemMark | null {
  const text = said.replace(TURNED, '$1.');
  const wide = /^[(（０-９]/u.test(text) ? fullWidthMark(text) : null;
  if (wide) return wide;
  const found = MARK.exec(text);
  if (!found || isBetweenDashes(text)) return null;
  const number = found[2] ?? found[3];
  // `− 5` and `14.2 %` are figures
  if (found[1] === MINUS && !/^\p{L}/u.test(text.slice(found[0].length))) return null;
  if (found[4] !== undefined && /^\d/.test(found[4]) && /^[%‰°×±+\-–−=<>/]/.test(text.slice(found[0].length))) return null;
  if (number !== undefined && (Number(number) === 0 || DATE.test(text))) return null;
  const padded = found[3]?.startsWith('0') === true;
  const behind = found[1] === undefined ? null : BOX_BEHIND_BULLET.exec(text.slice(found[0].length));
  const box = behind?.[1] ?? found[5];
  return {
    length: found[0].length + (behind?.[0].length ?? 0),
    ordered: found[3] !== undefined && !padded,
    number: Number(found[3] ?? 0),
    kept: padded || found[2] !== undefined || found[6] !== undefined || (found[4] !== undefined && found[4] !== 'o'),
    sure: found[4] === undefined,
    ...(box === undefined ? {} : { checked: !/^(?:☐|\[ ?\])$/.test(box) }),
  };
}

/** Words and numbers that begin items only where they count from line to line (mark-sequences.ts). */
const IDEOGRAPHS = '[一二三四五六七八九十]{1,3}';
const COUNTED = new RegExp(
  `^(?:(?:(\\p{L}{2,10})\\.?|(§{1,2}|№)) ?(\\d{1,3})[.:)]?\\s+|(\\d{1,3})[:]?\\s+|(\\d{1,2})、\\s*(?!\\d)|(${IDEOGRAPHS}、|[（(]${IDEOGRAPHS}[）)])\\s*)(?=\\S)`,
  'u',
);
/** Of figures, tables and pages: captions and references count as well. */
const NO_ITEMS = /^(?:fig|figure|figura|abb|abbildung|tab|table|tabelle|tabla|tableau|chart|exhibit|page|seite|eq|equation|vol|pp?)$/iu;

export interface CountedMark extends ItemMark {
  /** What marks of one list have in common. */
  kind: string;
}

const ideographs = '一二三四五六七八九十';
/** `十二` is 12. */
function ideographsOf(text: string): number {
  const signs = [...text].map((sign) => ideographs.indexOf(sign) + 1).filter((value) => value > 0);
  const ten = signs.indexOf(10);
  if (ten < 0) return signs[0] ?? 0;
  return (ten === 0 ? 1 : (signs[0] ?? 1)) * 10 + (signs[ten + 1] ?? 0);
}

/** What a line begins with that may be the mark of an item, if others below it go on counting: `Article 3.`, `Step 2:`, `§ 4`, `7`, `1、`, `一、`, `（二）`. */
export function countedMark(text: string): CountedMark | null {
  const [all, word, sign, worded, bare, comma, ideograph] = COUNTED.exec(text) ?? [];
  if (all === undefined || NO_ITEMS.test(word ?? '')) return null;
  const base = { length: all.length, sure: false };
  if (worded !== undefined)
    return { ...base, kind: `word ${(word ?? sign ?? '').toLowerCase()}`, number: Number(worded), ordered: false, kept: true };
  const plain = bare ?? comma;
  if (plain !== undefined)
    return {
      ...base,
      kind: bare === undefined ? 'comma' : 'bare',
      number: Number(plain),
      ordered: !plain.startsWith('0'),
      kept: plain.startsWith('0'),
    };
  const counted = ideograph ?? '';
  return {
    ...base,
    kind: `ideograph ${counted.replaceAll(/[一二三四五六七八九十]/g, '')}`,
    number: ideographsOf(counted),
    ordered: false,
    kept: true,
  };
}

const STUCK = /^(?:[•‣▪■●◆❖►▶▸➢➤✓✔☐☑☒✅①-⑳❶-❿□◇◈◎▫▷・･ㆍ](?=[\p{L}\p{N}“"‘'([])|·(?=\p{L}))/u;

/** `1.1Title`: where numbers are wider than the stop that is set for the title, nothing is between them. */
const STUCK_NUMBER = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?(?=\p{Lu}\p{Ll}{3})/u;

/** A bullet that nothing divides from its text, with the space that belongs there. @param word the first of a line or of a piece of it */
export const withSpaceBehindBullet = (word: string): string => word.replace(STUCK, '$& ').replace(STUCK_NUMBER, '$& ');

const SHAPE = new RegExp(`^(?:[${SHAPES}${BOXES}${CROSSES}\\u2219\\u00B7]|\\p{Co})$`, 'u');

/** A bullet by itself; signs of symbol fonts for private use (Unicode E000 to F8FF) are nothing else where they are alone. */
export const isBullet = (text: string): boolean => SHAPE.test(text);

export const isBox = (text: string): boolean => text.length === 1 && BOXES.includes(text);

/** A mark that is by itself, before a gap. */
export const isLoneMark = (text: string): boolean => LONE.test(text);
