/** From an address of a request to what it means, or to why it means nothing. */
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import {
  paragraphsOf,
  type WordCell,
  type WordFile,
  type WordParagraph,
  type WordRow,
  type WordTable,
  type WordTarget,
} from '../../../ooxml/word-file.ts';

type Kind = WordTarget['kind'];
interface ByKind {
  paragraph: WordParagraph;
  table: WordTable;
  row: WordRow;
  cell: WordCell;
}

const NAMES: Record<Kind, string> = { paragraph: 'a paragraph', table: 'a table', row: 'a row', cell: 'a cell' };
const TOLD_MAX = 300;

export const tell = (text: string): string => (text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)}…` : text);

/** All text of a target: paragraphs and cells as lines. */
export function textOfTarget(file: WordFile, target: WordTarget): string {
  switch (target.kind) {
    case 'paragraph':
      return file.textOf(target).text;
    case 'cell':
      return [...paragraphsOf(target.blocks)].map((paragraph) => file.textOf(paragraph).text).join('\n');
    case 'row':
      return target.cells.map((cell) => textOfTarget(file, cell)).join('\t');
    case 'table':
      return target.rows.map((row) => textOfTarget(file, row)).join('\n');
  }
}

export function paragraphsOfTarget(target: WordTarget): WordParagraph[] {
  switch (target.kind) {
    case 'paragraph':
      return [target];
    case 'table':
      return [...paragraphsOf([target])];
    case 'cell':
      return [...paragraphsOf(target.blocks)];
    case 'row':
      return target.cells.flatMap((cell) => [...paragraphsOf(cell.blocks)]);
  }
}

/** @param expect the text that the target must still hold; white space at its ends and its kind do not matter */
export function findTarget<K extends Kind>(
  file: WordFile,
  { target, expect }: { target: string; expect?: string | undefined },
  kinds: readonly K[],
): ByKind[K] | Rejected {
  const found = file.targets.get(target);
  if (found === undefined) {
    const candidates = expect === undefined ? [] : holders(file, expect);
    return reject(
      'target_not_found',
      `There is no ${target} in this file${candidates.length > 0 ? `; the expected text is at ${candidates.join(', ')}` : ''}.`,
      candidates,
    );
  }
  if (!isOneOf(found, kinds))
    return reject(
      'target_not_found',
      `${target} is ${NAMES[found.kind]}; the operation takes ${kinds.map((kind) => NAMES[kind]).join(' or ')}.`,
      nearOf(found, kinds),
    );
  if (expect !== undefined && squeeze(textOfTarget(file, found)) !== squeeze(expect)) {
    return reject(
      'expect_mismatch',
      `${target} holds "${tell(textOfTarget(file, found))}", which is not what was expected.`,
      holders(file, expect),
    );
  }
  return found;
}

function isOneOf<K extends Kind>(target: WordTarget, kinds: readonly K[]): target is ByKind[K] & WordTarget {
  return kinds.some((kind) => kind === target.kind);
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

function holders(file: WordFile, text: string): string[] {
  const wanted = squeeze(text);
  if (wanted === '') return [];
  const all = file.stories.flatMap(({ blocks }) => [...paragraphsOf(blocks)]);
  return all
    .filter((paragraph) => squeeze(file.textOf(paragraph).text).includes(wanted))
    .slice(0, 10)
    .map(({ address }) => address);
}

function nearOf(found: WordTarget, kinds: readonly Kind[]): string[] {
  if (found.kind === 'cell' && kinds.includes('paragraph')) return [...paragraphsOf(found.blocks)].map(({ address }) => address);
  if (found.kind === 'paragraph' && found.cell !== undefined && kinds.includes('cell')) return [found.cell.address];
  if (found.kind === 'cell' && kinds.includes('row')) return [found.row.address];
  if (found.kind === 'table' && kinds.includes('row')) return found.rows.map(({ address }) => address);
  return [];
}

const COMMENTING = new Set(['add_comment', 'reply_comment', 'resolve_comment', 'delete_comment']);

/** What the protection of the file forbids. */
export function checkProtection(file: WordFile, { mode }: EditContext, op: string): Rejected | null {
  switch (file.protection) {
    case null:
      return null;
    case 'trackedChanges':
      return mode === 'tracked' || COMMENTING.has(op)
        ? null
        : reject('protected_document', 'The file allows tracked changes only: send the request with mode tracked.');
    case 'comments':
      return COMMENTING.has(op) ? null : reject('protected_document', 'The file is protected: it allows comments only.');
    default:
      return reject('protected_document', 'The file is protected against changes; remove the protection in Word and send it again.');
  }
}

/** Operations on the text and formatting of single paragraphs, which are done in both copies of a text box. */
const IN_BOXES = new Set(['replace_text', 'rewrite_block', 'set_format']);

/** What would change the blocks of a text box that is kept twice, or that Word does not take there. */
export function checkBox(file: WordFile, { op, target }: { op: string; target?: string | undefined }): Rejected | null {
  const box = target === undefined ? undefined : /^box\d+\./.exec(target)?.[0];
  const story = box === undefined ? undefined : file.stories.find(({ prefix }) => prefix === box);
  if (story === undefined || IN_BOXES.has(op) || ![...paragraphsOf(story.blocks)].some(({ twin }) => twin !== undefined)) return null;
  return reject(
    'unsupported',
    `${target ?? ''} is in a text box that the file keeps twice, for newer and for older programs: there ${[...IN_BOXES].join(', ')} are done in both.`,
    [...paragraphsOf(story.blocks)].map(({ address }) => address),
  );
}
