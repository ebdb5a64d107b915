/**
 * Comments and tracked changes of Word files: ranges of comments with their reference behind them (ECMA-376-1 §17.13.4), insertions
 * and deletions around runs (§17.13.5).
 */
import type { Remark, Run } from '../../document/inline.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { authorOf, initialsOf } from '../review.ts';
import type { Draft } from './draft.ts';

export interface ReviewDraft {
  /** ISO 8601: when all of it was said. */
  date: string;
  /** `w:comment` elements. */
  comments: string[];
  placed: Remark[];
  revisions: number;
}

/** Behind all numbers that bookmarks of a file come to. */
const FIRST_ID = 1_000_000;

function commentXml(id: number, remark: Remark, date: string): string {
  const author = authorOf(remark);
  const mark = '<w:r><w:annotationRef/></w:r>';
  const paragraphs = remark.text
    .split('\n')
    .map((line, at) => `<w:p>${at === 0 ? mark : ''}<w:r><w:t xml:space="preserve">${escapeText(line)}</w:t></w:r></w:p>`)
    .join('');
  return `<w:comment w:id="${id}" w:author="${escapeAttribute(author)}" w:date="${date}" w:initials="${escapeAttribute(initialsOf(author))}">${paragraphs}</w:comment>`;
}

/** Marks of the comments that begin and end as one run follows another. */
export interface CommentMarks {
  /** To be called before each run, and with no comments behind the last. */
  before(comments: readonly Remark[] | undefined): string;
}

const keyOf = ({ text, author }: Remark): string => `${author ?? ''}\n${text}`;

export function commentMarks(draft: Draft): CommentMarks {
  const open = new Map<string, number>();
  return {
    before(comments = []) {
      if (comments.length === 0 && open.size === 0) return '';
      // Word offers none in notes
      if (draft.insideFootnote) return '';
      const wanted = new Map(comments.map((remark) => [keyOf(remark), remark]));
      let xml = '';
      for (const [key, id] of open)
        if (!wanted.has(key)) {
          xml += `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
          open.delete(key);
        }
      for (const [key, remark] of wanted)
        if (!open.has(key)) {
          const id = draft.review.comments.length;
          draft.review.placed.push(remark);
          draft.review.comments.push(commentXml(id, remark, draft.review.date));
          open.set(key, id);
          xml += `<w:commentRangeStart w:id="${id}"/>`;
        }
      return xml;
    },
  };
}

/** The XML of a run within its tracked change. */
export function revisedXml(draft: Draft, { revision }: Pick<Run, 'revision'>, xml: string): string {
  if (revision === undefined || xml === '') return xml;
  const id = FIRST_ID + draft.review.revisions++;
  const marks = `w:id="${id}" w:author="${escapeAttribute(authorOf(revision))}" w:date="${draft.review.date}"`;
  if (revision.kind === 'insert') return `<w:ins ${marks}>${xml}</w:ins>`;
  return `<w:del ${marks}>${xml.replaceAll(/<(\/?)w:t(?=[ >])/g, '<$1w:delText').replaceAll(/<(\/?)w:instrText(?=[ >])/g, '<$1w:delInstrText')}</w:del>`;
}

/** Mark of a paragraph that is proposed, or goes, as a whole: its end goes with its text. '' for any other. */
export function revisedMark(draft: Draft, runs: readonly Run[]): string {
  const revision = runs[0]?.revision;
  if (revision === undefined || runs.some((run) => run.revision?.kind !== revision.kind)) return '';
  const id = FIRST_ID + draft.review.revisions++;
  return `<w:rPr><w:${revision.kind === 'insert' ? 'ins' : 'del'} w:id="${id}" w:author="${escapeAttribute(authorOf(revision))}" w:date="${draft.review.date}"/></w:rPr>`;
}
