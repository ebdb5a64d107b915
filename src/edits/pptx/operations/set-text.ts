import { z } from 'zod';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject, type Edit, type EditPlan, type Rejected } from '../../define-edit.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { textFits } from '../../text-fits.ts';
import { changeDrawingText } from '../../office/change-drawing-text.ts';
import { paragraphsOfDeck, type DeckFile } from '../../../ooxml/deck-file.ts';

const GIVEN = '<a:p><a:r><a:rPr b="1"/><a:t>Plan</a:t></a:r><a:r><a:t> for 2026</a:t></a:r></a:p>';

/** `set_text` of shapes and paragraphs; `set_cell_text` of cells is the same on another address. */
function createSetText(op: 'set_text' | 'set_cell_text'): Edit<DeckFile> {
  const schema = z.strictObject({
    op: z.literal(op),
    target: z
      .string()
      .min(1)
      .max(200)
      .describe(op === 'set_text' ? 'Address of a shape (s2.sh3) or of a paragraph of it (s2.sh3.p1).' : 'Address of a cell, s2.t1.r1.c2.'),
    text: textFits(0, 50_000).describe('\\n is a line break.'),
    expect: z.string().max(50_000).optional(),
  });
  return defineEdit<DeckFile, z.infer<typeof schema>>({
    op,
    format: 'pptx',
    summary:
      op === 'set_text'
        ? 'Gives a shape, or a paragraph of it, another text in its formatting'
        : 'Gives a cell of a table another text in its formatting',
    tracked: false,
    refuses: { read_only_content: 'what would go is a page number or a date', no_effect: 'it holds this text already' },
    schema,
    plan: planText,
    examples:
      op === 'set_cell_text'
        ? []
        : [
            {
              name: 'only the words that differ',
              operation: { op, target: 's1.sh1', text: 'Plan for 2027', expect: 'Plan for 2026' },
              given: GIVEN,
              expected: GIVEN.replace('2026', '2027'),
            },
            {
              name: 'behind a line break that ended the paragraph',
              operation: { op, target: 's1.sh1', text: 'Plan\nnew' },
              given: '<a:p><a:r><a:rPr b="1"/><a:t>Plan</a:t></a:r><a:br/><a:endParaRPr/></a:p>',
              expected: '<a:p><a:r><a:rPr b="1"/><a:t>Plan</a:t></a:r><a:br/><a:r><a:rPr b="1"/><a:t>new</a:t></a:r><a:endParaRPr/></a:p>',
            },
            {
              name: 'no such shape',
              operation: { op, target: 's1.sh2', text: 'a' },
              given: GIVEN,
              expected: { rejected: 'target_not_found' },
            },
          ],
  });
}

function planText(file: DeckFile, fields: { target: string; text: string; expect?: string | undefined }): EditPlan | Rejected {
  const target = followMoves(file.moves, fields.target);
  const shapes = file.slides.flatMap(({ shapes: all }) => all);
  const shape = shapes.find(({ address }) => address === target);
  const paragraphs = shape?.paragraphs ?? paragraphsOfDeck(file).filter(({ address }) => address === target);
  const [first, ...others] = paragraphs;
  if (first === undefined)
    return reject(
      'target_not_found',
      `There is no ${fields.target} in this presentation.`,
      shapes.map(({ address }) => address).filter((address) => address.split('.')[0] === fields.target.split('.')[0]),
    );
  const before = paragraphs.map(({ text }) => text).join('\n');
  if (fields.expect !== undefined && fields.expect !== before)
    return reject('expect_mismatch', `${fields.target} holds "${before.slice(0, 300)}".`, [fields.target]);
  if (before === fields.text) return reject('no_effect', `${fields.target} holds this text already.`);
  if (others.some(({ pieces }) => pieces.some(({ locked }) => locked)))
    return reject('read_only_content', `${fields.target} holds a page number or a date.`);
  const lines = fields.text.split('\n');
  const byParagraph = lines.length === paragraphs.length;
  const edits = paragraphs.map((paragraph, index) => {
    if (!byParagraph && index > 0) return [removeNode(paragraph.element)];
    return changeDrawingText(paragraph, [{ start: 0, end: paragraph.text.length, text: byParagraph ? (lines[index] ?? '') : fields.text }]);
  });
  const refused = edits.find((made) => !Array.isArray(made));
  if (refused !== undefined && !Array.isArray(refused)) return refused;
  return {
    parts: [{ part: first.part.name, edits: edits.flatMap((made) => (Array.isArray(made) ? made : [])) }],
    before,
    after: fields.text,
  };
}

export const setText = createSetText('set_text');
export const setDeckCellText = createSetText('set_cell_text');
