/**
 * The functions that a formula may call. What reaches outside of the workbook or runs something is not among them
 * (WEBSERVICE, FILTERXML, RTD, CALL, REGISTER, EXEC, DDE, IMAGE, …), nor what needs cells that grow by themselves.
 */

const PLAIN = `ABS ACCRINT ACOS ACOSH ADDRESS AND ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS BETADIST BINOMDIST CEILING CHAR CHOOSE CLEAN CODE COLUMN
 COLUMNS COMBIN CONCATENATE CONFIDENCE CORREL COS COSH COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COUPNUM COVAR CUMIPMT CUMPRINC DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS360 DB DCOUNT DDB
 DEGREES DEVSQ DISC DMAX DMIN DOLLARDE DOLLARFR DSUM DURATION EDATE EFFECT EOMONTH EVEN EXACT EXP FACT FALSE FIND FIXED FLOOR FORECAST FREQUENCY FV GCD GEOMEAN GROWTH HARMEAN HLOOKUP
 HOUR IF IFERROR INDEX INDIRECT INT INTERCEPT INTRATE IPMT IRR ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISREF ISTEXT KURT LARGE LCM LEFT LEN LINEST LN LOG
 LOG10 LOGEST LOOKUP LOWER MATCH MAX MAXA MEDIAN MID MIN MINA MINUTE MIRR MOD MODE MONTH MROUND N NA NETWORKDAYS NOMINAL NORMDIST NORMINV NORMSDIST NORMSINV NOT NOW NPER NPV ODD OFFSET
 OR PEARSON PERCENTILE PERCENTRANK PERMUT PI PMT POWER PPMT PRICE PROB PRODUCT PROPER PV QUARTILE QUOTIENT RADIANS RANK RATE REPLACE REPT RIGHT ROUND ROUNDDOWN ROUNDUP ROW ROWS RSQ
 SEARCH SECOND SIGN SIN SINH SKEW SLN SLOPE SMALL SQRT STANDARDIZE STDEV STDEVA STDEVP STEYX SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SYD T TAN TANH TEXT TIME TIMEVALUE
 TODAY TREND TRIM TRIMMEAN TRUE TRUNC TYPE UPPER VALUE VAR VARA VARP VDB VLOOKUP WEEKDAY WEEKNUM WORKDAY XIRR XNPV YEAR YEARFRAC YIELD AGGREGATE HYPERLINK`;

/** Functions of later versions, which the file names with a prefix (MS-XLSX §2.2.2). */
const LATER = `CEILING.MATH CONCAT COVARIANCE.P COVARIANCE.S DAYS FLOOR.MATH FORECAST.LINEAR IFNA IFS ISFORMULA ISOWEEKNUM MAXIFS MINIFS MODE.SNGL NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
 NUMBERVALUE PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.INC QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ RRI PDURATION STDEV.P STDEV.S SWITCH TEXTJOIN UNICHAR UNICODE VAR.P VAR.S XLOOKUP XMATCH XOR`;

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');
const PLAIN_NAMES = new Set(words(PLAIN));
const LATER_NAMES = new Set(words(LATER));

/** Spanish names that people write; the file always holds the English ones. */
const SPANISH: Readonly<Record<string, string>> = {
  SUMA: 'SUM', PROMEDIO: 'AVERAGE', CONTAR: 'COUNT', CONTARA: 'COUNTA', 'CONTAR.BLANCO': 'COUNTBLANK', 'CONTAR.SI': 'COUNTIF', 'CONTAR.SI.CONJUNTO': 'COUNTIFS', 'SUMAR.SI': 'SUMIF',
  'SUMAR.SI.CONJUNTO': 'SUMIFS', 'PROMEDIO.SI': 'AVERAGEIF', 'PROMEDIO.SI.CONJUNTO': 'AVERAGEIFS', SI: 'IF', 'SI.ERROR': 'IFERROR', 'SI.ND': 'IFNA', 'SI.CONJUNTO': 'IFS', Y: 'AND', O: 'OR', NO: 'NOT', REDONDEAR: 'ROUND',
  'REDONDEAR.MAS': 'ROUNDUP', 'REDONDEAR.MENOS': 'ROUNDDOWN', ENTERO: 'INT', TRUNCAR: 'TRUNC', RESIDUO: 'MOD', RAIZ: 'SQRT', POTENCIA: 'POWER', PRODUCTO: 'PRODUCT', SUMAPRODUCTO: 'SUMPRODUCT', SUBTOTALES: 'SUBTOTAL',
  BUSCARV: 'VLOOKUP', BUSCARH: 'HLOOKUP', BUSCARX: 'XLOOKUP', INDICE: 'INDEX', 'ÍNDICE': 'INDEX', COINCIDIR: 'MATCH', ELEGIR: 'CHOOSE', CONCATENAR: 'CONCATENATE', UNIRCADENAS: 'TEXTJOIN', IZQUIERDA: 'LEFT', DERECHA: 'RIGHT',
  EXTRAE: 'MID', LARGO: 'LEN', MAYUSC: 'UPPER', MINUSC: 'LOWER', NOMPROPIO: 'PROPER', ESPACIOS: 'TRIM', SUSTITUIR: 'SUBSTITUTE', TEXTO: 'TEXT', FECHA: 'DATE', AÑO: 'YEAR', MES: 'MONTH', DIA: 'DAY', 'DÍA': 'DAY', HOY: 'TODAY',
  AHORA: 'NOW', 'FIN.MES': 'EOMONTH', 'FECHA.MES': 'EDATE', DIAS: 'DAYS', 'DÍAS': 'DAYS', MEDIANA: 'MEDIAN', 'K.ESIMO.MAYOR': 'LARGE', 'K.ESIMO.MENOR': 'SMALL', JERARQUIA: 'RANK', PAGO: 'PMT', VNA: 'NPV', TIR: 'IRR', VERDADERO: 'TRUE',
  FALSO: 'FALSE', ESBLANCO: 'ISBLANK', ESNUMERO: 'ISNUMBER', ESERROR: 'ISERROR',
};

