/** Functions that reach outside or run something (decisions §8). */
const REACHING = /\b(WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(?:\.ID)?|DDE|EXEC)\s*\(|\|.*!/i;

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
  return REACHING.test(bare) ? 'it reaches outside the file' : null;
}
