/**
 * What a tagged file leaves out of its structure because it runs through the pages (artifacts, ISO 32000-1 §14.8.2.2): names and logos of
 * a deck, wherever they are on its slides. They are neither text of a page nor a reason not to believe its tags.
 */
import type { RenderedDocument, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';

const PAGES_MIN = 3;
const PAGES_SHARE_MIN = 0.4;
const NAMED_MAX = 30;
const CHARS_MAX = 300;
/** In points: places within one step are one. */
const STEP_PT = 4;

export interface WithoutArtifacts {
  drawn: RenderedDocument;
  /** Each text once, by the half of the page that it is in. */
  headers: string[];
  footers: string[];
}

const keyOf = ({ text, left, top }: RenderedLine): string => `${Math.round(left / STEP_PT)} ${Math.round(top / STEP_PT)} ${text}`;

const isUnmarked = ({ marks, text, unseen }: RenderedLine): boolean =>
  marks === undefined && unseen !== true && text.length <= CHARS_MAX && /\p{L}{2}/u.test(text);

const isTagged = ({ tags, recognized, lines }: RenderedPage): boolean =>
  tags !== undefined && recognized === undefined && lines.some(({ marks }) => marks !== undefined);

/** The pages without lines that no tag names and that are at one place on many of the tagged pages. */
export function dropArtifacts(drawn: RenderedDocument): WithoutArtifacts {
  const tagged = drawn.pages.filter(isTagged);
  const counts = new Map<string, number>();
  for (const { lines } of tagged)
    for (const key of new Set(lines.filter(isUnmarked).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const enough = Math.max(PAGES_MIN, tagged.length * PAGES_SHARE_MIN);
  const often = new Set([...counts].filter(([, count]) => count >= enough).map(([key]) => key));
  if (often.size === 0 || often.size > NAMED_MAX) return { drawn, headers: [], footers: [] };
  const [headers, footers] = [new Set<string>(), new Set<string>()];
  const whole = new Set(tagged);
  const pages = drawn.pages.map((page) => {
    if (!whole.has(page)) return page;
    const lines = page.lines.filter((line) => {
      if (!isUnmarked(line) || !often.has(keyOf(line))) return true;
      (line.top + line.bottom < page.heightPt ? headers : footers).add(line.text.trim());
      return false;
    });
    return lines.length === page.lines.length ? page : { ...page, lines };
  });
  return { drawn: { ...drawn, pages }, headers: [...headers], footers: [...footers] };
}
