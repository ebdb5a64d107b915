/** What a PDF would do in a program that lets it: told, since nothing of it is done here. */
import type { Note } from '../base/note.ts';

/** Names of actions and of what carries them (ISO 32000-1 §12.6.4, §7.11.4), as nearly every writer spells them. */
const ACTIONS: readonly [RegExp, string][] = [
  [/\/(?:JavaScript|JS)[\s/<([]/, 'scripts'],
  [/\/Launch[\s/<>]/, 'actions that start programs'],
  [/\/(?:SubmitForm|ImportData)[\s/<>]/, 'forms that send or fetch data'],
  [/\/(?:GoToR|GoToE)[\s/<>]/, 'links into other files'],
  [/\/(?:EmbeddedFiles|EmbeddedFile|FileAttachment)[\s/<>]/, 'attached files'],
  [/\/(?:RichMedia|Movie|Sound|3D)[\s/<>]/, 'sounds, films or models'],
];
const CHUNK_BYTES = 4 * 2 ** 20;
const OVERLAP_BYTES = 32;

/** What is in compressed objects is not looked through: there it is as inert as here. Note `active_content`. */
export function notePdfActions(bytes: Uint8Array): Note[] {
  const found = new Set<string>();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(CHUNK_BYTES + OVERLAP_BYTES, bytes.length - at)).toString(
      'latin1',
    );
    for (const [name, what] of ACTIONS) if (!found.has(what) && name.test(text)) found.add(what);
  }
  return [...found].map((what): Note => ({
    code: 'active_content',
    severity: 'warning',
    message: `The file holds ${what}; none of it is run or followed.`,
  }));
}
