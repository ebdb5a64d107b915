/** Styles of elements: the tag's own, then rules of the sheet in their order, then what the element declares. */
import type { Canvas } from '../../document/block.ts';
import { boxDefaults, type Style, type StyleContext, type TextStyle } from '../../document/canvas-box.ts';
import type { CanvasElement, CanvasTag, Declarations } from '../../document/canvas.ts';
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
  th: { 'font-weight': '700', 'text-align': 'left' },
};

export interface Cascade {
  rules: Canvas['rules'];
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
});

function matches(selector: string, element: CanvasElement): boolean {
  if (selector.startsWith('.')) return element.classes?.includes(selector.slice(1)) === true;
  return selector === (element.tag === 'icon' ? 'i' : element.tag);
}

/** Sizes come first: `em` and borders of the same declaration count from them. */
const first = (property: string): number => (property === 'font-size' ? 0 : property === 'color' ? 1 : 2);

export function styleOf(element: CanvasElement, parent: TextStyle, { rules, context }: Cascade): Style {
  const style: Style = { ...inherit(parent), ...boxDefaults() };
  const sources = [
    OWN[element.tag] ?? {},
    ...rules.filter(({ selector }) => matches(selector, element)).map((rule) => rule.style),
    element.style ?? {},
  ];
  for (const source of sources) {
    const entries = Object.entries(source).toSorted(([a], [b]) => first(a) - first(b));
    for (const [property, value] of entries) applyDeclaration(style, property, value, context);
  }
  return style;
}
