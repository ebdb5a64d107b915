/** Formulas of web pages and books (MathML Core) → TeX: as their author wrote it where that is told, else from their elements. */
import { textBelow } from './controls.ts';
import type { HtmlElement, HtmlNode } from './parse-html.ts';

const DEEP_MAX = 60;
const TEX = /^(?:application\/x-tex|tex|latex)$/i;
const SPECIAL = /[#%&$_{}]/g;

/** The TeX that a formula carries (MathML Core §2.5); undefined where it carries none. */
function annotated(element: HtmlElement): string | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.tag === 'annotation' && TEX.test(child.attributes.get('encoding') ?? '')) return textBelow(child).trim();
    if (child.tag === 'semantics') return annotated(child);
  }
  return undefined;
}

const partsOf = (element: HtmlElement): HtmlElement[] => element.children.filter((child) => typeof child !== 'string');

const wordsOf = (element: HtmlElement): string => `\\text{${textBelow(element).replaceAll(/\s+/g, ' ').replaceAll(SPECIAL, '\\$&')}}`;

function texOf(node: HtmlNode, deep: number): string {
  if (typeof node === 'string') return '';
  if (deep > DEEP_MAX) return wordsOf(node);
  const parts = partsOf(node);
  const at = (index: number): string => {
    const part = parts[index];
    return part ? texOf(part, deep + 1) : '';
  };
  switch (node.tag) {
    case 'mi':
    case 'mn':
    case 'mo':
      return textBelow(node).trim().replaceAll(SPECIAL, '\\$&');
    case 'mtext':
    case 'ms':
      return wordsOf(node);
    case 'mfrac':
      return `\\frac{${at(0)}}{${at(1)}}`;
    case 'msqrt':
      return `\\sqrt{${rowOf(parts, deep)}}`;
    case 'mroot':
      return `\\sqrt[${at(1)}]{${at(0)}}`;
    case 'msup':
    case 'mover':
      return `${at(0)}^{${at(1)}}`;
    case 'msub':
    case 'munder':
      return `${at(0)}_{${at(1)}}`;
    case 'msubsup':
    case 'munderover':
      return `${at(0)}_{${at(1)}}^{${at(2)}}`;
    case 'mtable':
      return `\\begin{matrix}${parts
        .map((row) =>
          partsOf(row)
            .map((cell) => texOf(cell, deep + 1))
            .join(' & '),
        )
        .join(' \\\\ ')}\\end{matrix}`;
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return rowOf(parts, deep);
  }
}

const rowOf = (parts: readonly HtmlElement[], deep: number): string => parts.map((part) => texOf(part, deep + 1)).join(' ');

/** @param element a `math`; '' where nothing is in it */
export const mathTex = (element: HtmlElement): string =>
  (annotated(element) ?? texOf(element, 0)).replaceAll(/\s+/g, ' ').trim() || textBelow(element).replaceAll(/\s+/g, ' ').trim();
