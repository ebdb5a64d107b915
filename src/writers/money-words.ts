/** What headers and labels of tables say of the figures beside them, in English, Spanish, French, German, Portuguese, Italian and Catalan. */

const CODES = 'EUR|USD|GBP|JPY|CHF|CNY|MXN|COP|CLP|PEN|ARS|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|SGD|HKD|ZAR|TRY';
const UNIT = new RegExp(
  `[€£¥₹$]|(?<![\\p{L}\\d])(?:${CODES})(?![\\p{L}\\d])|[(,]\\s*(?:in |en )?(?:thousands? of |miles de |millones de )?(?:euros?|dollars?|d[oó]lares|pounds?|libras|francs?|pesos|reais)\\s*\\)?$`,
  'iu',
);

/** Whether a header or label names a currency: `Amount (EUR)`, `Importe, €`. */
export const moneyNamed = (text: string): boolean => UNIT.test(text);

const MONEY = [
  'amounts?|prices?|costs?|fees?|revenues?|turnover|income|expenses?|expenditures?|budget(?:ed)?|salar(?:y|ies)|wages?|rent|subtotal|net|gross|balance|profit|ebitda|payments?|paid|deposit|premium|spend(?:ing)?|(?:contract|order|book|market|net|total) value|net worth|debt|loan|capital|funding|invoiced|cash ?flow|taxes|vat',
  'importes?|precios?|costes?|costos?|honorarios|tarifas?|ingresos?|gastos?|facturaci[oó]n|presupuesto|sueldos?|salarios?|renta|alquiler|saldo|beneficios?|pagos?|fianza|prima|deuda|préstamo|inversi[oó]n|valor (?:del contrato|total|neto|contable)|base imponible|iva',
  'montants?|prix|co[uû]ts?|honoraires|recettes|dépenses|chiffre d.affaires|loyer|salaires?|solde|bénéfice|investissement|tva',
  'betr[aä]ge?|preise?|kosten|honorar|einnahmen|ausgaben|umsatz|umsätze|gehalt|gehälter|miete|saldo|gewinn|einzelpreis|gesamtpreis|mwst',
  'valor (?:total|do contrato|líquido|bruto|unitário)|preços?|custos?|honorários|receitas?|despesas?|faturação|faturamento|orçamento|salários?|renda|aluguel|lucro|investimento',
  'importi|importo|prezz[oi]|cost[oi]|onorari|ricavi|spese|fatturato|stipendi[o]?|affitto|utile|preus?|ingressos|despeses|pressupost|sou|lloguer',
].join('|');
const MONEY_WORD = new RegExp(`(?<!\\p{L})(?:${MONEY})(?!\\p{L})`, 'iu');
/** Counts, names and shares, also of money: `Number of payments`, `Cost centre`, `Order no.`, `Price index`. */
const NO_MONEY =
  /(?<!\p{L})(?:units?|unidades|uds|qty|quantit\p{L}+|cantidad|pieces|pcs|hours?|horas?|days?|d[ií]as|months?|meses|years?|años?|anos?|number|n[uú]mero|nombre de|anzahl|count|headcount|people|personas|employees|empleados|customers|clientes|id|ids|code|c[oó]digo|no\.?|nr\.?|n\.?º|#|ref\p{L}*|article|art[ií]culo|clause|cl[aá]usula|phone|tel\p{L}*|account|cuenta|iban|zip|postcode|postal|dates?|fechas?|index|[ií]ndice|ratio|rates?|tasa|tipo|points?|puntos?|kg|km|m²|m2|kwh|tonn?es|page|p[aá]gina|version|centres?|centers?|centros?|period|period[oe]|plazo|term|percent\p{L}*|porcentaje|share|%)(?!\p{L})|%/iu;

/** Whether a header or label is of money without saying which. */
export const namesMoney = (text: string): boolean => MONEY_WORD.test(text);

/** Whether it is of something that is counted, named or measured, whatever else it says. */
export const namesNoMoney = (text: string): boolean =>
  NO_MONEY.test(
    text.replaceAll(
      /\([^)%]*\)|(?<!\p{L})unit(?=\s(?:price|cost|value))|\([^)%]*\)|(?:\/|(?<!\p{L})(?:per|por|par|pro|al|a|cada|each))\s*\p{L}+/giu,
      ' ',
    ),
  );

const AMOUNT = new RegExp(
  `(?:[€£¥₹$]|(?<![\\p{L}\\d])(?:${CODES}))[ \u00A0]?\\d[\\d.,]*|\\d[\\d.,]*[ \u00A0\u202F]?(?:[€£¥₹$]|(?:${CODES})(?![\\p{L}\\d]))`,
  'gu',
);

/** Sums of money in running text, as they are written: `€1,250,000`, `1.250.000 €`. */
export const moneyIn = (text: string): string[] => (text.match(AMOUNT) ?? []).map((found) => found.replace(/[.,]+$/, ''));
