/** Speaker notes: one page for each slide that has some. */
import type { Block } from '../../../document/block.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { blockText } from '../../../document/walk.ts';
import { notesPageXml } from '../../../ooxml/notes-page.ts';
import { chartTable } from '../../chart-table.ts';
import { flowOf, type Figure } from '../plan/flow.ts';
import { notesText } from './slide.ts';
import type { TextContext } from './text.ts';
import { NAMESPACES } from './xml.ts';

/** A figure as lines to be said: notes hold text alone. */
function spokenFigure(figure: Figure, lang: string): { runs: Run[] }[] {
  if (figure.type === 'image')
    return [{ runs: [{ text: `[${figure.alt === '' && figure.caption ? plainText(figure.caption) : figure.alt}]` }] }];
  const table = figure.type === 'chart' ? chartTable(figure, lang) : figure;
  const rows = table.rows.map(({ cells }) =>
    cells.map((cell) => (cell.blocks ? cell.blocks.map(blockText).join(' ') : plainText(cell.runs))).join(' | '),
  );
  return [...(table.caption ? [plainText(table.caption)] : []), ...rows].map((text) => ({ runs: [{ text }] }));
}

/** The notes of a slide. */
export function notesSlideXml(context: TextContext, blocks: readonly Block[]): string {
  const { paragraphs, figures } = flowOf(blocks, context.lang, []);
  const body = notesText(context, [...paragraphs, ...figures.flatMap((figure) => spokenFigure(figure, context.lang))]);
  return notesPageXml(NAMESPACES, body);
}
