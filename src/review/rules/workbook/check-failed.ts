import { cellName } from '../../../spreadsheet/cell-names.ts';
import type { Scalar } from '../../../spreadsheet/formula-tree.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';
import { cellKey, placeOf, type CellFormula } from '../../workbook/cells.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const TOLD_MAX = 10;
/** Words that promise a zero, of the cell beside or below them, or of a row that they name. */
const MUST_BE_ZERO =
  /(?:must|should|has to|have to|ought to|needs? to|shall) (?:be|equal|come to|give|read|show|remain|stay) (?:exactly )?(?:zero|0|nil)(?![\d.,]\d|\s?%|\d)|(?:debe(?:n|r[íi]a)?|tiene que|ha de) (?:ser|dar|quedar|resultar|valer)(?: igual a| en)? (?:cero|0)(?![\d.,]\d|\s?%|\d)|doit (?:être|donner)(?: égale? à)? (?:zéro|0)(?![\d.,]\d)|muss (?:null|0)(?![\d.,]\d) (?:sein|ergeben|betragen)|deve (?:ser|dar)(?: igual a)? (?:zero|0)(?![\d.,]\d)|(?:=|≡) ?0(?![\d.,]\d|\d) (?:if|when|si|wenn|se)|zero (?:if|when) (?:ok|correct|balanced)/iu;
