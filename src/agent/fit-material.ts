/**
 * Text that is longer than the model may read, cut by its structure: all headings stay, sections that speak of what is asked stay
 * whole as far as there is room, of the others is the beginning, and a table stays whole or goes from its head on.
 */

/** Part of the room that goes to whole sections, the most fitting first. */
const WHOLE_SHARE = 0.65;
const CUT = '[…]';

/** Words that any request has. */
const COMMON = new Set(
  'about above after again algo also antes aqui based before between como con cual cuando cuenta dame desde document documento donde draft este esta estos estas following from haz hazme hacia have hasta informe into letter make memo more note para pero please porque presentation quiero redacta report sobre some start slides table tabla that them then there these this those todo todos tres upon using usando what when where which with word words write written your'.split(
    ' ',
  ),
);

/** Beginnings of the words that matter: `invoices` and `invoice`, `facturas` and `factura` are one. */
export function topicsOf(prompt: string): Set<string> {
  const words =
    prompt
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      .toLowerCase()
      .match(/[\p{L}\d]{4,}/gu) ?? [];
  return new Set(
    words
      .filter((word) => !COMMON.has(word))
      .map((word) => word.slice(0, 6))
      .slice(0, 200),
  );
}

function scoreOf(section: string, topics: ReadonlySet<string>): number {
  const [heading = ''] = section.split('\n', 1);
  const count = (text: string): number =>
    new Set(
      (
        text
          .normalize('NFD')
          .replaceAll(/[\u0300-\u036F]/g, '')
          .toLowerCase()
          .match(/[\p{L}\d]{4,}/gu) ?? []
      )
        .map((word) => word.slice(0, 6))
        .filter((word) => topics.has(word)),
    ).size;
  return topics.size === 0 ? 0 : 3 * count(heading) + count(section);
}

/** How much each may take so that all together take no more: short ones what they need, the rest an equal share. */
export function shareOut(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [i, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - i));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return Infinity;
}

/** The beginning of a section, to the end of a line and not within a table unless that is all there is. */
function beginning(section: string, chars: number): string {
  const cut = section.slice(0, chars);
  const lines = cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0)).split('\n');
  if (lines.length <= 1) return chars < 40 ? (section.split('\n', 1)[0] ?? '').slice(0, 400) : cut;
  let table = lines.length;
  while (table > 1 && lines[table - 1]?.startsWith('|')) table--;
  // a table that is cut would say less than it seems to; one that is nearly all of it begins at least
  const kept = table < lines.length && table > lines.length / 3 ? lines.slice(0, table) : lines;
  return kept.join('\n');
}

/** @param topics of the request, from `topicsOf`. @returns the text, at most about `charsMax` long */
export function fitMaterial(markdown: string, charsMax: number, topics: ReadonlySet<string>): string {
  if (markdown.length <= charsMax) return markdown;
  const sections = markdown.split(/^(?=#{1,6} |<!-- Page )/m).map((text, at) => ({ at, text, score: scoreOf(text, topics), whole: false }));
  let room = Math.floor(charsMax * WHOLE_SHARE);
  for (const section of sections.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score || a.at - b.at)) {
    if (section.text.length > room) continue;
    section.whole = true;
    room -= section.text.length;
  }
  const rest = sections.filter(({ whole }) => !whole);
  const taken = sections.reduce((sum, { whole, text }) => sum + (whole ? text.length : 0), 0);
  const share = shareOut(
    rest.map(({ text }) => text.length + CUT.length + 3),
    charsMax - taken,
  );
  const fitted = sections
    .map(({ whole, text }) => (whole || text.length <= share ? text : `${beginning(text, share).trimEnd()}\n${CUT}\n\n`))
    .join('');
  return fitted.slice(0, charsMax + sections.length * 8);
}
