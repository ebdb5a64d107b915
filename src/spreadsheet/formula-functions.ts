/**
 * The functions that a formula may call. What reaches outside of the workbook or runs something is not among them
 * (WEBSERVICE, FILTERXML, RTD, CALL, REGISTER, EXEC, DDE, IMAGE, INDIRECT, …), nor what needs cells that grow by themselves.
 */

/** Least and most arguments: Excel calls a file damaged that holds a call with more or fewer. */
type Arity = readonly [least: number, most: number];
const MANY = 255;

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

const BY_ARITY: readonly [Arity, string][] = [
  [[0, 0], 'FALSE NA NOW PI TODAY TRUE'],
  [[0, 1], 'COLUMN ROW'],
  [
    [1, 1],
    `ABS ACOS ACOSH ASIN ASINH ATAN ATANH CHAR CLEAN CODE COLUMNS COS COSH COUNTBLANK DATEVALUE DAY DEGREES EVEN EXP FACT HOUR INT ISBLANK ISERR ISERROR ISEVEN ISFORMULA ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD
    ISOWEEKNUM ISREF ISTEXT LEN LN LOG10 LOWER MINUTE MONTH N NORM.S.INV NORMSDIST NORMSINV NOT ODD PROPER RADIANS ROWS SECOND SIGN SIN SINH SQRT T TAN TANH TIMEVALUE TRIM TYPE UNICHAR UNICODE UPPER VALUE YEAR`,
  ],
  [[1, 2], 'HYPERLINK IRR LEFT LOG RIGHT TRUNC WEEKDAY WEEKNUM'],
  [[1, 3], 'CEILING.MATH FIXED FLOOR.MATH NUMBERVALUE'],
  [[1, 4], 'GROWTH LINEST LOGEST TREND'],
  [
    [1, MANY],
    `AND AVEDEV AVERAGE AVERAGEA CONCAT CONCATENATE COUNT COUNTA DEVSQ GCD GEOMEAN HARMEAN KURT LCM MAX MAXA MEDIAN MIN MINA MODE MODE.SNGL OR PRODUCT SKEW STDEV STDEV.P STDEV.S STDEVA STDEVP SUM SUMPRODUCT SUMSQ
    VAR VAR.P VAR.S VARA VARP XOR`,
  ],
  [
    [2, 2],
    `ATAN2 CEILING COMBIN CORREL COUNTIF COVAR COVARIANCE.P COVARIANCE.S DAYS DOLLARDE DOLLARFR EDATE EFFECT EOMONTH EXACT FLOOR FREQUENCY IFERROR IFNA INTERCEPT LARGE MOD MROUND NOMINAL NORM.S.DIST PEARSON PERCENTILE
    PERCENTILE.EXC PERCENTILE.INC PERMUT POWER QUARTILE QUARTILE.EXC QUARTILE.INC QUOTIENT REPT ROUND ROUNDDOWN ROUNDUP RSQ SLOPE SMALL STEYX TEXT TRIMMEAN`,
  ],
  [
    [2, 3],
    'AVERAGEIF DAYS360 FIND IF LOOKUP MATCH NETWORKDAYS PERCENTRANK PERCENTRANK.INC RANK RANK.AVG RANK.EQ SEARCH SUMIF WORKDAY XIRR YEARFRAC',
  ],
  [[2, 4], 'INDEX XMATCH'],
  [[2, 5], 'ADDRESS'],
  [[2, MANY], 'CHOOSE COUNTIFS IFS NPV SUBTOTAL'],
  [[3, 3], 'CONFIDENCE DATE DATEDIF FORECAST FORECAST.LINEAR MID MIRR NORM.INV NORMINV PDURATION RRI SLN STANDARDIZE TIME XNPV'],
  [[3, 4], 'COUPNUM HLOOKUP PROB SUBSTITUTE VLOOKUP'],
  [[3, 5], 'BETADIST FV NPER OFFSET PMT PV'],
  [[3, 6], 'RATE XLOOKUP'],
  [[3, MANY], 'AGGREGATE AVERAGEIFS MAXIFS MINIFS SUMIFS SWITCH TEXTJOIN'],
  [[4, 4], 'BINOMDIST NORM.DIST NORMDIST REPLACE SYD'],
  [[4, 5], 'DB DDB DISC INTRATE'],
  [[4, 6], 'IPMT PPMT'],
  [[5, 6], 'DURATION'],
  [[5, 7], 'VDB'],
  [[6, 6], 'CUMIPMT CUMPRINC'],
  [[6, 7], 'PRICE YIELD'],
  [[6, 8], 'ACCRINT'],
];