/** The name as Excel's English version has it; undefined where the function may not be called. */
export function functionName(written: string): string | undefined {
  const upper = written.toUpperCase().replace(/^_XLFN\./, '');
  if (PLAIN_NAMES.has(upper) || LATER_NAMES.has(upper)) return upper;
  return Object.hasOwn(SPANISH, upper) ? SPANISH[upper] : undefined;
}

/** As the file spells it. */
export function storedName(name: string): string {
  return LATER_NAMES.has(name) ? `_xlfn.${name}` : name;
}

/** For each function, which arguments are looked through as a whole: there a bare `[Column]` means the column, elsewhere the row's own cell. */
const RANGES: Readonly<Record<string, (index: number) => boolean>> = {
  SUMIF: (i) => i !== 1, AVERAGEIF: (i) => i !== 1, COUNTIF: (i) => i === 0, SUMIFS: (i) => i === 0 || i % 2 === 1, AVERAGEIFS: (i) => i === 0 || i % 2 === 1, MAXIFS: (i) => i === 0 || i % 2 === 1,
  MINIFS: (i) => i === 0 || i % 2 === 1, COUNTIFS: (i) => i % 2 === 0, MATCH: (i) => i === 1, XMATCH: (i) => i === 1, INDEX: (i) => i === 0, VLOOKUP: (i) => i === 1, HLOOKUP: (i) => i === 1, LOOKUP: (i) => i > 0, XLOOKUP: (i) => i === 1 || i === 2,
  RANK: (i) => i === 1, 'RANK.EQ': (i) => i === 1, 'RANK.AVG': (i) => i === 1, PERCENTRANK: (i) => i === 0, 'PERCENTRANK.INC': (i) => i === 0, LARGE: (i) => i === 0, SMALL: (i) => i === 0, PERCENTILE: (i) => i === 0, 'PERCENTILE.INC': (i) => i === 0, 'PERCENTILE.EXC': (i) => i === 0,
  QUARTILE: (i) => i === 0, 'QUARTILE.INC': (i) => i === 0, SUMPRODUCT: () => true, SUBTOTAL: (i) => i > 0, AGGREGATE: (i) => i > 1, CORREL: () => true, SLOPE: () => true, INTERCEPT: () => true, RSQ: () => true, FORECAST: (i) => i > 0, IRR: (i) => i === 0, XIRR: () => true, NPV: (i) => i > 0, XNPV: (i) => i > 0,
  COUNTBLANK: () => true, ROWS: () => true, FREQUENCY: () => true, TEXTJOIN: (i) => i > 1,
};
/** One column in these is the column, several are the row's cells: `SUM([Jan],[Feb])` adds across. */
const GATHERING = new Set(words('SUM AVERAGE MIN MAX COUNT COUNTA PRODUCT MEDIAN MODE MODE.SNGL STDEV STDEV.S STDEV.P STDEVP VAR VAR.S VAR.P VARP SUMSQ GEOMEAN HARMEAN AVEDEV DEVSQ'));

export function takesColumn(name: string, index: number, count: number): boolean {
  if (GATHERING.has(name)) return count === 1;
  return Object.hasOwn(RANGES, name) ? RANGES[name]?.(index) === true : false;
}
