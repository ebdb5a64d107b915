import { append } from '../../../base/append.ts';
import { z } from 'zod';
import { W } from '../../../ooxml/names.ts';
import { walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { appendContent, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { defineEdit, isRejected, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import { looksLike, looksOf } from '../mechanics/paragraph-looks.ts';
import { trackParagraphMark } from '../mechanics/paragraph-mark.ts';
import { rewriteParagraph } from './rewrite-block.ts';
import { trackRuns } from '../mechanics/track-runs.ts';
import type { WordBlock, WordCell, WordFile, WordParagraph } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('set_cell_text'),
  target: z.string().min(1).max(200).describe('Address of a cell, t1.r2.c3.'),
  text: textFits(0, 100_000),
  expect: z.string().max(100_000).optional(),
});

/** The cell that shows the text of a cell merged downwards. */
function shownBy(cell: WordCell): string[] {
  const { table } = cell.row;
  const above = table.rows
    .slice(0, table.rows.indexOf(cell.row))
    .flatMap(({ cells }) => cells)
    .filter(({ column, merge }) => column === cell.column && merge === 'start');
  return above.slice(-1).map(({ address }) => address);
}

const MARKS = /^(?:bookmark|commentRange|perm)(?:Start|End)$/;
const marksOf = (source: string, paragraph: XmlElement): string =>
  [...walkElements(paragraph)]
    .filter(({ uri, local }) => uri === W && MARKS.test(local))
    .map(({ start, end }) => source.slice(start, end))
    .join('');
const holdsField = ({ element }: WordParagraph): boolean =>
  [...walkElements(element)].some(
    ({ uri, local }) => uri === W && (local === 'fldChar' || local === 'fldSimple' || local === 'commentReference'),
  );

/** The paragraphs behind the first one go; tracked, they are joined with it when the change is accepted. */
export function dropOthers(file: WordFile, first: WordParagraph, others: readonly WordBlock[], context: EditContext): PartEdits | Rejected {
  const { name } = first.part;
  const paragraphs = others.filter((block) => block.kind === 'paragraph');
  const locked = paragraphs.find(
    (paragraph) => file.textOf(paragraph).pieces.some(({ locked: lock }) => lock !== null) || holdsField(paragraph),
  );
  if (locked !== undefined) return reject('read_only_content', `${locked.address} holds what is no text.`, [locked.address]);
  if (context.mode === 'direct' || paragraphs.length === 0) {
    // bookmarks and comments of what goes are at the end of what stays
    const marks = paragraphs.map(({ element, part }) => marksOf(part.source, element)).join('');
    const kept = marks === '' ? [] : [appendContent(first.part, first.element, marks)];
    return { part: name, edits: [...kept, ...others.map(({ element }) => removeNode(element))] };
  }
  const edits: XmlEdit[] = [];
  for (const paragraph of paragraphs) {
    const made = trackRuns(file, paragraph, 'del', context);
    if (isRejected(made)) return made;
    append(edits, made);
  }
  const joined = [first, ...paragraphs.slice(0, -1)].flatMap((paragraph) => trackParagraphMark(file, paragraph, 'del', context));
  return { part: name, edits: [...edits, ...joined, ...looksLike({ file, context }, paragraphs.at(-1) ?? first, looksOf(first))] };
}

export const setCellText = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'set_cell_text',
  format: 'docx',
  summary: 'Gives a cell of a table another text, in the formatting of its first paragraph',
  tracked: true,
  refuses: { merged_cells: 'the cell is covered by one above it', read_only_content: 'it holds a table, a field or a picture' },
  schema,
  plan(file, fields, context) {
    const cell = findTarget(file, fields, ['cell']);
    if ('rejected' in cell) return cell;
    const before = textOfTarget(file, cell);
    if (cell.merge === 'covered') return reject('merged_cells', `${fields.target} is merged into the cell above it.`, shownBy(cell));
    if (before === fields.text) return reject('no_effect', `${fields.target} holds this text already.`);
    const [first, ...others] = cell.blocks;
    if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind === 'table'))
      return reject('read_only_content', `${fields.target} holds a table; name a cell or a paragraph in it.`);
    const gone = dropOthers(file, first, others, context);
    if ('rejected' in gone) return gone;
    const made = rewriteParagraph(file, first, fields.text, context);
    return 'rejected' in made ? made : { parts: [made, gone], before: tell(before), after: tell(fields.text) };
  },
  examples: [
    {
      name: 'keeps the formatting',
      operation: { op: 'set_cell_text', target: 't1.r1.c2', text: '12', expect: '10' },
      given:
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>10</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>12</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'tracked, a cell of two paragraphs',
      operation: { op: 'set_cell_text', target: 't1.r1.c1', text: 'c' },
      mode: 'tracked',
      given: '<w:tbl><w:tr><w:tc><w:p/><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:p><w:pPr><w:rPr><w:del w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr><w:ins w:id="3" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>c</w:t></w:r></w:ins></w:p>' +
        '<w:p><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>b</w:delText></w:r></w:del></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'covered by a merged cell',
      operation: { op: 'set_cell_text', target: 't1.r2.c1', text: '12' },
      expected: { rejected: 'merged_cells' },
      given:
        '<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p/></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
  ],
});
