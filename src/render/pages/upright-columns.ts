/**
 * Text of Japan and China in columns from right to left: upright letters, one below the other. PDFium tells their places, but takes each
 * letter for a line. They are read as letters of a page that is seen from its side, on which the columns are lines.
 */
import type { Box } from '../../document/rendered-document.ts';

/** What the letters of a column are: Han, Kana, Bopomofo, their marks and full-width forms, and forms of marks for columns. */
const FIRST_CODE = 0x2e80;
const isOfColumns = (code: number): boolean =>
  (code >= FIRST_CODE && code <= 0x9fff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe10 && code <= 0xfe6f) ||
  (code >= 0xff00 && code <= 0xffef) ||
  (code >= 0x20000 && code <= 0x3ffff);

/** Of sizes: how far the next letter is, at least and at most, and how far beside the way it may be. */
const STEP_MIN = 0.4;
const STEP_MAX = 1.7;
const ASIDE_MAX = 0.15;
/** Below that a page has labels, not text. */
const STEPS_DOWN_MIN = 3;
/** Of sizes: a wider gap within a column is a space. */
const SPACE_MIN = 1.9;
/** Of sizes: the same, from the foot of a letter to one that lies on its side. */
const SPACE_TURNED_MIN = 0.6;
/** Of sizes: digits and Latin letters that stand upright in a column are around its middle, and close to the letter above. */
const FROM_MIDDLE_MAX = 0.6;
const BELOW_MAX = 1;

const DOWN = 1;
const ACROSS = 2;

/** Whether a letter stands upright in a column, and where the column tells, whether a space is before it. */
interface Standing {
  upright: boolean;
  apart?: boolean;
}

interface Place {
  x: number;
  y: number;
}

/** Marks as fonts have them for columns (Unicode U+FE10 on and U+FE30 on), and as they are written. */
const COLUMN_FORMS = new Map(
  [
    ['︐︑︒︓︔︕︖︗︘︙', '，、。：；！？〖〗…'],
    ['︰︱︲︳︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈', '‥—–＿（）｛｝〔〕【】《》〈〉「」『』［］'],
  ].flatMap(([forms = '', written = '']) => [...forms].map((form, index) => [form, written[index] ?? form] as const)),
);

/** Gathers, in a first look through a page, where its letters of Japan and China go; tells in a second one which stand in columns. */
export class UprightColumns {
  readonly #neighbours = new Map<number, number>();
  #last: { index: number; place: Place } | undefined;
  #down = 0;
  #across = 0;
  /** Of the second look: the last letter in a column. */
  #above: { middle: number; box: Box; y: number | undefined } | undefined;

  /** Whether the letter is of those that are asked for. */
  static concerns(code: number): boolean {
    return code >= FIRST_CODE && isOfColumns(code);
  }

  /** @param place where the letter begins on its line, on the page as it is shown */
  see(index: number, place: Place, em: number): void {
    const last = this.#last;
    this.#last = { index, place };
    this.#neighbours.set(index, 0);
    if (last === undefined || em <= 0) return;
    const [right, below] = [(place.x - last.place.x) / em, (place.y - last.place.y) / em];
    const way =
      Math.abs(right) < ASIDE_MAX && below > STEP_MIN && below < STEP_MAX
        ? DOWN
        : Math.abs(below) < ASIDE_MAX && right > STEP_MIN && right < STEP_MAX
          ? ACROSS
          : 0;
    if (way === 0) return;
    if (way === DOWN) this.#down++;
    else this.#across++;
    this.#neighbours.set(last.index, (this.#neighbours.get(last.index) ?? 0) | way);
    this.#neighbours.set(index, way);
  }

  /** Whether most letters that were seen stand one below the other. */
  get found(): boolean {
    return this.#down >= STEPS_DOWN_MIN && this.#down > this.#across;
  }

  /** @param place of the letters that are asked for, undefined for others. @param level how the letter itself stands: turned ones run down a column on their side */
  stands(index: number, { box, em, level }: { box: Box; em: number; level: boolean }, place: Place | undefined): Standing {
    const above = this.#above;
    this.#above = undefined;
    if (place !== undefined) {
      if (this.#neighbours.get(index) === ACROSS) return { upright: false };
      this.#above = { middle: place.x + em / 2, box, y: place.y };
      return { upright: true, apart: above?.y !== undefined && place.y - above.y > em * SPACE_MIN };
    }
    if (above === undefined) return { upright: false };
    if (!level) return { upright: false, ...(above.y === undefined ? {} : { apart: box.top - above.y > em * SPACE_TURNED_MIN }) };
    const isWithin = Math.abs((box.left + box.right) / 2 - above.middle) < em * FROM_MIDDLE_MAX;
    const isBelow = box.top - above.box.bottom < em * BELOW_MAX && box.top > above.box.top - em / 2;
    if (!isWithin || !isBelow) return { upright: false };
    this.#above = { middle: above.middle, box, y: undefined };
    return { upright: true, apart: false };
  }
}

/** A mark of a column as it is written on a line. */
export const asWritten = (char: string): string => COLUMN_FORMS.get(char) ?? char;
