/**
 * Notes to the user, taken out of what a model writes while it streams: the block `:::to-user` is for the person who asked and
 * never part of the document. Only a line that may begin or end such a block is held back.
 */

export interface NotesFilter {
  push(text: string): string;
  end(): string;
  /** One for each item or paragraph, after the end. */
  notes(): string[];
}

const NOTES_MAX = 20;
const NOTE_CHARS_MAX = 500;
const HELD_CHARS_MAX = 20_000;
const OPENING = /^ {0,3}:{3,} ?(?:to-user|to user)\b.*$/i;
const CLOSING = /^ {0,3}:{3,}\s*$/;
/** How much of a line it takes to tell that it opens no such block. */
const couldOpen = (line: string): boolean =>
  /^ {0,3}(?::{0,2}|:{3,} ?(?:t(?:o(?:[- ](?:u(?:s(?:er?)?)?)?)?)?)?)$/i.test(line) || OPENING.test(line);

/** Paragraphs and items, without their marks. */
function splitNotes(text: string): string[] {
  return text
    .split(/\n(?=\s*(?:[-*+]|\d{1,2}[.)])\s)|\n\s*\n/)
    .map((note) =>
      note
        .replace(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, NOTE_CHARS_MAX),
    )
    .filter((note) => note !== '')
    .slice(0, NOTES_MAX);
}

export function createNotesFilter(): NotesFilter {
  let line = '';
  let inside = false;
  let passing = false;
  let fence = '';
  let held = '';
  const takeLine = (): string => {
    const text = line;
    line = '';
    const wasPassing = passing;
    passing = false;
    const bare = text.replace(/\n$/, '');
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(bare)?.[1];
    if (!inside && mark !== undefined) {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence) && bare.trim() === mark) fence = '';
    }
    if (wasPassing) return text;
    if (inside) {
      if (CLOSING.test(bare)) inside = false;
      else if (held.length < HELD_CHARS_MAX) held += text;
      if (!inside) held += '\n\n';
      return '';
    }
    if (fence === '' && OPENING.test(bare)) {
      inside = true;
      return '';
    }
    return text;
  };
  return {
    push(text) {
      let out = '';
      for (let at = 0; at < text.length;) {
        const end = text.indexOf('\n', at);
        const piece = end < 0 ? text.slice(at) : text.slice(at, end + 1);
        at += piece.length;
        if (passing && fence === '' && end < 0) {
          out += piece;
          line += piece;
          continue;
        }
        const before = passing ? line.length : 0;
        line += piece;
        if (end >= 0) out += takeLine().slice(before);
        else if (!inside && fence === '' && !couldOpen(line) && !/^ {0,3}[`~]{0,3}$/.test(line)) {
          passing = true;
          out += line;
        }
      }
      return out;
    },
    end() {
      const before = passing ? line.length : 0;
      return line === '' ? '' : takeLine().slice(before);
    },
    notes: () => splitNotes(held),
  };
}
