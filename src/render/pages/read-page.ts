/** What is on a page: text in its pieces with their boxes, pictures, rules, links, tags. */
import type { RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { frameOf, quarterOf, turnSize } from './page-frame.ts';
import { turnBox } from '../../document/turn-box.ts';
import type { Parts } from './pdfium.ts';
import type { Flattened } from './flattened.ts';
import { isInked, markUnseen, type GrayPage } from './find-unseen.ts';
import { readObjects, showsPicture } from './read-objects.ts';
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
  /** The page with all that lies over it drawn into it. */ flat: Flattened['of'];
}

/** Enough to see whether there are letters. */
const JUDGED_DPI = 72;
/** Fewer letters that are guessed do no harm to the sense. */
const GUESSED_MIN = 0.3;

/** @param fonts gathers the names in use. `structure`: with links, tags, the places of words, and which lines nobody sees */
export function readPage(
  pdfium: Parts,
  { document, handle, page, tagged, structure, drawGray, flat }: PageHandle,
  fonts: Set<string>,
): RenderedPage {
  const frame = frameOf(pdfium, handle);
  const text = readText(pdfium, handle, frame, structure);
  for (const font of text.fonts) fonts.add(font);
  const objects = readObjects(pdfium, handle, frame, text.faint.size > 0);
  const links = structure ? readLinks(pdfium, document, handle, frame) : [];
  const tags = structure && tagged ? readTags(pdfium, handle) : [];
  const back = quarterOf(-text.quarter);
  const flattened = (): RenderedLine[] => flat(page, (whole) => readText(pdfium, whole, frame, structure, text.quarter).lines) ?? [];
  const upright = <T extends { left: number; top: number; right: number; bottom: number }>(box: T): T =>
    back === 0 ? box : { ...box, ...turnBox(box, frame, back) };
  const size = turnSize(frame, back);
  const fields = structure ? readFields(pdfium, handle, frame, { own: text.lines, appearances: flattened, upright }) : [];
  const lines = fields.length === 0 ? text.lines : withFields(text.lines, fields);
  const pictures = objects.pictures.map(upright);
  const fills = objects.fills.map(upright);
  if (structure)
    markUnseen(text.lines, text.faint, {
      ...size,
      pictures,
      fills,
      draw: () => ({ page: drawGray(JUDGED_DPI), place: (box) => turnBox(box, size, text.quarter) }),
    });
  const seen = !structure || lines.some(({ unseen }) => !unseen);
  return {
    page,
    ...size,
    ...(seen ? {} : { inked: showsPicture(pdfium, frame, objects) || isInked(drawGray(JUDGED_DPI)) }),
    ...(text.cut ? { cut: true } : {}),
    ...(text.guessed >= GUESSED_MIN ? { guessed: text.guessed } : {}),
    ...(back === 0 ? {} : { turned: text.quarter }),
    lines,
    pictures,
    rules: objects.rules.map(upright),
    ...(fills.length > 0 ? { fills } : {}),
    ...(objects.ticks.length > 0 ? { ticks: objects.ticks.map(upright) } : {}),
    paths: objects.paths,
    missingGlyphs: text.lines.reduce((sum, line) => sum + (line.text.match(/\uFFFD/g)?.length ?? 0), 0),
    ...(links.length > 0 ? { links: links.map(upright) } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
}
