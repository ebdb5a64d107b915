/** What is told of a text that was read, for commands that read here and those that ask a service: it loads no reader. */
import type { Note } from '../base/note.ts';
import type { Extracted } from '../pipeline/extract.ts';

/** What is to be known of a text that was read, a line for each thing. */
export function describeReading({
  notes,
  truncated,
  chars,
  pages,
}: Pick<Extracted, 'truncated' | 'chars' | 'pages'> & { notes: readonly Pick<Note, 'severity' | 'code' | 'message'>[] }): string[] {
  // of a file without pages a note says what to do
  const cut = truncated && (pages ?? 1) > 1 ? [`warning: the text has ${chars} characters and was cut; read the rest with --pages`] : [];
  return [...notes.map(({ severity, code, message }) => `${severity}: ${message} (${code})`), ...cut];
}
