/** The appearance of existing pages, as far as their text shows it: paper size, margins, typeface, sizes, alignment, running header, page numbers. */
import type { RenderedDocument, RenderedLine } from '../document/rendered-document.ts';
import type { DocumentType } from '../document/document.ts';
import { resolveLook, type Look, type TextRoleName } from '../document/look.ts';
import { blockText } from '../document/walk.ts';
import type { Block } from '../document/block.ts';

const PT_PER_CM = 28.3465;
/** Line pitch of our own body text at 11 pt, in font sizes. */
const PITCH_PER_SIZE = 1.4;

function quantile(values: readonly number[], share: number, fallback: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? fallback;
}

/** The value that most characters have. */
function mostUsed<T>(lines: readonly RenderedLine[], of: (line: RenderedLine) => T): T | undefined {
  const letters = new Map<T, number>();
  for (const line of lines) letters.set(of(line), (letters.get(of(line)) ?? 0) + line.text.length);
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

const BLACK = '000000';
const colorOf = ({ color }: RenderedLine): string => color ?? BLACK;
const sizeOf = (line: RenderedLine): number => Math.round((line.emPt ?? line.sizePt) * 2) / 2;

/** `Calibri-Bold`, `TimesNewRomanPSMT`, `ArialMT` → the family as people name it. */
function familyOf(font: string): string {
  const plain = font
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[,-](?:Bold|Italic|Oblique|Regular|Roman|Medium|Light|Semi|Book|It|Obl|Identity).*$/i, '')
    .replace(/(?:PS)?MT$/, '')
    .replace(/PS$/, '');
  return plain.replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2').trim();
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

interface Measured {
  size: number;
  lines: RenderedLine[];
}

interface Furniture {
  header: string | undefined;
  footer: string | undefined;
  /** Whether the header is on the first page too. */
  first: boolean;
  numbered: boolean;
}

/** Lines in the same place on most pages are headers and footers, not text. */
function furnitureOf({ pages }: RenderedDocument, running: ReadonlySet<string>): Furniture {
  const seen = new Map<string, { count: number; top: boolean }>();
  let numbered = 0;
  for (const page of pages) {
    const near = page.lines.filter(
      (line) => line.bottom < page.heightPt * 0.1 || line.top > page.heightPt * 0.9 || running.has(line.text.trim()),
    );
    if (
      near.some(
        (line) =>
          new RegExp(`^\\D{0,12}${page.page}(?:\\s*(?:/|of|de)\\s*\\d+)?\\D{0,3}$`).test(line.text.trim()) &&
          line.top > page.heightPt * 0.5,
      )
    )
      numbered++;
    for (const line of near) {
      const text = line.text.trim();
      if (/^\W*\d+\W*$/.test(text)) continue;
      const known = seen.get(text) ?? { count: 0, top: line.bottom < page.heightPt / 2 };
      seen.set(text, { ...known, count: known.count + 1 });
    }
  }
  const often = [...seen].filter(
    ([text, { count }]) =>
      text !== '' && text.length < 120 && count >= Math.max(2, pages.length * 0.6) && !/\d+\s*(?:\/|of|de)\s*\d+$/.test(text),
  );
  const joined = (top: boolean): string | undefined => {
    const texts = often.filter(([, line]) => line.top === top).map(([text]) => text);
    return texts.length === 0 ? undefined : texts.join(' · ');
  };
  return {
    header: joined(true),
    footer: joined(false),
    first: (pages[0]?.lines ?? []).some(
      (line) => seen.get(line.text.trim())?.top === true && often.some(([text]) => text === line.text.trim()),
    ),
    numbered: pages.length > 1 && numbered >= pages.length * 0.6,
  };
}

/** Line pitch within paragraphs of body text, in points; undefined where too few lines follow each other. */
function pitchOf(pages: RenderedDocument['pages'], size: number): number | undefined {
  const steps = pages.flatMap(({ lines }) =>
    lines.slice(1).flatMap((line, i) => {
      const above = lines[i];
      const step = line.top - (above?.top ?? line.top);
      return above &&
        sizeOf(above) === size &&
        sizeOf(line) === size &&
        Math.abs(above.left - line.left) < 2 &&
        step > size * 0.9 &&
        step < size * 2.2
        ? [Math.round(step * 2) / 2]
        : [];
    }),
  );
  // gaps between paragraphs are among the steps, of which a short text has as many as lines that follow each other
  return steps.length < 3 ? undefined : quantile(steps, 0.2, size * PITCH_PER_SIZE);
}

/** @param page `left`: where body text begins */
function setHeadings(
  look: Look,
  pages: readonly (readonly Block[])[],
  lines: readonly RenderedLine[],
  { left, widthPt }: { left: number; widthPt: number },
): void {
  const byText = new Map(lines.map((line) => [line.text.replaceAll(/\s+/g, ''), line]));
  for (const level of [1, 2, 3, 4] as const) {
    const texts = pages
      .flat()
      .flatMap((block) => (block.type === 'heading' && block.level === level ? [blockText(block).replaceAll(/\s+/g, '')] : []));
    const drawn = texts.flatMap(
      (text) => byText.get(text) ?? [...byText].find(([line]) => line.length > 3 && text.startsWith(line))?.[1] ?? [],
    );
    const [first] = drawn;
    if (!first) continue;
    const name = `heading${level}` satisfies TextRoleName;
    const bold = drawn.filter((line) => line.bold).length * 2 > drawn.length;
    const centred =
      drawn.filter((line) => line.left > left + 20 && Math.abs((line.left + line.right) / 2 - widthPt / 2) < 8).length * 2 > drawn.length;
    look.roles[name] = {
      ...look.roles[name],
      face: 'text',
      sizePt: quantile(drawn.map(sizeOf), 0.5, sizeOf(first)),
      bold,
      color: mostUsed(drawn, colorOf) ?? BLACK,
      align: centred ? 'center' : 'left',
    };
  }
}

/** A page of the size that most pages have: a cover may have another. */
function usualPage({ pages }: RenderedDocument): RenderedDocument['pages'][number] | undefined {
  const sizeOfPage = ({ widthPt, heightPt }: { widthPt: number; heightPt: number }): string =>
    `${Math.round(widthPt)} ${Math.round(heightPt)}`;
  const counts = new Map<string, number>();
  for (const page of pages) counts.set(sizeOfPage(page), (counts.get(sizeOfPage(page)) ?? 0) + 1);
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return pages.find((page) => sizeOfPage(page) === usual?.[0]);
}

/**
 * Appearance without anything that the pages do not show: no cover, contents, running title or numbered headings of ours, nor what a letter or
 * minutes have at their beginning and end.
 */
function plainLook(type: DocumentType, font: string, size: number): Look {
  const plain = resolveLook(type === 'contract' ? type : 'report', {
    ...(font === '' ? {} : { font: familyOf(font) }),
    font_size: size,
  });
  return {
    ...plain,
    roles: { ...plain.roles },
    cover: false,
    contents: false,
    runningTitle: false,
    numberedHeadings: false,
    hyphenate: false,
  };
}

interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Margins in points, from where body text begins and ends on the pages. */
function marginsOf(drawn: RenderedDocument, page: RenderedDocument['pages'][number], body: Measured): Margins {
  const { widthPt, heightPt } = page;
  const lefts = body.lines.map((line) => line.left);
  const rights = body.lines.map((line) => line.right);
  const tops = drawn.pages
    .map(({ lines }) => lines.filter((line) => sizeOf(line) >= body.size && line.top > heightPt * 0.05))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.reduce((least, { top }) => Math.min(least, top), Infinity));
  const bottoms = drawn.pages
    .slice(0, -1)
    .flatMap(({ lines }) => lines.filter((line) => line.bottom < heightPt * 0.95).map((line) => line.bottom));
  return {
    left: quantile(lefts, 0.05, 72),
    right: widthPt - quantile(rights, 0.97, widthPt - 72),
    top: quantile(tops, 0.3, 72),
    bottom: heightPt - quantile(bottoms, 0.995, heightPt - 72),
  };
}

