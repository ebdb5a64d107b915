/** Words of one paragraph, by its address and by what they say. */
import { findText, nearestTexts } from '../../find-text.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { paragraphsOf, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import type { Piece } from '../../../ooxml/word-text.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { findTarget, tell } from './find-target.ts';

export interface Words {
  paragraph: WordParagraph;
  /** Offsets in the text of the paragraph. */
  start: number;
  end: number;
  text: string;
}

export interface WordsNamed {
  target: string;
  find?: string | undefined;
  expect?: string | undefined;
}

/** A paragraph, or the first one of a cell; one that is locked is refused. */
function findParagraph(file: WordFile, named: WordsNamed): WordParagraph | Rejected {
  const target = findTarget(file, named, ['paragraph', 'cell']);
  if ('rejected' in target) return target;
  const paragraph = target.kind === 'paragraph' ? target : [...paragraphsOf(target.blocks)][0];
  if (paragraph === undefined) return reject('target_not_found', `${named.target} holds no paragraph.`);
  return paragraph.locked === null
    ? paragraph
    : reject('read_only_content', `${paragraph.address} cannot be changed: ${paragraph.locked}.`, [paragraph.address]);
}

/** The words that are meant; all of the paragraph where none are named. They must be there once. */
export function findWords(file: WordFile, named: WordsNamed): Words | Rejected {
  const paragraph = findParagraph(file, named);
  if ('rejected' in paragraph) return paragraph;
  const { text } = file.textOf(paragraph);
  const { address } = paragraph;
  if (named.find === undefined) return { paragraph, start: 0, end: text.length, text };
  const places = findText(text, { find: named.find, replace: '' });
  const [place] = places;
  if (place === undefined)
    return reject(
      'target_not_found',
      `The text "${tell(named.find)}" is not in ${address}.`,
      nearestTexts(
        file.stories
          .flatMap(({ blocks }) => [...paragraphsOf(blocks)])
          .map((one) => ({ address: one.address, text: file.textOf(one).text })),
        named.find,
      ),
    );
  if (places.length > 1)
    return reject('ambiguous_target', `The text "${tell(named.find)}" is in ${places.length} places of ${address}; give more of it.`, [
      address,
    ]);
  return { paragraph, start: place.start, end: place.end, text: text.slice(place.start, place.end) };
}

/** A run that words lie in, with the part of it that is meant. */
export interface RunOfWords {
  run: XmlElement;
  first: Piece;
  from: number;
  last: Piece;
  to: number;
  /** Whether something of the run is in front of the words, or behind them. */
  startsWithin: boolean;
  endsWithin: boolean;
}

/** The runs that the words touch, in their order. */
export function runsOfWords(file: WordFile, { paragraph, start, end }: Words): RunOfWords[] {
  const { pieces } = file.textOf(paragraph);
  const runs: RunOfWords[] = [];
  for (const piece of pieces) {
    if (piece.at >= end || piece.at + piece.text.length <= start) continue;
    const from = Math.max(0, start - piece.at);
    const to = Math.min(piece.text.length, end - piece.at);
    const open = runs.at(-1);
    if (open?.run === piece.run) Object.assign(open, { last: piece, to });
    else runs.push({ run: piece.run, first: piece, from, last: piece, to, startsWithin: false, endsWithin: false });
  }
  for (const one of runs) {
    const inRun = pieces.filter(({ run }) => run === one.run);
    one.startsWithin = one.first !== inRun[0] || one.from > 0;
    one.endsWithin = one.last !== inRun.at(-1) || one.to < one.last.text.length;
  }
  return runs;
}