/** Functions of later versions, which the file names with a prefix (MS-XLSX §2.2.2). */
const LATER_NAMES = new Set(
  words(`CEILING.MATH CONCAT COVARIANCE.P COVARIANCE.S DAYS FLOOR.MATH FORECAST.LINEAR IFNA IFS ISFORMULA ISOWEEKNUM MAXIFS MINIFS MODE.SNGL NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE
 PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.INC QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ RRI PDURATION STDEV.P STDEV.S SWITCH TEXTJOIN UNICHAR UNICODE VAR.P VAR.S XLOOKUP XMATCH XOR`),
);
const ARITIES: ReadonlyMap<string, Arity> = new Map(
  BY_ARITY.flatMap(([arity, list]) => words(list).map((name): [string, Arity] => [name, arity])),
);
/** Pairs of range and criterion, behind so many other arguments. */
const PAIRED: Readonly<Record<string, number>> = { COUNTIFS: 0, IFS: 0, SUMIFS: 1, AVERAGEIFS: 1, MAXIFS: 1, MINIFS: 1 };

/** Whether a function takes so many arguments. */
export function takesArguments(name: string, count: number): boolean {
  const [least, most] = ARITIES.get(name) ?? [0, 0];
  const paired = Object.hasOwn(PAIRED, name) ? (count - (PAIRED[name] ?? 0)) % 2 === 0 : true;
  return count >= least && count <= most && paired;
}

/** Spanish names that people write; the file always holds the English ones. */
const SPANISH: Readonly<Record<string, string>> = {
  SUMA: 'SUM',
  PROMEDIO: 'AVERAGE',
  CONTAR: 'COUNT',
  CONTARA: 'COUNTA',
  'CONTAR.BLANCO': 'COUNTBLANK',
  'CONTAR.SI': 'COUNTIF',
  'CONTAR.SI.CONJUNTO': 'COUNTIFS',
  'SUMAR.SI': 'SUMIF',
  'SUMAR.SI.CONJUNTO': 'SUMIFS',
  'PROMEDIO.SI': 'AVERAGEIF',
  'PROMEDIO.SI.CONJUNTO': 'AVERAGEIFS',
  SI: 'IF',
  'SI.ERROR': 'IFERROR',
  'SI.ND': 'IFNA',
  'SI.CONJUNTO': 'IFS',
  Y: 'AND',
  O: 'OR',
  NO: 'NOT',
  REDONDEAR: 'ROUND',
  'REDONDEAR.MAS': 'ROUNDUP',
  'REDONDEAR.MENOS': 'ROUNDDOWN',
  ENTERO: 'INT',
  TRUNCAR: 'TRUNC',
  RESIDUO: 'MOD',
  RAIZ: 'SQRT',
  POTENCIA: 'POWER',
  PRODUCTO: 'PRODUCT',
  SUMAPRODUCTO: 'SUMPRODUCT',
  SUBTOTALES: 'SUBTOTAL',
  BUSCARV: 'VLOOKUP',
  BUSCARH: 'HLOOKUP',
  BUSCARX: 'XLOOKUP',
  INDICE: 'INDEX',
  ÍNDICE: 'INDEX',
  COINCIDIR: 'MATCH',
  ELEGIR: 'CHOOSE',
  CONCATENAR: 'CONCATENATE',
  UNIRCADENAS: 'TEXTJOIN',
  IZQUIERDA: 'LEFT',
  DERECHA: 'RIGHT',
  EXTRAE: 'MID',
  LARGO: 'LEN',
  MAYUSC: 'UPPER',
  MINUSC: 'LOWER',
  NOMPROPIO: 'PROPER',
  ESPACIOS: 'TRIM',
  SUSTITUIR: 'SUBSTITUTE',
  TEXTO: 'TEXT',
  FECHA: 'DATE',
  AÑO: 'YEAR',
  MES: 'MONTH',
  DIA: 'DAY',
  DÍA: 'DAY',
  HOY: 'TODAY',
  AHORA: 'NOW',
  'FIN.MES': 'EOMONTH',
  'FECHA.MES': 'EDATE',
  DIAS: 'DAYS',
  DÍAS: 'DAYS',
  MEDIANA: 'MEDIAN',
  'K.ESIMO.MAYOR': 'LARGE',
  'K.ESIMO.MENOR': 'SMALL',
  JERARQUIA: 'RANK',
  PAGO: 'PMT',
  VNA: 'NPV',
  TIR: 'IRR',
  VERDADERO: 'TRUE',
  FALSO: 'FALSE',
  ESBLANCO: 'ISBLANK',
  ESNUMERO: 'ISNUMBER',
  ESERROR: 'ISERROR',
};

