/**
 * A canvas: a fragment of HTML with a subset of CSS, as a typed tree. Style declarations are those of `canvas-style.ts`,
 * checked when they were read; whatever the subset lacks left a note and is not in the tree.
 */
import { z } from 'zod';

export const CANVAS_TAGS = [
  'div',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'span',
  'strong',
  'em',
  'small',
  'br',
  'ul',
  'ol',
  'li',
  'img',
  'a',
  'table',
  'tr',
  'th',
  'td',
  'icon',
  'x-chart',
  'x-line',
  'svg',
  'g',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'path',
  'text',
] as const;
export type CanvasTag = (typeof CANVAS_TAGS)[number];

/** Declarations by the name of the property. */
export type Declarations = Record<string, string>;
const declarationsSchema = z.record(z.string(), z.string());

export interface CanvasElement {
  tag: CanvasTag;
  /** The author's own `id`, by which faults and connectors name the element. */
  name?: string | undefined;
  classes?: string[] | undefined;
  style?: Declarations | undefined;
  /** `src`, `alt`, `href`, `data-icon`, …, and the geometry of vector elements. */
  attributes?: Record<string, string> | undefined;
  children?: CanvasNode[] | undefined;
}
/** A string is text. */
export type CanvasNode = string | CanvasElement;

const canvasElementSchema: z.ZodType<CanvasElement> = z.object({
  tag: z.enum(CANVAS_TAGS).describe('What the element is, as in HTML and SVG.'),
  name: z.string().optional().describe("The author's own `id`, by which faults and connectors name the element."),
  classes: z.array(z.string()).optional().describe('Classes, which rules of the style sheet name.'),
  style: declarationsSchema.optional().describe('Its own declarations, by the name of the property.'),
  attributes: z
    .record(z.string(), z.string())
    .optional()
    .describe('`src`, `alt`, `href`, `data-icon`, …, and the geometry of vector elements.'),
  children: z
    .array(z.lazy(() => canvasNodeSchema))
    .optional()
    .describe('What is inside: texts and elements.'),
});
export const canvasNodeSchema: z.ZodType<CanvasNode> = z.union([z.string(), canvasElementSchema]);

/** What a canvas is besides the id and the anchor that every block has. */
export const canvasFields = {
  type: z.literal('canvas'),
  width: z
    .number()
    .min(20)
    .max(4000)
    .optional()
    .describe('CSS pixels (96 to the inch); absent: the available width, and the height of the content (on a slide: the slide).'),
  height: z
    .number()
    .min(20)
    .max(4000)
    .optional()
    .describe('Height in CSS pixels (96 to the inch); that of the content where absent, on a slide that of the slide.'),
  page: z.literal(true).optional().describe('On paper it takes a whole page, from edge to edge.'),
  mode: z.enum(['light', 'dark']).optional().describe('Light or dark ground and the colours by role for it, other than those around it.'),
  alt: z.string().optional().describe('What it shows, for those who do not see it.'),
  rules: z
    .array(
      z.object({
        selector: z.string().describe('A tag, a `.class`, or such in another (`.card p`).'),
        style: declarationsSchema.describe('Declarations by the name of the property.'),
      }),
    )
    .describe('Rules of its style sheet, in order; a selector is a tag, a `.class`, or such in another (`.card p`).'),
  nodes: z.array(canvasNodeSchema).describe('What is on it: texts and elements, in their order.'),
};

/** Every element, depth first in document order. */
export function* walkCanvas(nodes: readonly CanvasNode[]): Generator<CanvasElement, void, undefined> {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') continue;
    yield node;
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
  }
}

const INLINE: ReadonlySet<CanvasTag> = new Set<CanvasTag>(['span', 'strong', 'em', 'small', 'a']);

/** Tags that are part of a line of text. */
export const isInlineTag = (tag: CanvasTag): boolean => INLINE.has(tag) || tag === 'br';

/** The words of its first heading; undefined where it has none. */
export function canvasHeading(nodes: readonly CanvasNode[]): string | undefined {
  for (const element of walkCanvas(nodes)) if (element.tag === 'h1' || element.tag === 'h2') return canvasTexts([element]).join(' ');
  return undefined;
}

/** All texts of a canvas, one string for each element that begins a line of its own, in document order. */
export function canvasTexts(nodes: readonly CanvasNode[]): string[] {
  const texts: string[] = [''];
  const waiting: (CanvasNode | null)[] = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') texts.push(`${texts.pop() ?? ''}${node}`);
    else if (node === null || !isInlineTag(node.tag)) texts.push('');
    else if (node.tag === 'br') texts.push(`${texts.pop() ?? ''} `);
    if (node === null || typeof node === 'string') continue;
    if (!isInlineTag(node.tag)) waiting.push(null);
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
  }
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
}
