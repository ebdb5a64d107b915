/** Figures about lengths. */

/** The middle one, of an even number the upper; 0 of none. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/gu;

/** How many letters of the Latin script have room in the place of a text: those of East Asia are two each (UAX #11). */
export const widthInLetters = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);
