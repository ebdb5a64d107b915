/** The direction in which PDFium reads lines. */

const BOUND_ON_THE_RIGHT = '/R2L';
/** The entry of viewer preferences (ISO 32000-1 table 150), white space between its name and its value. */
const ENTRY = /\/Direction[\0\t\n\f\r ]*$/;
const ENTRY_BYTES_MAX = 32;

/**
 * In a file that says its pages are turned from right to left, as books in Japanese, Hebrew and Arabic do, PDFium takes the words of
 * every line from right to left, those of Latin and Han letters too. Told otherwise, it goes by the letters of each line.
 * Changes bytes in place, none of them in length; an entry in a compressed stream of objects is not reached.
 */
export function readByLetters(file: Buffer): void {
  for (let at = file.indexOf(BOUND_ON_THE_RIGHT); at >= 0; at = file.indexOf(BOUND_ON_THE_RIGHT, at + 1))
    if (ENTRY.test(file.toString('latin1', Math.max(0, at - ENTRY_BYTES_MAX), at))) file.write('/L2R', at, 'latin1');
}
