/** Code: one paragraph a line in the code face on its background, coloured where the language is known. Short pieces stay on one page. */
import type { Code } from '../../document/block.ts';
import { highlight } from '../highlight.ts';
import type { Draft, Place } from './draft.ts';
import { dxaOfPt } from './measures.ts';
import { paragraph } from './paragraph.ts';
import { runXml } from './runs.ts';

const WHOLE_LINES_MAX = 20;
/** Word's own tab stops are too far apart for code. */
const TAB = '    ';

export function writeCode(draft: Draft, block: Code, place: Place): string {
  const lines = highlight(block.text.replace(/\n$/, '').replaceAll('\t', TAB), block.language);
  const side = dxaOfPt(8);
  let xml = '';
  for (const [at, line] of lines.entries()) {
    const content = line.map((token) => runXml(draft, token)).join('');
    const last = at === lines.length - 1;
    const keepNext = last ? place.keepNext === true : lines.length <= WHOLE_LINES_MAX || at === 0 || at === lines.length - 2;
    xml += paragraph(draft, {
      style: 'Code',
      content,
      ...(keepNext ? { keepNext } : {}),
      ...(at === 0 && place.afterBox === true ? { beforeDxa: 0 } : {}),
      ...(place.indentDxa > 0 ? { leftDxa: place.indentDxa + side } : {}),
    });
  }
  return xml;
}
