/** Several items on one line, each behind a bullet: `• one   • two`. */
import { isBox, isBullet } from './list-marks.ts';
import type { Row } from './rows.ts';

/** Indexes of the words of a line that are bullets like its first word, which begin a piece each. */
export function bulletsWithin(words: readonly string[]): number[] {
  const [first = ''] = words;
  if (!isBullet(first)) return [];
  return words.flatMap((word, index) =>
    index > 1 && (word === first || (isBox(word) && isBox(first))) && index + 1 < words.length ? [index] : [],
  );
}

const beginsWithBullet = (text: string): boolean => isBullet(text.split(' ', 1)[0] ?? '');

/** A row that begins with a bullet and has others further on is as many rows. */
export function divideAtBullets(row: Row): Row[] {
  const [first, ...others] = row.pieces;
  if (!first || !beginsWithBullet(first.text) || !others.some(({ text }) => beginsWithBullet(text))) return [row];
  const parts: Row[] = [];
  for (const piece of row.pieces) {
    const last = parts.at(-1);
    if (last && !beginsWithBullet(piece.text)) {
      last.pieces.push(piece);
      last.right = Math.max(last.right, piece.right);
    } else parts.push({ ...row, pieces: [piece], left: piece.left, right: piece.right, lineLeft: row.left });
  }
  return parts;
}
