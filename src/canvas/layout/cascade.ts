/** Styles of elements: the tag's own, then rules of the sheet in their order, then what the element declares. */
import type { Canvas } from '../../document/block.ts';
import { boxDefaults, type Style, type StyleContext, type TextStyle } from '../../document/canvas-box.ts';
import type { CanvasElement, CanvasNode, CanvasTag, Declarations } from '../../document/canvas.ts';
import { applyDeclaration } from '../../document/canvas-style.ts';

/** Sizes are those of slides; on pages the caller scales the base. */
const OWN: Partial<Record<CanvasTag, Declarations>> = {
  h1: { 'font-family': 'display', 'font-size': '2.2em', color: 'var(--title)', 'line-height': '1.12', 'text-wrap': 'balance' },
  h2: { 'font-size': '1.5em', 'font-weight': '700', color: 'var(--title)', 'line-height': '1.15', 'text-wrap': 'balance' },
  h3: { 'font-size': '1.15em', 'font-weight': '700', 'line-height': '1.2' },
  h4: { 'font-weight': '700' },
  h5: { 'font-weight': '700' },
  h6: { 'font-weight': '700' },
  strong: { 'font-weight': '700' },
  em: { 'font-style': 'italic' },
  small: { 'font-size': '0.8em' },
  a: { 'text-decoration': 'underline', color: 'var(--accent)' },
  'x-chart': { 'font-size': '0.8em' },
  th: { 'font-weight': '700', 'text-align': 'left' },
};

export interface Cascade {
  /** What the style sheet says of each element. */
  sheet: ReadonlyMap<CanvasElement, readonly Declarations[]>;
  context: StyleContext;
}

/** The text style that an element hands on. */
export const inherit = (style: TextStyle): TextStyle => ({
  fontFamily: style.fontFamily,
  fontSize: style.fontSize,
  bold: style.bold,
  italic: style.italic,
  underline: style.underline,
  strike: style.strike,
  color: style.color,
  align: style.align,
  lineHeight: style.lineHeight,
  letterSpacing: style.letterSpacing,
  transform: style.transform,
  nowrap: style.nowrap,
  balance: style.balance,
  lining: style.lining,
});

interface Compound {
  tag: string | undefined;
  classes: string[];
  /** The one before it is the parent itself, not any element around. */
  child: boolean;
}

/** `.card p`, `div.card > h3`: the parts of a selector, the last one first. */
function compoundsOf(selector: string): Compound[] {
  const parts: Compound[] = [];
  let child = false;
  for (const word of selector.replaceAll('>', ' > ').split(/\s+/)) {
    if (word === '>') child = true;
    else if (word !== '') {
      const [tag = '', ...classes] = word.split('.');
      parts.unshift({ tag: tag === '' ? undefined : tag, classes, child });
      child = false;
    }
  }
  return parts;
}

const fits = ({ tag, classes }: Compound, element: CanvasElement): boolean =>
  (tag === undefined || tag === (element.tag === 'icon' ? 'i' : element.tag)) &&
  classes.every((name) => element.classes?.includes(name) === true);

/** @param around the elements around it, the outermost first; each part is met by the nearest one that fits */
function matches([own, ...rest]: readonly Compound[], element: CanvasElement, around: readonly CanvasElement[]): boolean {
  if (own === undefined || !fits(own, element)) return false;
  let outer = around;
  let isChild = own.child;
  for (const part of rest) {
    const at = isChild ? outer.length - 1 : outer.findLastIndex((candidate) => fits(part, candidate));
    const found = outer[at];
    if (found === undefined || !fits(part, found)) return false;
    outer = outer.slice(0, at);
    isChild = part.child;
  }
  return true;
}

/** The declarations of the sheet for each element, in the order of the sheet; a rule of more parts is not stronger than one of fewer. */
export function matchRules(rules: Canvas['rules'], nodes: readonly CanvasNode[]): ReadonlyMap<CanvasElement, readonly Declarations[]> {
  const parsed = rules.map(({ selector, style }) => ({ parts: compoundsOf(selector), style }));
  const matched = new Map<CanvasElement, Declarations[]>();
  const visit = (children: readonly CanvasNode[], around: CanvasElement[]): void => {
    for (const node of children) {
      if (typeof node === 'string') continue;
      const styles = parsed.filter(({ parts }) => matches(parts, node, around)).map(({ style }) => style);
      if (styles.length > 0) matched.set(node, styles);
      around.push(node);
      visit(node.children ?? [], around);
      around.pop();
    }
  };
  visit(nodes, []);
  return matched;
}

/** Sizes come first: `em` and borders of the same declaration count from them. */
const first = (property: string): number => (property === 'font-size' ? 0 : property === 'color' ? 1 : 2);

export function styleOf(element: CanvasElement, parent: TextStyle, { sheet, context }: Cascade): Style {
  const style: Style = { ...inherit(parent), ...boxDefaults() };
  const own = OWN[element.tag] ?? {};
  const bold = element.tag === 'h1' && context.boldTitles === true ? { 'font-weight': '700' } : {};
  const sources = [own, bold, ...(sheet.get(element) ?? []), element.style ?? {}];
  for (const source of sources) {
    const entries = Object.entries(source).toSorted(([a], [b]) => first(a) - first(b));
    for (const [property, value] of entries) applyDeclaration(style, property, value, context);
  }
  return style;
}
