/** Formulas: TeX → Office Math. A source that cannot be read is as it was written, in the code face, and a note says so. */
import type { Equation } from '../../document/block.ts';
import { texToOmml } from '../../ooxml/omml.ts';
import { bookmarked, paragraph } from './paragraph.ts';
import { note, type Draft, type Place } from './draft.ts';
import { checked, textXml } from './runs.ts';

export function inlineFormula(draft: Draft, tex: string): string {
  return formulaXml(draft, tex, false);
}

function formulaXml(draft: Draft, source: string, display: boolean, blockId?: string): string {
  const tex = checked(draft, source);
  const { xml, problem } = texToOmml(tex, { display });
  if (problem === undefined) return xml;
  note(draft, {
    code: 'formula_unreadable',
    severity: 'warning',
    message: `A formula could not be read: ${problem} Its source is in the text.`,
    ...(blockId === undefined ? {} : { blockId }),
  });
  // the rest of a formula with an unknown command can be read
  if (problem.startsWith('Unknown')) return xml;
  return `<w:r><w:rPr><w:rStyle w:val="InlineCode"/><w:noProof/></w:rPr>${textXml(tex)}</w:r>`;
}

/** A displayed formula: centred; with its number at the right margin where the document refers to it. */
export function equationXml(draft: Draft, block: Equation, place: Place): string {
  const number = draft.references.equations.get(block.id);
  const formula = formulaXml(draft, block.tex, true, block.id);
  if (number === undefined) {
    return paragraph(draft, {
      style: 'Equation',
      content: formula,
      align: 'center',
      ...(place.indentDxa > 0 ? { leftDxa: place.indentDxa } : {}),
    });
  }
  const target = draft.references.targets.get(block.anchor ?? '');
  const label = `<w:r><w:rPr><w:rStyle w:val="EquationNumber"/></w:rPr>${textXml(`(${number})`)}</w:r>`;
  const marked =
    target?.numberBookmark === undefined ? label : bookmarked(draft, target.bookmark, bookmarked(draft, target.numberBookmark, label));
  const tabs = `<w:tabs><w:tab w:val="center" w:pos="${Math.round(place.widthDxa / 2)}"/><w:tab w:val="right" w:pos="${place.widthDxa}"/></w:tabs>`;
  return paragraph(draft, {
    // a paragraph that holds more than the formula takes it without the wrapper of a displayed one (§22.1.2.78)
    style: 'Equation',
    tabsXml: tabs,
    content: `<w:r><w:tab/></w:r>${formula.replace(/^<m:oMathPara>|<\/m:oMathPara>$/g, '')}<w:r><w:tab/></w:r>${marked}`,
  });
}
