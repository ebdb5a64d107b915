import type { Block } from '../../../document/block.ts';
import { withClauseFigures } from '../../../document/clause-words.ts';
import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

/** "clause 4.2", "cláusulas 4 y 5.1", "section 3": what is behind tells whether it is another paper's. */
const REFERENCE =
  /\b(?:clauses?|cláusulas?|clausol[ae]|clàusul[ae]s?|klauseln?)\s+(\d{1,3}(?:\.\d{1,3})?)(?:\([a-z]\))?(?:\s*(?:,|and|or|to|y|o|a)\s+(\d{1,3}(?:\.\d{1,3})?)(?![\d%]))?([^.;\n]{0,30})/giu;
/** "of the Lease", "del Convenio", "bis": not ours. "of this agreement" is. */
const FOREIGN =
  /^(?:\([a-z]\))?\s*(?:bis\b|ter\b|of (?!this\b|the (?:present|agreement|contract)\b)|in (?:the|Schedule|Annex)\b|del? (?!present|este\b|contrato\b|acuerdo\b))/iu;

/** Numbers of clauses as they will be counted: "4", "4.2". */
function numbersOf(blocks: readonly Block[]): Set<string> {
  const numbers = new Set<string>();
  let first = 0;
  let second = 0;
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'clause' || block.level > 2) continue;
    if (block.level === 1) {
      first++;
      second = 0;
      numbers.add(String(first));
    } else numbers.add(`${first}.${++second}`);
  }
  return numbers;
}

/** The most expensive slip in a contract: a reference to a clause that was deleted or never written. Only typed numbers; links follow their target. */
export const clauseReferenceBroken = defineContentRule({
  code: 'clause_reference_broken',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  summary: 'a typed reference to a clause that the contract does not have',
  check: ({ document }) => {
    const numbers = numbersOf(document.blocks);
    if (numbers.size < 2) return [];
    return [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) =>
        Array.from(withClauseFigures(plainText(runs.filter((run) => !run.link && !run.code))).matchAll(REFERENCE)).flatMap(
          ([, one = '', two, behind = '']) => {
            if (FOREIGN.test(behind)) return [];
            return [one, two]
              .filter((number) => number !== undefined && !numbers.has(number))
              .map((number) => ({
                message: `The text refers to clause ${number}, which the document does not have.`,
                location: { block_id: block.id },
              }));
          },
        ),
      ),
    );
  },
  examples: {
    fires: [
      { name: 'clause 9 of two', document: { blocks: contract('The fee falls due under clause 9.') } },
      { name: 'in words', document: { blocks: contract('Según la cláusula séptima, el pago es mensual.') } },
      { name: 'a sub-clause', document: { blocks: contract('Según las cláusulas 1 y 2.4, el pago es mensual.') } },
    ],
    silent: [
      { name: 'there in words', document: { blocks: contract('Según la cláusula segunda, el pago es mensual.') } },
      { name: 'there', document: { blocks: contract('The fee falls due under clause 2.') } },
      { name: 'another paper', document: { blocks: contract('As in clause 14 of the Framework Agreement of 2024.') } },
      { name: 'no clauses', document: { blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'See clause 9.' }] }] } },
    ],
  },
});

function contract(text: string): Block[] {
  const clause = (id: string, blocks: Block[]): Block => ({ id, type: 'clause', level: 1, title: [{ text: 'A clause' }], blocks });
  return [clause('c1', [{ id: 'p1', type: 'paragraph', runs: [{ text }] }]), clause('c2', [])];
}
