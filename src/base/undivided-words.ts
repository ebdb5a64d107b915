/** Scripts whose words adjoin: Chinese, Japanese, Thai, Lao, Khmer and Burmese set no space between them, Korean none before its endings. */

const LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]`;
const ANY = new RegExp(LETTER, 'u');
const AT_END = new RegExp(`${LETTER}\\p{M}*$`, 'u');
const AT_START = new RegExp(`^${LETTER}`, 'u');

/** Whether any letter is of such a script. */
export const hasUndividedWords = (text: string): boolean => ANY.test(text);

/** Whether a word may end between the two texts, though letters adjoin there. */
export const mayDivide = (before: string, behind: string): boolean => AT_END.test(before) || AT_START.test(behind);
