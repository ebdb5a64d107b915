/** Formulas to be drawn as pictures: each on a page of its own size, in the ink and on the background where it will stand. */
import { code, literal, rgb } from './typst/text.ts';
import { convertTex } from './typst/formula.ts';

export interface FormulaPages {
  /** Typst source. */
  source: string;
  /** What is on each page, as TeX; what cannot be set is left out. */
  texs: string[];
}

export interface FormulaInk {
  sizePt: number;
  color: string;
  ground: string;
}

/** More would take longer than the rest of the document; the others are as text. */
const FORMULAS_MAX = 60;

/** Undefined where no formula can be set. */
export function formulaPages(given: Iterable<string>, { sizePt, color, ground }: FormulaInk): FormulaPages | undefined {
  const set = [...new Set(given)]
    .flatMap((tex) => {
      const typst = convertTex(tex);
      return typst === undefined ? [] : [{ tex, typst }];
    })
    .slice(0, FORMULAS_MAX);
  if (set.length === 0) return undefined;
  const head =
    `#set document(title: "Formulas", date: none)\n#set page(width: auto, height: auto, margin: 2pt, fill: ${rgb(ground)})\n#set text(lang: "en", size: ${sizePt}pt, fill: ${rgb(color)}, font: ("Source Sans 3", "Noto Sans", "Noto Sans CJK SC"))\n` +
    '#show math.equation: set text(font: ("New Computer Modern Math", "Noto Sans"))\n#set par(leading: 0pt, spacing: 0pt)\n';
  const pages = set.map(({ typst }) => code(`math.equation(block: false, alt: ${literal('formula')}, math.display($ ${typst} $.body))`));
  return { source: `${head}${pages.join('\n#pagebreak()\n')}\n`, texs: set.map(({ tex }) => tex) };
}
