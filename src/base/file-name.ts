/** Characters that a file's name may have (interface §4.1). */
const FILENAME_CHARS_MAX = 200;

/** A name that came with its file rather than in a field of the request, cut to what a name may have. The extension, which tells the kind of a text file, outlives the cut. */
function cutFilename(name: string): string {
  const characters = [...name];
  if (characters.length <= FILENAME_CHARS_MAX) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, FILENAME_CHARS_MAX - extension.length).join('') + extension;
}

/**
 * A name as it came from a client or a server: without folders, control characters and marks that turn the direction of
 * writing (which make `fdp.exe` of `exe.pdf`), of bounded length; null where nothing is left.
 */
export function cleanFilename(name: string): string | null {
  const base =
    name
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .split(/[\\/]/)
      .at(-1)
      ?.trim() ?? '';
  return base === '' || /^\.+$/.test(base) ? null : cutFilename(base);
}
