/** Labels one below the other that the file writes before what they name: `Date:`, `Due date:`, … and then the dates, which stand beside them. */
import { appendRuns } from './rows.ts';
import type { Piece, Row } from './rows.ts';

type Item = Piece | Row;

const LABELS_MIN = 2;
const LABELS_MAX = 60;
const LABEL_CHARS_MAX = 40;
const LABELLED_SHARE_MIN = 0.75;
/** Of sizes: how far labels are from each other, and from what they name. */
const APART_EM = 2;
const REACH_EM = 30;

const isLabel = ({ text }: Piece): boolean => text.length <= LABEL_CHARS_MAX && /\p{L}.*[:：]$/u.test(text);

const isBelow = (above: Piece, piece: Piece): boolean =>
  piece.top >= above.bottom - 1 &&
  piece.top - above.bottom < above.em * APART_EM &&
  piece.left < above.right &&
  piece.right > above.left &&
  Math.abs(piece.em - above.em) < above.em * 0.1;

const isBesideLabel = (label: Piece, { top, bottom, left, em }: Piece): boolean => {
  const middle = (top + bottom) / 2;
  return middle > label.top && middle < label.bottom && left >= label.right - 1 && left - label.right < em * REACH_EM;
};

/** Pieces one below the other from one on, most of them labels: the last one is. */
function labelsFrom(items: readonly Item[], at: number): Piece[] {
  const found: Piece[] = [];
  for (const item of items.slice(at, at + LABELS_MAX)) {
    const last = found.at(-1);
    if ('pieces' in item || item.text.length > LABEL_CHARS_MAX || (last ? !isBelow(last, item) : !isLabel(item))) break;
    found.push(item);
  }
  const labelled = found.filter(isLabel).length;
  return labelled >= LABELS_MIN && labelled >= found.length * LABELLED_SHARE_MIN ? found : [];
}

const withValue = (label: Piece, value: Piece): Piece => ({
  ...label,
  text: `${label.text} ${value.text}`,
  runs: appendRuns(label.runs, value.runs),
  right: value.right,
  top: Math.min(label.top, value.top),
  bottom: Math.max(label.bottom, value.bottom),
  bold: label.bold && value.bold,
  words: [...(label.words ?? []), ...(value.words ?? [])],
});

/** The same items, such labels as one with what stands beside them. */
export function pairLabels(items: readonly Item[]): Item[] {
  const paired: Item[] = [];
  for (let at = 0; at < items.length;) {
    const labels = labelsFrom(items, at);
    const values = labels.map((): Piece[] => []);
    let [end, last] = [at + labels.length, 0];
    for (let item = items[end]; labels.length > 0 && item && !('pieces' in item); item = items[end]) {
      const value = item;
      const own = labels.findIndex((label, index) => index >= last && isBesideLabel(label, value));
      if (own < 0) break;
      values[own]?.push(value);
      last = own;
      end++;
    }
    const named = values.filter(({ length }) => length > 0).length;
    const item = items[at];
    if (labels.length > 0 && named >= Math.max(LABELS_MIN, labels.length * LABELLED_SHARE_MIN)) {
      for (const [index, label] of labels.entries()) paired.push((values[index] ?? []).reduce(withValue, label));
      at = end;
    } else {
      if (item) paired.push(item);
      at++;
    }
  }
  return paired;
}
