/** How the last rows of tables call themselves: sums of what is above them, before and with tax. */

const any = (...words: string[]): RegExp => new RegExp(`^(?:${words.join('|')})\\s*:?$`, 'iu');
/** Words behind a total that say what is in it, or what is to be done with it; a rate may follow. */
const BEHIND = '(?:\\s*[(,]?\\s*(?:%)\\.?(?:\\s*\\d{1,2}(?:[.,]\\d)?\\s?%)?\\)?)?';
const behind = (words: string): string => BEHIND.replace('%', words);

const GROSS = [
  `(?:grand |overall |invoice |gross )?total${behind(
    'due|payable|to (?:be )?pa(?:y|id)|amount(?: due)?|gross|incl(?:uding|usive|\\.)?(?: of)? ?(?:vat|gst|tax(?:es)?)|inc\\.? (?:vat|gst|tax)',
  )}`,
  'amount (?:due|payable)',
  'balance due',
  `(?:importe )?total(?:es)?${behind('general|a pagar|factura|(?:con |\\+ ?)?(?:iva|igic|impuestos)(?: inclu[ií]dos?)?|impuestos incluidos')}`,
  'total importe',
  `(?:montant )?total(?:es)?${behind('ttc|t\\.t\\.c\\.|général|à (?:payer|régler)|toutes taxes(?: comprises)?')}`,
  'net à payer|montant (?:ttc|à payer)',
  `gesamt(?:summe|betrag|preis)?${behind('brutto|(?:inkl|einschl)(?:usive|\\.)? (?:mwst|ust|mehrwertsteuer|umsatzsteuer)')}`,
  '(?:rechnungs|end|zahl|brutto)(?:betrag|summe)|(?:zu zahlender )?gesamtbetrag|summe(?: brutto)?|insgesamt|zu zahlen',
  `(?:importo )?totale${behind('generale|fattura|documento|complessivo|da pagare|ivato|lordo|(?:con iva|iva (?:inclusa|compresa))')}`,
  `(?:valor |montante )?total${behind('geral|a pagar|(?:com |c\\/ ?)iva|iva incluído')}`,
  `totaal(?:bedrag)?${behind('te betalen|incl(?:usief|\\.)? btw')}|te betalen`,
  `(?:import )?total${behind('a pagar|general|amb iva|iva inclòs')}`,
  'suma(?: total)?|soma|somme|somma',
];
const NET = [
  `(?:sub-?|sous-|parziale )?total(?:e|es|s)?${behind('h\\.?t\\.?|hors taxes?|net(?:o|to|te)?|before (?:vat|tax)|excl(?:uding|\\.)? ?(?:vat|gst|tax)|sin iva|sem iva|s\\/ ?iva|imponibile|sense iva')}`,
  'sub-?total(?:e|es|s)?|sous-total|subtotaal|zwischensumme(?: netto)?|net (?:total|amount)',
  'netto(?:betrag|summe)?|(?:summe|gesamt|gesamtbetrag) netto|totaal excl(?:usief|\\.)? btw',
  'base imp(?:onible|osable)|imponibile|base tributável|montant ht',
];

/** A row that is the sum of all above it, tax and what else is added among it. */
const GROSS_LABEL = any(...GROSS);
/** A sum to which tax or other parts are added below. */
const NET_LABEL = any(...NET);

/** Whether the last row of a table calls itself its total, in any of our languages: "Total TTC", "Gesamt brutto", "Importe total". */
export const saysGrandTotal = (label: string): boolean => GROSS_LABEL.test(label.trim()) || NET_LABEL.test(label.trim());

/** Whether a row in the middle says that it is a sum of those before it: "Subtotal", "Total HT", "Zwischensumme netto". */
export const saysSubtotal = (label: string): boolean => NET_LABEL.test(label.trim()) && !GROSS_LABEL.test(label.trim());

const TAX =
  /(?<!\p{L})(?:vat|gst|(?:sales )?tax(?:es)?|iva|igic|tva|ttc|toutes taxes|mwst|ust|mehrwertsteuer|umsatzsteuer|brutto|btw|ivato|lordo|gross)(?!\p{L})/iu;

/** Whether a label speaks of tax, or of a sum with tax: such a sum is no sum of rows of which none is the tax. */
export const saysTax = (label: string): boolean => TAX.test(label);