function setPage(look: Look, drawn: RenderedDocument, page: RenderedDocument['pages'][number], body: Measured): void {
  const { left, right, top, bottom } = marginsOf(drawn, page, body);
  const cm = (pt: number): number => clamp(pt / PT_PER_CM, 1, 6);
  look.page = {
    ...look.page,
    widthCm: page.widthPt / PT_PER_CM,
    heightCm: page.heightPt / PT_PER_CM,
    leftCm: cm(left),
    rightCm: cm(right),
    topCm: cm(top),
    bottomCm: cm(bottom),
  };
  look.orientation = page.widthPt > page.heightPt ? 'landscape' : 'portrait';
  const edge = page.widthPt - right;
  const full = body.lines.filter((line) => line.right > edge - 40);
  look.bodyAlign =
    full.length >= 6 && full.filter((line) => Math.abs(line.right - edge) < 2).length > full.length * 0.7 ? 'justify' : 'left';
}

/** The font of most body text that is not bold; '' where the pages have no text. */
const fontOf = (body: Measured, lines: readonly RenderedLine[]): string =>
  mostUsed(
    body.lines.filter(({ bold }) => !bold),
    ({ font }) => font,
  ) ??
  mostUsed(lines, ({ font }) => font) ??
  '';

/**
 * The look under which text set again resembles the pages it came from.
 * @param pages the blocks that were read from each page
 * @param running lines that the reader has taken for headers and footers
 */
export function measureAppearance(
  drawn: RenderedDocument,
  pages: readonly (readonly Block[])[],
  type: DocumentType,
  running: ReadonlySet<string> = new Set(),
): Look {
  const lines = drawn.pages.flatMap((page) => page.lines.filter((line) => (line.turned ?? 0) === 0 && line.text.trim() !== ''));
  const size = clamp(mostUsed(lines, sizeOf) ?? 11, 6, 24);
  const body: Measured = { size, lines: lines.filter((line) => sizeOf(line) === size) };
  const look = plainLook(type, fontOf(body, lines), size);
  const page = usualPage(drawn);
  if (page) setPage(look, drawn, page, body);
  const pitch = pitchOf(drawn.pages, size);
  if (pitch !== undefined) {
    const { line } = look.roles.body;
    look.roles.body = { ...look.roles.body, line: clamp((line * pitch) / (size * PITCH_PER_SIZE), line * 0.7, line * 1.8) };
  }
  setHeadings(look, pages, lines, { left: look.page.leftCm * PT_PER_CM, widthPt: page?.widthPt ?? 595 });
  const text = mostUsed(body.lines, colorOf) ?? BLACK;
  for (const name of ['body', 'listItem', 'tableText', 'caption', 'quote'] as const)
    look.roles[name] = { ...look.roles[name], color: text };
  // our bullets and rules take the colour of the source's headings, or of its text
  const accent = look.roles.heading1.color === BLACK ? text : look.roles.heading1.color;
  look.palette = { name: 'Source', accent, deep: accent, tint: 'F2F2F2', bright: 'FFFFFF', spot: 'FFFFFF', paper: 'FFFFFF' };
  const { header, footer, first, numbered } = furnitureOf(drawn, running);
  return {
    ...look,
    pageNumbers: numbered ? 'all' : 'none',
    ...(header === undefined ? {} : { header, headerOnFirst: first }),
    ...(footer === undefined ? {} : { footer }),
  };
}