/** Words that promise a text such as "OK", or that something agrees. */
const MUST_BE_OK =
  /(?:must|should|has to|ought to) (?:be|say|read|show) ["“'‘]?(?:ok|true|balanced)\b|(?:debe|tiene que|ha de) (?:ser|dar|decir|poner|mostrar) ["“«'‘]?(?:ok|correcto|verdadero|cuadra)(?!\p{L})/iu;
/** What a check is called whose formula says itself how it went. */
const CHECK_LABEL =
  /^(?:(?:balance |control |sanity |cross-?)?checks?|control(?: de cuadre)?|cuadre|comprobaci[oó]n|verificaci[oó]n|contrôle|kontrolle|prüfung|verificação|reconciliation|conciliaci[oó]n)(?!\p{L})/iu;
const SAYS_FAILED =
  /^(?:[✗✘❌⚠]\uFE0F?\s*)?(?:error|ko|fail(?:ed|s)?|false|wrong|mismatch|unbalanced|out of balance|does not (?:balance|match|agree)|not ok|no cuadra|descuadre|descuadrado|incorrecto|falso|erreur|fehler|erro|no ok)[.!]?$/iu;
/** Cells are shown to the cent. */
const NOTHING = 0.005;

type Promised = 'zero' | 'ok';

const promiseOf = (text: string): Promised | undefined => (MUST_BE_ZERO.test(text) ? 'zero' : MUST_BE_OK.test(text) ? 'ok' : undefined);

/** Formulas and what a text promises of them. */
type Promises = Map<CellFormula, { words: string; promised: Promised }>;

interface Line {
  texts: { text: string; column: number }[];
  formulas: CellFormula[];
}

function linesOf(sheet: Worksheet): Map<number, Line> {
  const lines = new Map<number, Line>();
  const lineAt = (row: number): Line => {
    const line = lines.get(row) ?? { texts: [], formulas: [] };
    lines.set(row, line);
    return line;
  };
  for (const [key, value] of sheet.values) {
    const { row, column } = placeOf(key);
    if (typeof value === 'string' && value.trim() !== '' && !sheet.formulas.has(key)) lineAt(row).texts.push({ text: value, column });
  }
  for (const formula of sheet.formulas.values()) lineAt(formula.row).formulas.push(formula);
  return lines;
}

/** Where a text that promises something is beside formulas, above them as a header, or names the rows that hold them. */
function promisesOf(sheet: Worksheet): Promises {
  const lines = linesOf(sheet);
  const promises: Promises = new Map();
  for (const [row, { texts, formulas }] of lines)
    for (const { text, column } of texts) {
      const promised = promiseOf(text);
      if (promised === undefined) {
        if (CHECK_LABEL.test(text.trim()))
          for (const formula of formulas.length > 0 ? formulas : (below(sheet, row, column) ?? []))
            if (!promises.has(formula)) promises.set(formula, { words: text, promised: 'ok' });
        continue;
      }
      const meant = formulas.length > 0 ? formulas : (below(sheet, row, column) ?? named(text, lines));
      for (const formula of meant) promises.set(formula, { words: text, promised });
    }
  return promises;
}

/** The formulas under a header, down to the first cell that holds none. */
function below(sheet: Worksheet, row: number, column: number): CellFormula[] | undefined {
  const found: CellFormula[] = [];
  for (let at = row + 1; ; at++) {
    const formula = sheet.formulas.get(cellKey(at, column));
    if (!formula) break;
    found.push(formula);
  }
  return found.length === 0 ? undefined : found;
}

const LABEL_CHARS_MIN = 4;

/** Rows whose label a sentence names: "The difference must be zero." */
function named(sentence: string, lines: ReadonlyMap<number, Line>): CellFormula[] {
  const said = ` ${sentence.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return [...lines.values()].flatMap(({ texts, formulas }) => {
    const label =
      texts[0]?.text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim() ?? '';
    return formulas.length > 0 && label.length >= LABEL_CHARS_MIN && said.includes(` ${label} `) ? formulas : [];
  });
}

function fails(value: Scalar | undefined, promised: Promised): boolean {
  if (typeof value === 'number') return promised === 'zero' && Math.abs(value) >= NOTHING;
  if (typeof value === 'boolean') return promised === 'ok' && !value;
  return typeof value === 'string' && SAYS_FAILED.test(value.trim());
}

function failedIn(sheet: Worksheet, file: WorkbookView): Hit[] {
  const hits: Hit[] = [];
  for (const [{ row, column }, { words, promised }] of promisesOf(sheet)) {
    const value = sheet.values.get(cellKey(row, column)) ?? file.calculate(sheet, row, column);
    if (!fails(value, promised)) continue;
    const cell = cellName(row, column);
    const shown = typeof value === 'number' ? String(Number(value.toPrecision(10))) : `"${String(value).slice(0, 40)}"`;
    const says = promised === 'zero' ? 'says that it must be zero' : 'is a check that has to agree';
    hits.push({
      message: `${sheet.name}!${cell} is ${shown}, and "${words.slice(0, 80)}" ${says}.`,
      location: { sheet: sheet.name, cell },
    });
  }
  return hits.slice(0, TOLD_MAX);
}

/** A check that its own author has put in, and that fails: the figures around it do not agree. */
export const checkFailed = defineWorkbookRule({
  code: 'check_failed',
  severity: 'error',
  summary: 'a check of the workbook that its text says must be zero or OK, and is not',
  check: (file) => file.sheets.flatMap((sheet) => failedIn(sheet, file)),
  examples: {
    fires: [
      { name: 'a difference', file: () => balance('Check (must be zero)', 90, { f: 'B2-B3', v: 10 }) },
      { name: 'in Spanish', file: () => balance('Cuadre: debe ser cero', 9, { f: 'B2-B3', v: 91 }) },
      { name: 'should be 0', file: () => balance('Difference (should be 0)', 90, { f: 'B2-B3', v: 10 }) },
      { name: 'a text that says how it went', file: () => balance('Balance check', 90, { f: 'IF(B2=B3,"OK","ERROR")', v: 'ERROR' }) },
      {
        name: 'a sentence that names the row',
        file: () =>
          sheetFileOf([
            ['The difference must be zero.'],
            ['Item', 'Amount'],
            ['Assets', 100],
            ['Debts', 90],
            ['Difference', { f: 'B3-B4', v: 10 }],
          ]),
      },
      {
        name: 'a header',
        file: () =>
          sheetFileOf([
            ['Month', 'In', 'Out', 'Check (must be 0)'],
            ['May', 5, 4, { f: 'B2-C2', v: 1 }],
          ]),
      },
    ],
    silent: [
      { name: 'balanced', file: () => balance('Check (must be zero)', 100, { f: 'B2-B3', v: 0 }) },
      { name: 'agrees', file: () => balance('Balance check', 100, { f: 'IF(B2=B3,"OK","ERROR")', v: 'OK' }) },
      { name: 'a figure called a check', file: () => balance('Checks paid', 90, { f: 'B2-B3', v: 10 }) },
      {
        name: 'a share below a tenth',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Loss should be 0.5 % at most', { f: '1/400', v: 0.0025 }],
          ]),
      },
    ],
  },
});

function balance(label: string, second: number, check: { f: string; v: number | string }): ReturnType<typeof sheetFileOf> {
  return sheetFileOf([
    ['Item', 'Amount'],
    ['Assets', 100],
    ['Liabilities', second],
    [label, check],
  ]);
}
