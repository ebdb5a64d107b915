/** Two PDF files as one: the newer one with marks where it differs from the older one. */
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { BlockChange } from './compare-content.ts';
import type { EditContext } from './define-edit.ts';
import type { MarkedPdf } from './pdf/mechanics/mark-changes.ts';

/**
 * The newer file with its new words highlighted, the old ones in the comments, and notes where blocks went.
 * @param drawn both files as they are drawn
 * @throws Refusal file_rejected; input_invalid where the newer file is signed or encrypted
 */
export async function markPdf(
  bytes: Uint8Array,
  drawn: { from: RenderedDocument; to: RenderedDocument },
  changes: readonly BlockChange[],
  context: Pick<EditContext, 'author' | 'date'>,
): Promise<MarkedPdf> {
  // the library of PDF objects is loaded when it is first needed
  const { markChanges } = await import('./pdf/mechanics/mark-changes.ts');
  return markChanges(bytes, drawn, changes, context);
}
