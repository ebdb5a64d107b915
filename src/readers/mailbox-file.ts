/** Folders of mail as one file (`mbox`, RFC 4155): messages one behind the other, each after a line that begins with `From `. */

const MARK = Buffer.from('From ', 'latin1');
const LF = 0x0a;
const CR = 0x0d;
/** A field, with which each message begins. */
const FIELD = /^[\w-]{1,80}:/;

/** From whom and when, as programs of mail have always written it. */
const ENVELOPE = /^From \S+ .*\d\d:\d\d.*\d{4}\r?$/;
const ENVELOPE_BYTES = 300;

/** Whether a message begins at this line: behind a blank one, and the line says when it was sent, or a field is on the next. */
function isBeginning(bytes: Buffer, at: number): boolean {
  if (at > 0 && !(bytes[at - 1] === LF && (bytes[at - 2] === LF || (bytes[at - 2] === CR && bytes[at - 3] === LF)))) return false;
  const next = bytes.indexOf(LF, at) + 1;
  if (next === 0) return false;
  return (
    FIELD.test(bytes.toString('latin1', next, next + 90)) ||
    ENVELOPE.test(bytes.toString('latin1', at, Math.min(next - 1, at + ENVELOPE_BYTES)))
  );
}

/** The messages of a folder, each with the line before it; the bytes themselves where they are one message. */
export function splitMailbox(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.subarray(0, MARK.length).equals(MARK)) return [bytes];
  const starts: number[] = [];
  for (let at = 0; at >= 0; at = buffer.indexOf(MARK, at + 1)) if (isBeginning(buffer, at)) starts.push(at);
  return starts.length < 2 ? [bytes] : starts.map((start, index) => buffer.subarray(start, starts[index + 1]));
}
