import type { Block, Signatures } from '../../../document/block.ts';
import { labelsOf } from '../../../document/labels.ts';
import { blockText } from '../../../document/walk.ts';
import { bodyLines, foldText } from '../../drawn-text.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { definePageRule, type Draft } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** What goes over to the signatures' page may leave at most about half of the page before empty. */
const CHARS_MAX = 1600;

/** All that is drawn for the signatures: names, offices, the word for the date, lines to write on. */
function signatureTexts(block: Signatures, lang: string): Set<string> {
  const labels = labelsOf(lang);
  return new Set(
    [...block.parties.flatMap(({ name, role }) => [name, role ?? '', `${name}, ${role ?? ''}`]), labels.date, labels.name].flatMap(
      (text) => [foldText(text), foldText(`${labels.date} ${text}`)],
    ),
  );
}

function isSigned(text: string, known: ReadonlySet<string>): boolean {
  const folded = foldText(text).replaceAll(/[_.]+/g, '');
  return folded === '' || known.has(folded) || [...known].some((one) => one.length > 3 && (one.includes(folded) || folded.startsWith(one)));
}

/** The block before the signatures, where it is short enough to be moved to them. */
function leadOf(blocks: readonly Block[], at: number): Block | undefined {
  const before = blocks[at - 1];
  return before && before.type !== 'page_break' && blockText(before).length <= CHARS_MAX ? before : undefined;
}

/** Signatures on a page of their own can be put under any other text (looks §5.8, §7.5). */
export const signatureAlone = definePageRule({
  code: 'signature_alone',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  summary: 'signatures on a page without any of the text that is signed',
  check: (drawn, { document, look }) => {
    const at = document.blocks.findIndex((block) => block.type === 'signatures');
    const block = document.blocks[at];
    if (block?.type !== 'signatures' || block.parties.length === 0 || drawn.pages.length < 2) return [];
    const known = signatureTexts(block, document.lang);
    const page = drawn.pages.slice(1).find((one) => {
      const lines = bodyLines(one, look);
      return (
        lines.length > 0 &&
        one.pictures.length === 0 &&
        lines.every((line) => isSigned(line.text, known)) &&
        lines.some((line) => foldText(line.text).length > 3)
      );
    });
    if (!page) return [];
    const lead = leadOf(document.blocks, at);
    return [
      {
        message: `The signatures are alone on page ${page.page}.`,
        location: { page: page.page, block_id: block.id },
        ...(lead
          ? {
              repair: {
                fix: 'page_break_before_last_clause',
                apply: (draft: Draft) =>
                  replaceTopBlock(draft, lead.id, (found) => [{ id: `${lead.id}.break`, type: 'page_break' }, found]),
              },
            }
          : {}),
      },
    ];
  },
  examples: {
    fires: [
      {
        name: 'a page of names',
        document: { blocks: signed() },
        drawn: drawnOf([
          pageOf(1, textLines(40)),
          pageOf(2, [lineAt(82, 'Example Ltd'), lineAt(120, 'Ana Ruiz, director'), lineAt(140, 'Date')]),
        ]),
      },
    ],
    silent: [
      {
        name: 'under the last clause',
        document: { blocks: signed() },
        drawn: drawnOf([
          pageOf(1, textLines(40)),
          pageOf(2, [...textLines(2), lineAt(140, 'Example Ltd'), lineAt(170, 'Ana Ruiz, director'), lineAt(190, 'Date')]),
        ]),
      },
      { name: 'no signatures', document: {}, drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, textLines(1))]) },
    ],
  },
});

function signed(): Block[] {
  return [
    { id: 'b1', type: 'paragraph', runs: [{ text: 'The last clause of the contract.' }] },
    { id: 'b2', type: 'signatures', parties: [{ name: 'Example Ltd', role: 'Ana Ruiz, director' }] },
  ];
}
