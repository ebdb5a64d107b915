/** A canvas in both colour schemes of a page: drawn in each, and written once with its colours as properties. */
import type { CanvasTheme } from '../../canvas/lay-out-canvas.ts';
import type { Look } from '../../document/look.ts';
import { pageCanvasTheme } from '../drawing/canvas-theme.ts';
import type { Draft } from './draft.ts';
import { darkTones, pairName } from './tones.ts';

const COLORS = /#[\dA-F]{6}(?:[\dA-F]{2})?\b/gi;

/** The markup of a canvas in light and in dark as one; undefined where they differ in more than colours. */
export function mergeSchemes(draft: Draft, light: string, dark: string): string | undefined {
  if (light.replaceAll(COLORS, '#') !== dark.replaceAll(COLORS, '#')) return undefined;
  const others = dark.match(COLORS) ?? [];
  let at = 0;
  return light.replaceAll(COLORS, (own) => {
    const other = others[at++] ?? own;
    if (own === other) return own;
    const pair = `${own}-${other}`;
    draft.pairs.add(pair);
    return `var(${pairName(pair)})`;
  });
}

/** On the ground of the page in the dark scheme. */
export function darkTheme(look: Look): CanvasTheme {
  const theme = pageCanvasTheme(look, true);
  return { ...theme, colors: { ...theme.colors, ground: darkTones(look).ground } };
}
