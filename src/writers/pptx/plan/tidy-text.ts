/** The words of a document as slides show them, before any of it is measured: formulas as text, quotation marks of the language, firm blanks. */
import type { Note } from '../../../base/note.ts';
import type { Block } from '../../../document/block.ts';
import type { Run } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { firmRuns, quoteMarks, withQuotes, type QuoteMarks } from '../../typography.ts';
import { formulaRuns } from './formula-text.ts';

function tidyRuns(runs: readonly Run[], marks: QuoteMarks): readonly Run[] {
  const spelled = runs.some((run) => run.math === true) ? runs.flatMap((run) => (run.math === true ? formulaRuns(run.text.trim()) : [run])) : runs;
  return firmRuns(withQuotes(spelled, marks));
}

/** A copy of the blocks in which every text is as it will stand. */
export function tidyBlocks(given: readonly Block[], lang: string): { blocks: Block[]; notes: Note[] } {
  const blocks = structuredClone([...given]);
  const marks = quoteMarks(lang);
  let formulas = false;
  for (const block of walkBlocks(blocks)) {
    formulas ||= block.type === 'equation';
    for (const runs of blockRuns(block)) {
      formulas ||= runs.some((run) => run.math === true);
      runs.splice(0, runs.length, ...tidyRuns(runs, marks));
    }
  }
  const note: Note = { code: 'formula_as_text', severity: 'info', message: 'Formulas stand on slides as text, not as equations of the office program.' };
  return { blocks, notes: formulas ? [note] : [] };
}
