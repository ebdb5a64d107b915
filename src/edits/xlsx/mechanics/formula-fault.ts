import { faultOfOrder } from '../../../spreadsheet/formula-order.ts';
import { functionName, storedName } from '../../../spreadsheet/formula-functions.ts';

/** Functions that reach outside or run something (decisions §8). */
const REACHING = /\b(WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(?:\.ID)?|DDE|EXEC)\s*\(|\|.*!/i;

/** `[1]Sheet!A1`, `'[Other.xlsx]Sheet'!A1`, `'C:\\folder\\[Other.xlsx]Sheet'!A1`, `[Other.xlsx]!Name`: a bracket before the name of a sheet or of the book. */
const LINKING = /(?<![\p{L}\p{N}_.\]@])\[[^[\]]*\][\p{L}\p{N}_.: ]*!|'[^']*\[[^[\]]*\][^']*'!/u;

/** Functions that give many values, where these are not gathered by another one. */
const SPILLING =
  /^\s*(?:_xlfn\.(?:_xlws\.)?)?(FILTER|SORT|SORTBY|UNIQUE|SEQUENCE|RANDARRAY|TEXTSPLIT|VSTACK|HSTACK|TAKE|DROP|CHOOSECOLS|CHOOSEROWS|TOCOL|TOROW|WRAPROWS|WRAPCOLS|EXPAND|MAKEARRAY|BYROW|BYCOL|MAP|SCAN)\s*\(/i;
/** Later functions that the file spells with two prefixes. */
const WORKSHEET_ONLY = new Set(['FILTER', 'SORT']);
/** Functions of later versions that nothing here counts. */
const LATER = new Set(
  'SORTBY UNIQUE SEQUENCE RANDARRAY TEXTBEFORE TEXTAFTER TEXTSPLIT VSTACK HSTACK TAKE DROP CHOOSECOLS CHOOSEROWS TOCOL TOROW WRAPROWS WRAPCOLS EXPAND ARRAYTOTEXT VALUETOTEXT FORMULATEXT SHEET SHEETS BITAND BITOR BITXOR BITLSHIFT BITRSHIFT ARABIC BASE DECIMAL COMBINA PERMUTATIONA GAMMA GAUSS PHI MUNIT SEC CSC COT ACOT ENCODEURL'.split(
    ' ',
  ),
);
const CALLED = /(?<![\p{L}\p{N}_.\\])([\p{L}_][\p{L}\p{N}_.]*)(?=\s*\()/gu;

/** The formula as a file spells it: functions of later versions with their prefix, Spanish names in English. */
export function storeFormula(written: string): string {
  const formula = written.replace(/^\s*=/, '').trim();
  return formula
    .split(/("(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\])/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece.replaceAll(CALLED, (word) => {
            const name = functionName(word);
            if (name !== undefined) return storedName(name);
            const upper = word.toUpperCase();
            return WORKSHEET_ONLY.has(upper) ? `_xlfn._xlws.${upper}` : LATER.has(upper) ? `_xlfn.${upper}` : word;
          }),
    )
    .join('');
}

/** What is wrong with a formula that can be seen without computing it; null where it may stand. */
export function faultOf(formula: string): string | null {
  let depth = 0;
  const bare = formula.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, '0');
  if (/["']/.test(bare)) return 'a quote is not closed';
  for (const character of bare) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return 'a bracket is closed that was not opened';
  }
  if (depth !== 0) return 'a bracket is not closed';
  if (/[-+*/^&=<>,(]\s*$/.test(bare)) return 'it ends with an operator';
  if (bare.replaceAll(/\{[^{}]*\}/g, '0').includes(';')) return 'arguments are divided by commas, decimals by a point';
  if (/(?:^|[^\p{L}\p{N}_.])(?:LET|LAMBDA)\s*\(/iu.test(bare)) return 'it names values of its own, which Excel alone can set up';
  const spilling = SPILLING.exec(bare);
  if (spilling !== null) return `${spilling[1] ?? ''} fills several cells, which Excel alone can set up`;
  if (REACHING.test(bare)) return 'it reaches outside the file';
  if (LINKING.test(formula.replaceAll(/"(?:[^"]|"")*"/g, ''))) return 'it takes values from another workbook';
  return faultOfOrder(formula);
}
