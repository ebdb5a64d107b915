/** The words of a document as slides show them, before any of it is measured: formulas as text, quotation marks of the language, non-breaking spaces. */
import { append } from '../../../base/append.ts';
import type { Note } from '../../../base/note.ts';
import type { Block } from '../../../document/block.ts';
import type { Run } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { firmRuns, quoteMarks, shortLineRuns, withQuotes, type QuoteMarks } from '../../typography.ts';
import { formulaRuns } from '../../formula-text.ts';
import type { FormulaRun } from './planned.ts';

/** A formula within a line: its signs, the first of which knows the formula. */
function spelledFormula(run: Run): Run[] {
  const tex = run.text.trim();
  const [first, ...rest] = formulaRuns(tex);
  if (!first) return [];
  const known: FormulaRun = { ...first, tex, spelledIn: rest.length + 1 };
  return [known, ...rest];
}

function tidyRuns(runs: readonly Run[], marks: QuoteMarks): readonly Run[] {
  const spelled = runs.some((run) => run.math === true) ? runs.flatMap((run) => (run.math === true ? spelledFormula(run) : [run])) : runs;
  return shortLineRuns(firmRuns(withQuotes(spelled, marks)));
}

/** What no office program shows as an equation: cells of tables, titles, figures. */
const holdsText = (block: Block): boolean =>
  block.type === 'table' || block.type === 'heading' || block.type === 'kpis' || block.type === 'slide';

/** A copy of the blocks in which every text is as it will stand. */
export function tidyBlocks(given: readonly Block[], lang: string): { blocks: Block[]; notes: Note[] } {
  const blocks = structuredClone([...given]);
  const marks = quoteMarks(lang);
  let asText = false;
  for (const block of walkBlocks(blocks)) {
    for (const runs of blockRuns(block)) {
      asText ||= holdsText(block) && runs.some((run) => run.math === true);
      const tidy = tidyRuns(runs, marks);
      runs.length = 0;
      append(runs, tidy);
    }
  }
  const note: Note = {
    code: 'formula_as_text',
    severity: 'info',
    message: 'Formulas in titles, tables and figures are on slides as text, not as equations of the office program.',
  };
  return { blocks, notes: asText ? [note] : [] };
}
