/**
 * Comments in a PDF that was set here: the links that the typesetter has put on their words become annotations of kind Highlight
 * (ISO 32000-1 §12.5.6.10), each with its own place in the structure of the file (ISO 14289-1 §7.18).
 */
import type { Remark } from '../document/inline.ts';
import type { EditContext } from './define-edit.ts';

export interface CommentedPdf {
  bytes: Uint8Array;
  /** Numbers of the comments that are on no page. */
  missing: number[];
}

/** @param remarks by the number in their links, `octavo-comment:2`; authors are settled */
export async function commentPdf(
  bytes: Uint8Array,
  remarks: readonly Required<Remark>[],
  context: Pick<EditContext, 'date'>,
): Promise<CommentedPdf> {
  // the library of PDF objects is loaded when it is first needed
  const { turnLinksIntoComments } = await import('./pdf/mechanics/comment-links.ts');
  return turnLinksIntoComments(bytes, remarks, context);
}
