import { plainText } from '../../../document/inline.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { bodyLines, foldText, rowsOf } from '../../drawn-text.ts';
import { definePageRule, type Draft } from '../../define-rule.ts';
import type { RenderedDocument } from '../../../document/rendered-document.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** The heading of the document that reads like this; undefined where none or several do. */
function headingLike(draft: Draft, text: string): string | undefined {
  const found = draft.document.blocks.filter((block) => block.type === 'heading' && foldText(plainText(block.runs)) === text);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** Leading numbers of headings are drawn and do not be in the text. */
const withoutNumber = (text: string): string => text.replace(/^[\d.]+/, '');

const entryLike = (drawn: RenderedDocument, page: number, line: string): RenderedDocument['outline'][number] | undefined =>
  drawn.outline.find(
    (one) =>
      one.page === page && (foldText(one.title) === foldText(line) || withoutNumber(foldText(one.title)) === withoutNumber(foldText(line))),
  );

/** The line is the first of several of the paragraph under this heading. */
function beginsParagraph({ document }: Draft, heading: string, line: string): boolean {
  const text = foldText(line);
  const at = document.blocks.findIndex(
    (block) => block.type === 'heading' && withoutNumber(foldText(plainText(block.runs))) === withoutNumber(foldText(heading)),
  );
  const next = at < 0 ? undefined : document.blocks[at + 1];
  if (next?.type !== 'paragraph' || text === '') return false;
  const whole = foldText(plainText(next.runs));
  return whole.startsWith(text) && whole.length > text.length;
}

function entryBefore(
  drawn: RenderedDocument,
  draft: Draft,
  page: number,
  before: string | undefined,
  last: string,
): RenderedDocument['outline'][number] | undefined {
  const entry = before === undefined ? undefined : entryLike(drawn, page, before);
  return entry && before !== undefined && beginsParagraph(draft, before, last) ? entry : undefined;
}

/** A heading as the last line of a page, or with a single line of its text, belongs to the text overleaf (looks §7.2). */
export const headingStranded = definePageRule({
  code: 'heading_stranded',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a heading at the foot of a page, its text overleaf',
  check: (drawn, draft) =>
    drawn.pages.slice(0, -1).flatMap((page) => {
      const rows = rowsOf(bodyLines(page, draft.look)).map((row) => row.map((line) => line.text).join(''));
      const last = rows.at(-1);
      const before = rows.at(-2);
      if (last === undefined) return [];
      const entry = entryLike(drawn, page.page, last) ?? entryBefore(drawn, draft, page.page, before, last);
      if (!entry) return [];
      const id = headingLike(draft, foldText(entry.title)) ?? headingLike(draft, withoutNumber(foldText(entry.title)));
      return [
        {
          message: `The heading "${entry.title}" is at the foot of page ${page.page}, ${entryLike(drawn, page.page, last) ? 'and its text overleaf' : 'with a single line of its text'}.`,
          location: { page: page.page, ...(id === undefined ? {} : { block_id: id }) },
          ...(id === undefined
            ? {}
            : {
                repair: {
                  fix: 'page_break_before_heading',
                  apply: (changed: Draft) => replaceTopBlock(changed, id, (block) => [{ id: `${id}.break`, type: 'page_break' }, block]),
                },
              }),
        },
      ];
    }),
  examples: {
    fires: [
      {
        name: 'with one line of its text',
        document: {
          blocks: [
            { id: 'b1', type: 'heading', level: 1, runs: [{ text: 'What comes next' }] },
            { id: 'b2', type: 'paragraph', runs: [{ text: 'Its text is long and goes on overleaf.' }] },
          ],
        },
        drawn: drawnOf(
          [
            pageOf(1, [...textLines(40), lineAt(730, 'What comes next'), lineAt(750, 'Its text is long and')]),
            pageOf(2, [lineAt(82, 'goes on overleaf.')]),
          ],
          { outline: [{ title: 'What comes next', level: 1, page: 1 }] },
        ),
      },
      {
        name: 'at the foot',
        document: {},
        drawn: drawnOf([pageOf(1, [...textLines(40), lineAt(740, 'What comes next')]), pageOf(2, textLines(9))], {
          outline: [{ title: 'What comes next', level: 1, page: 1 }],
        }),
      },
    ],
    silent: [
      {
        name: 'with its text',
        document: {},
        drawn: drawnOf([pageOf(1, [lineAt(82, 'What comes next'), lineAt(110, 'Its text.')]), pageOf(2, textLines(9))], {
          outline: [{ title: 'What comes next', level: 1, page: 1 }],
        }),
      },
    ],
  },
});
