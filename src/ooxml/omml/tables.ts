/**
 * Matrices, cases, aligned equations: all are `m:m`. Word's own array of equations (`m:eqArr`, points of alignment
 * marked by `&` in the text) is not used: LibreOffice prints the marks. Two columns that meet without a gap, the left
 * one aligned right and the right one left, align just as well, and empty cells are kept by a zero-width space.
 */
import { countCells } from './bounds.ts';
import type { MathNode } from './mathml.ts';
import type { OmmlContext } from './pieces.ts';
import { writeArgument } from './rows.ts';

type Alignment = 'left' | 'center' | 'right';

export function writeTable(node: MathNode, color: string | undefined, context: OmmlContext): string {
  const rows = node.children.filter((child) => child.name === 'mtr').map((row) => row.children.filter((cell) => cell.name === 'mtd'));
  const cells = isNumbered(node) ? rows.map(withoutNumbers) : rows;
  const columns = cells.reduce((most, row) => Math.max(most, row.length), 1);
  countCells(context, cells.length, columns);
  const alignments = Array.from({ length: columns }, (_, column) => alignmentOf(cells.map((row) => row[column])));
  const className = node.attributes['class'] ?? '';
  const aligned = className.includes('tml-jot');
  const spacing = (aligned ? '<m:rSpRule m:val="1"/>' : '') + (aligned && columns > 1 ? '<m:cGpRule m:val="3"/><m:cGp m:val="0"/>' : '');
  const body = cells.map(
    (row) =>
      `<m:mr>${Array.from({ length: columns }, (_, column) => writeCell(row[column], column, aligned, color, context)).join('')}</m:mr>`,
  );
  return `<m:m><m:mPr><m:plcHide m:val="1"/>${spacing}<m:mcs>${writeColumns(alignments)}</m:mcs></m:mPr>${body.join('')}</m:m>`;
}

function writeCell(cell: MathNode | undefined, column: number, aligned: boolean, color: string | undefined, context: OmmlContext): string {
  const content = writeArgument(cell?.children ?? [], color, context);
  const apart = aligned && column > 0 && column % 2 === 0;
  return `<m:e>${apart ? `<m:r><m:rPr><m:nor/></m:rPr><m:t xml:space="preserve">\u2003\u2003</m:t></m:r>${content}` : content}</m:e>`;
}

function writeColumns(alignments: readonly Alignment[]): string {
  const groups: { alignment: Alignment; count: number }[] = [];
  for (const alignment of alignments) {
    const last = groups.at(-1);
    if (last?.alignment === alignment) last.count++;
    else groups.push({ alignment, count: 1 });
  }
  return groups
    .map(({ alignment, count }) => `<m:mc><m:mcPr><m:count m:val="${count}"/><m:mcJc m:val="${alignment}"/></m:mcPr></m:mc>`)
    .join('');
}

function alignmentOf(cells: readonly (MathNode | undefined)[]): Alignment {
  const className = cells.find((cell) => cell !== undefined)?.attributes['class'] ?? '';
  return className.includes('tml-left') ? 'left' : className.includes('tml-right') ? 'right' : 'center';
}

/** `align`, `gather`, `equation` and `\tag` come as wide as the page, between columns for the equation's number. */
function isNumbered(node: MathNode): boolean {
  return /width:\s*100%/.test(node.attributes['style'] ?? '');
}

/** Numbers counted by TeX are dropped, since documents number their equations themselves; a `\tag` is kept as text. */
function withoutNumbers(row: MathNode[]): MathNode[] {
  const inner = row.slice(1, -1);
  const tag = row.at(-1)?.children.find((child) => child.name === 'mtext' && child.text !== '');
  const last = inner.at(-1);
  if (tag === undefined || last === undefined) return inner;
  const gap: MathNode = { name: 'mspace', attributes: { width: '2em' }, children: [], text: '' };
  return [...inner.slice(0, -1), { ...last, children: [...last.children, gap, tag] }];
}