/** The name as Excel's English version has it; undefined where the function may not be called. */
export function functionName(written: string): string | undefined {
  const upper = written.toUpperCase().replace(/^_XLFN\./, '');
  if (ARITIES.has(upper)) return upper;
  return Object.hasOwn(SPANISH, upper) ? SPANISH[upper] : undefined;
}

/** As the file spells it. */
export function storedName(name: string): string {
  return LATER_NAMES.has(name) ? `_xlfn.${name}` : name;
}

/** For each function, which arguments are looked through as a whole: there a bare `[Column]` means the column, elsewhere the row's own cell. */
const RANGES: Readonly<Record<string, (index: number) => boolean>> = {
  SUMIF: (i) => i !== 1,
  AVERAGEIF: (i) => i !== 1,
  COUNTIF: (i) => i === 0,
  SUMIFS: (i) => i === 0 || i % 2 === 1,
  AVERAGEIFS: (i) => i === 0 || i % 2 === 1,
  MAXIFS: (i) => i === 0 || i % 2 === 1,
  MINIFS: (i) => i === 0 || i % 2 === 1,
  COUNTIFS: (i) => i % 2 === 0,
  MATCH: (i) => i === 1,
  XMATCH: (i) => i === 1,
  INDEX: (i) => i === 0,
  VLOOKUP: (i) => i === 1,
  HLOOKUP: (i) => i === 1,
  LOOKUP: (i) => i > 0,
  XLOOKUP: (i) => i === 1 || i === 2,
  RANK: (i) => i === 1,
  'RANK.EQ': (i) => i === 1,
  'RANK.AVG': (i) => i === 1,
  PERCENTRANK: (i) => i === 0,
  'PERCENTRANK.INC': (i) => i === 0,
  LARGE: (i) => i === 0,
  SMALL: (i) => i === 0,
  PERCENTILE: (i) => i === 0,
  'PERCENTILE.INC': (i) => i === 0,
  'PERCENTILE.EXC': (i) => i === 0,
  QUARTILE: (i) => i === 0,
  'QUARTILE.INC': (i) => i === 0,
  SUMPRODUCT: () => true,
  SUBTOTAL: (i) => i > 0,
  AGGREGATE: (i) => i > 1,
  CORREL: () => true,
  SLOPE: () => true,
  INTERCEPT: () => true,
  RSQ: () => true,
  FORECAST: (i) => i > 0,
  IRR: (i) => i === 0,
  XIRR: () => true,
  NPV: (i) => i > 0,
  XNPV: (i) => i > 0,
  COUNTBLANK: () => true,
  ROWS: () => true,
  FREQUENCY: () => true,
  TEXTJOIN: (i) => i > 1,
};
/** One column in these is the column, several are the row's cells: `SUM([Jan],[Feb])` adds across. */
const GATHERING = new Set(
  words(
    'SUM AVERAGE MIN MAX COUNT COUNTA PRODUCT MEDIAN MODE MODE.SNGL STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP SUMSQ GEOMEAN HARMEAN AVEDEV DEVSQ',
  ),
);

/** Whether the argument at this index (from 0) of so many takes a whole column of a table rather than the cell of its row. */
export function takesColumn(name: string, index: number, count: number): boolean {
  if (GATHERING.has(name)) return count === 1;
  return Object.hasOwn(RANGES, name) ? RANGES[name]?.(index) === true : false;
}
