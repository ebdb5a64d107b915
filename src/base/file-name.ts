/** Characters that a file's name may have (interface §4.1). */
const FILENAME_CHARS_MAX = 200;

/** A name that came with its file rather than in a field of the request, cut to what a name may have. The extension, which tells the kind of a text file, outlives the cut. */
export function cutFilename(name: string): string {
  const characters = [...name];
  if (characters.length <= FILENAME_CHARS_MAX) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, FILENAME_CHARS_MAX - extension.length).join('') + extension;
}
