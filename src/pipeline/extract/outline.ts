/** The headings of a Markdown text, each with its page and how much is under it: enough to choose what to read. */

import { minOf } from '../../base/extremes.ts';

export interface OutlineEntry {
  /** 1-6. */
  level: number;
  text: string;
  /** Page, slide or sheet, 1-based; null where the kind has none. */
  page: number | null;
  /** Characters from it to the next heading. */
  chars: number;
}

const ENTRIES_MAX = 5_000;
const TEXT_CHARS_MAX = 200;
const MARKER = /^<!-- (Page|Slide|Sheet) (\d+) -->$/;
const SHEET_MARKER = /^<!-- Sheet \d+ -->\n/gm;
const HEADING = /^(#{1,6}) (.+)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const plainOf = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .trim()
    .slice(0, TEXT_CHARS_MAX);

/** The line before a sheet that is written to be outlined: what is answered as text names sheets by their headings alone. */
export const sheetMarker = (number: number): string => `<!-- Sheet ${number} -->\n`;

export const withoutSheetMarkers = (markdown: string): string => markdown.replaceAll(SHEET_MARKER, '');

/** @param markdown as an extraction gives it; a page without a heading is named by its first line, below the heading whose text goes on there; a slide as others are */
export function outlineOf(markdown: string): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const slides = new Set<OutlineEntry>();
  let [kind, deep] = ['', 0];
  let page: number | null = null;
  let fence: string | undefined;
  let named = false;
  const add = (level: number, text: string): void => {
    named = true;
    if (entries.length < ENTRIES_MAX) entries.push({ level, text: plainOf(text), page, chars: 0 });
  };
  for (const line of markdown.split('\n')) {
    const marker = fence === undefined ? MARKER.exec(line) : null;
    if (marker) {
      kind = marker[1] ?? '';
      page = Number(marker[2]);
      named = false;
      continue;
    }
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? HEADING.exec(line) : null;
    if (heading) {
      deep = heading[1]?.length ?? 1;
      add(deep, heading[2] ?? '');
    } else if (!named && page !== null && line.trim() !== '' && !line.startsWith('<!--')) {
      add(Math.min(6, deep + 1), line);
      const entry = entries.at(-1);
      if (kind === 'Slide' && entry) slides.add(entry);
    }
    const last = entries.at(-1);
    if (last) last.chars += line.length + 1;
  }
  const levels = entries.filter((entry) => !slides.has(entry)).map(({ level }) => level);
  const top = levels.length === 0 ? 1 : minOf(levels);
  for (const entry of slides) entry.level = top;
  return entries;
}

/** As Markdown: a list, nested as the headings are. */
export function writeOutline(entries: readonly OutlineEntry[]): string {
  const top = entries.reduce((least, { level }) => Math.min(least, level), 6);
  return entries
    .map(
      ({ level, text, page, chars }) =>
        `${'  '.repeat(level - top)}- ${text} (${page === null ? '' : `page ${page}, `}${chars} characters)\n`,
    )
    .join('');
}
