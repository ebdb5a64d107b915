/** What a file with tracked changes does not show, for programs: the file itself says it in a comment. */

const NAMED_MAX = 20;
const isAscii = (code: number): boolean => code >= 0x20 && code < 0x7f;
const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** `Not-Tracked`: a JSON list of sentences in ASCII (RFC 9110 §5.5 allows no more); no header where all is shown. */
export function notTrackedHeader(sentences: readonly string[]): Record<string, string> {
  if (sentences.length === 0) return {};
  const list = JSON.stringify(sentences.slice(0, NAMED_MAX));
  return {
    'not-tracked': Array.from({ length: list.length }, (_, at) =>
      isAscii(list.charCodeAt(at)) ? list.charAt(at) : escape(list.charAt(at)),
    ).join(''),
  };
}
