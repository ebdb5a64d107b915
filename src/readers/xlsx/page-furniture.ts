/** What is printed above and below the pages of a sheet (ISO/IEC 29500-1 §18.3.1.46), its codes taken out. */

/** Fonts, colours, sizes and marks. A size ends before the first letter of the text: `&12Page &P`. */
const LOOKS = /&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d{2}[+-]\d{3})|\d{1,3}|[BIUESXYOH])/g;
/** Pages, dates, times, names of the file and the sheet, and pictures, which are none of its words. */
const CODES = /&[PNDTZFAG]/g;
/** "Page 3 of 9": nothing that is said, in any language. */
const NUMBERED =
  /(?:(?<!\p{L})(?:page|seite|blatt|p[aá]gina|pag|sheet|side|sida|sivu|strona|stran[ae]|stranica|oldal|sayfa|puslapis|lapa|страница|стр|сторінка|стор|σελίδα|p|s)\.?\s*)?&P(?:\s*(?:of|von|de|sur|di|van|av|af|z|из|з|\/)\s*&N)?/giu;
const PLACE = /&[LCR]/;

export interface SheetFurniture {
  headers: Set<string>;
  footers: Set<string>;
}

/** Which of the texts of a sheet are printed (`oddHeader`, …), by their elements. */
export interface PrintedPages {
  first: boolean;
  even: boolean;
}

/** Left, middle and right part of a header or footer in one line; '' where only numbers and the like are in it. */
function furnitureText(coded: string): string {
  const text = coded
    .replaceAll('&&', '\u0001')
    .split(PLACE)
    .map((part) => part.replaceAll(LOOKS, ''))
    .map((part) => part.replaceAll(NUMBERED, '').replaceAll(CODES, '').replaceAll('\u0001', '&').replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(' | ');
  return /\p{L}{3}/u.test(text) ? text : '';
}

/** Keeps the text of one element, where its pages are printed. */
export function keepFurniture(
  found: SheetFurniture,
  { local, coded, printed }: { local: string; coded: string; printed: PrintedPages },
): void {
  const [, pages, place] = /^(odd|even|first)(Header|Footer)$/.exec(local) ?? [];
  if (pages === undefined || (pages === 'even' && !printed.even) || (pages === 'first' && !printed.first)) return;
  const [text, texts] = [furnitureText(coded), place === 'Header' ? found.headers : found.footers];
  if (text !== '') texts.add(text);
}
