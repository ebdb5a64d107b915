/** What is on a page: text in its pieces with their boxes, pictures, rules, links, tags. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { frameOf, quarterOf, turnSize } from './page-frame.ts';
import { turnBox } from '../../document/turn-box.ts';
import type { Parts } from './pdfium.ts';
import { markUnseen, type GrayPage } from './find-unseen.ts';
import { readObjects } from './read-objects.ts';
import { readFields, withFields } from './read-fields.ts';
import { readLinks, readTags } from './read-tags.ts';
import { readText } from './read-text.ts';

export interface PageHandle {
  document: number;
  handle: number;
  page: number;
  tagged: boolean;
  structure: boolean;
  /** The page as it is shown. */ drawGray: (dpi: number) => GrayPage;
}

/** Enough to see whether there are letters. */
const JUDGED_DPI = 72;

/** @param fonts gathers the names in use. `structure`: with links, tags, the places of words, and which lines nobody sees */
export function readPage(
  pdfium: Parts,
  { document, handle, page, tagged, structure, drawGray }: PageHandle,
  fonts: Set<string>,
): RenderedPage {
  const frame = frameOf(pdfium, handle);
  const text = readText(pdfium, handle, frame, structure);
  for (const font of text.fonts) fonts.add(font);
  const objects = readObjects(pdfium, handle, frame, text.faint.size > 0);
  const links = structure ? readLinks(pdfium, document, handle, frame) : [];
  const tags = structure && tagged ? readTags(pdfium, handle) : [];
  const back = quarterOf(-text.quarter);
  const fields = structure ? readFields(pdfium, handle, frame) : [];
  const upright = <T extends { left: number; top: number; right: number; bottom: number }>(box: T): T =>
    back === 0 ? box : { ...box, ...turnBox(box, frame, back) };
  const size = turnSize(frame, back);
  const pictures = objects.pictures.map(upright);
  if (structure)
    markUnseen(text.lines, text.faint, {
      ...size,
      pictures,
      fills: objects.fills.map(upright),
      draw: () => ({ page: drawGray(JUDGED_DPI), place: (box) => turnBox(box, size, text.quarter) }),
    });
  return {
    page,
    ...size,
    ...(back === 0 ? {} : { turned: text.quarter }),
    lines: fields.length === 0 ? text.lines : withFields(text.lines, fields.map(upright)),
    pictures,
    rules: objects.rules.map(upright),
    paths: objects.paths,
    missingGlyphs: text.lines.reduce((sum, line) => sum + (line.text.match(/\uFFFD/g)?.length ?? 0), 0),
    ...(links.length > 0 ? { links: links.map(upright) } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
}
