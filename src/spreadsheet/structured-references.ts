/** References to columns of tables by their names (ISO/IEC 29500-1 §18.17.6.3): `Sales[Units]`, `Sales[[#This Row],[Units]]`. */
import { readPieces } from './formula-pieces.ts';

/** The name that a column gets; undefined where it keeps its own. */
export type RenameColumn = (table: string, column: string) => string | undefined;

const ESCAPED = /['#[\]@]/g;
/** What is in one pair of brackets, without others in it; an apostrophe escapes the mark behind it. */
const INNERMOST = /\[((?:'[['\]#@]|[^[\]'])*)\]/g;

/** A formula in which columns of tables have other names; all else of it stays letter by letter. */
export function renameColumns(formula: string, rename: RenameColumn): string {
  if (!formula.includes('[')) return formula;
  const pieces = readPieces(formula);
  return pieces
    .map((piece, at) => {
      const text = formula.slice(piece.start, piece.end);
      const table = pieces[at - 1];
      if (piece.kind !== 'bracket' || (table?.kind !== 'word' && table?.kind !== 'table')) return text;
      return text.replaceAll(INNERMOST, (whole, inner: string) => {
        // [#Totals] is no column; [@Units] is one of this row
        const [, row = '', name = ''] = /^(@?)(.*)$/s.exec(inner) ?? [];
        const now = inner.startsWith('#') ? undefined : rename(table.value, name.replaceAll(/'(.)/gs, '$1'));
        return now === undefined ? whole : `[${row}${now.replaceAll(ESCAPED, "'$&")}]`;
      });
    })
    .join('');
}
