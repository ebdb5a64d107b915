/** Whether a Word file has the tracking of changes switched on: then whoever edits it is expected to leave tracks. */
import { openOfficePackage } from '../ooxml/office-package.ts';
import { readWordFile } from '../ooxml/word-file.ts';

/**
 * Whether a Word file has the tracking of changes switched on (`w:trackRevisions`); false for other
 * files. @throws Refusal file_rejected
 */
export function tracksChanges(bytes: Uint8Array): boolean {
  const opened = openOfficePackage(bytes);
  return opened.kind === 'docx' && readWordFile(opened).tracks;
}
