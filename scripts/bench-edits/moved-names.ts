/**
 * What a tracked move may call otherwise while its text is in two places: bookmarks, whose names may be there once, and controls, whose ids may.
 * Everything else has to be the same, and so does how many of them there are.
 */
import { createHash } from 'node:crypto';

const BOOKMARK = /(?<=<w:bookmarkStart[^<>]* w:name=)[^<>]*?(?= w:|>)/g;
const CONTROL_ID = /(?<=<w:sdtPr>(?:(?!<w:sdtPr>).)*<w:id w:val=)-?\d+(?=>)/g;

const namesIn = (lines: readonly string[], pattern: RegExp): string[] => lines.flatMap((line) => line.match(pattern) ?? []);

/** As the text that goes calls a bookmark of this name: behind a prefix, shortened to the 40 characters that Word takes. */
function whileGoing(name: string): string {
  const prefixed = `_moved_${name}`;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return prefixed.length <= 40 ? prefixed : `_moved_${name.slice(0, 24)}_${digest}`;
}

/**
 * Rejected in Word, a bookmark stays under the name that it had in the meantime; the service gives the name back.
 * @returns the lines with those names that bookmarks of the file had before, where they have no other one now
 */
export function withNamesBefore(before: readonly string[], rejected: readonly string[]): string[] {
  const now = new Set(namesIn(rejected, BOOKMARK));
  const own = new Map(namesIn(before, BOOKMARK).flatMap((name) => (now.has(name) ? [] : [[whileGoing(name), name] as const])));
  return rejected.map((line) => line.replaceAll(BOOKMARK, (name) => own.get(name) ?? name));
}

/**
 * Controls that have moved as a tracked change have ids that the file had not, as many as are no longer there.
 * @returns both with one name for those; as they are where the ids are others
 */
export function withoutMovedIds(
  before: readonly string[],
  meant: readonly string[],
  accepted: readonly string[],
): [meant: string[], accepted: string[]] {
  const [known, wanted, found] = [before, meant, accepted].map((lines) => namesIn(lines, CONTROL_ID));
  const gone = wanted?.filter((id) => found?.includes(id) === false) ?? [];
  const come = found?.filter((id) => wanted?.includes(id) === false) ?? [];
  if (gone.length !== come.length || come.some((id) => known?.includes(id))) return [[...meant], [...accepted]];
  const written = (lines: readonly string[], ids: readonly string[]): string[] =>
    lines.map((line) => line.replaceAll(CONTROL_ID, (id) => (ids.includes(id) ? 'moved' : id)));
  return [written(meant, gone), written(accepted, come)];
}
