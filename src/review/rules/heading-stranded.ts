import { plainText } from '../../document/inline.ts';
import { replaceTopBlock } from '../change-blocks.ts';
import { bodyLines, foldText, rowsOf } from '../drawn-text.ts';
import { defineDrawnRule, type Draft } from '../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../example-pages.ts';

/** The heading of the document that reads like this; undefined where none or several do. */
function headingLike(draft: Draft, text: string): string | undefined {
  const found = draft.document.blocks.filter((block) => block.type === 'heading' && foldText(plainText(block.runs)) === text);
  return found.length === 1 ? found[0]?.id : undefined;
}

/** Leading numbers of headings are drawn and do not stand in the text. */
const withoutNumber = (text: string): string => text.replace(/^[\d.]+/, '');

/** A heading as the last line of a page belongs to the text overleaf (looks §7.2). */
export const headingStranded = defineDrawnRule({
  code: 'heading_stranded',
  severity: 'warning',
  summary: 'a heading at the foot of a page, its text overleaf',
  check: (drawn, draft) => drawn.pages.slice(0, -1).flatMap((page) => {
    const last = rowsOf(bodyLines(page, draft.look)).at(-1)?.map((line) => line.text).join('');
    if (last === undefined) return [];
    const text = foldText(last);
    const entry = drawn.outline.find((one) => one.page === page.page && (foldText(one.title) === text || withoutNumber(foldText(one.title)) === withoutNumber(text)));
    if (!entry) return [];
    const id = headingLike(draft, foldText(entry.title)) ?? headingLike(draft, withoutNumber(foldText(entry.title)));
    return [{
      message: `The heading "${entry.title}" is the last line of page ${page.page}.`, location: { page: page.page, ...(id === undefined ? {} : { block_id: id }) },
      ...(id === undefined ? {} : { repair: { fix: 'page_break_before_heading', apply: (changed: Draft) => replaceTopBlock(changed, id, (block) => [{ id: `${id}.break`, type: 'page_break' }, block]) } }),
    }];
  }),
  examples: {
    fires: [{ name: 'at the foot', document: {}, drawn: drawnOf([pageOf(1, [...textLines(40), lineAt(740, 'What comes next')]), pageOf(2, textLines(9))], { outline: [{ title: 'What comes next', level: 1, page: 1 }] }) }],
    silent: [{ name: 'with its text', document: {}, drawn: drawnOf([pageOf(1, [lineAt(82, 'What comes next'), lineAt(110, 'Its text.')]), pageOf(2, textLines(9))], { outline: [{ title: 'What comes next', level: 1, page: 1 }] }) }],
  },
});
