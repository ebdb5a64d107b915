/** What stands on a page: text in its pieces with their boxes, pictures, rules, links, tags. */
import type { DrawnPage } from '../../document/drawn-document.ts';
import { frameOf, quarterOf, turnSize } from './page-frame.ts';
import { turnBox } from '../../document/turn-box.ts';
import type { Parts } from './pdfium.ts';
import { readObjects } from './read-objects.ts';
import { readFields, withFields } from './read-fields.ts';
import { readLinks, readTags } from './read-tags.ts';
import { readText } from './read-text.ts';

export interface PageHandle { document: number; handle: number; page: number; tagged: boolean; structure: boolean }

/** @param fonts gathers the names in use. `structure`: with links, tags and the places of words */
export function readPage(pdfium: Parts, { document, handle, page, tagged, structure }: PageHandle, fonts: Set<string>): DrawnPage {
  const frame = frameOf(pdfium, handle);
  const text = readText(pdfium, handle, frame, structure);
  for (const font of text.fonts) fonts.add(font);
  const objects = readObjects(pdfium, handle, frame);
  const links = structure ? readLinks(pdfium, document, handle, frame) : [];
  const tags = structure && tagged ? readTags(pdfium, handle) : [];
  const back = quarterOf(-text.quarter);
  const fields = structure ? readFields(pdfium, handle, frame) : [];
  const upright = <T extends { left: number; top: number; right: number; bottom: number }>(box: T): T => (back === 0 ? box : { ...box, ...turnBox(box, frame, back) });
  return {
    page, ...turnSize(frame, back), ...(back === 0 ? {} : { turned: text.quarter }), lines: fields.length === 0 ? text.lines : withFields(text.lines, fields.map(upright)), pictures: objects.pictures.map(upright), rules: objects.rules.map(upright), paths: objects.paths,
    missingGlyphs: text.lines.reduce((sum, line) => sum + (line.text.match(/\uFFFD/g)?.length ?? 0), 0),
    ...(links.length > 0 ? { links: links.map(upright) } : {}), ...(tags.length > 0 ? { tags } : {}),
  };
}
