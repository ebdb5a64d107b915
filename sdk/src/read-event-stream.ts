/**
 * Server-sent events (WHATWG HTML §9.2) out of the chunks of a response: lines may end with LF, CR LF or CR, a chunk may
 * end anywhere, also within a character, and an event that no empty line ends is not one.
 */
import type { DocumentEvent } from './contract.ts';

/** Cuts complete lines off a growing text. A CR at the very end waits: its LF may come with the next chunk. */
function createLineSplitter(): (text: string) => string[] {
  let rest = '';
  return (text) => {
    const lines: string[] = [];
    rest += text;
    let from = 0;
    for (;;) {
      const match = /\r\n|\n|\r(?!$)/.exec(rest.slice(from));
      if (match === null) break;
      lines.push(rest.slice(from, from + match.index));
      from += match.index + match[0].length;
    }
    rest = rest.slice(from);
    return lines;
  };
}

function parseEvent(text: string): DocumentEvent | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('sequence' in value) || !('type' in value)) return null;
  // The one place where the service's word is taken for the shape of what it sends.
  return value as DocumentEvent;
}

/**
 * @param onActivity called for every chunk, heartbeats too
 * @throws whatever reading the chunks throws
 */
export async function* readEventStream(chunks: AsyncIterable<Uint8Array>, onActivity: () => void): AsyncGenerator<DocumentEvent> {
  const decoder = new TextDecoder();
  const split = createLineSplitter();
  let data: string[] = [];
  for await (const chunk of chunks) {
    onActivity();
    for (const line of split(decoder.decode(chunk, { stream: true }))) {
      if (line === '') {
        const event = data.length > 0 ? parseEvent(data.join('\n')) : null;
        data = [];
        if (event !== null) yield event;
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      }
    }
  }
}
