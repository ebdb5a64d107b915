/** Numbers that headings begin with, in the ways of several scripts and languages. */

const LATIN = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|[A-Z](?:\.\d{1,2})+\.?|[A-Z]\.)\s+\p{Lu}/u;
const IDEOGRAPHS = '[一二三四五六七八九十百]{1,4}';
/** Of East Asia: `第三章`, `제2장`, `一、`, `(1) …`, `2.1 …` before a letter of theirs. */
const EAST_ASIAN = new RegExp(
  `^(?:第\\s?(?:${IDEOGRAPHS}|\\p{Nd}{1,3})\\s?[章节節条條編编部]|제\\s?\\p{Nd}{1,3}\\s?[장절조편부]|${IDEOGRAPHS}、|[(（](?:${IDEOGRAPHS}|\\p{Nd}{1,2})[)）]|\\p{Nd}{1,2}(?:[.．]\\p{Nd}{1,2})*[.．、]?|[A-Z](?:\\.\\d{1,2})+\\.?|[Ⅰ-Ⅻ]+[.．]?|[가나다라마바사아자차카타파하][.)])\\s?[「『〈《【“‘]?[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}A-Z]`,
  'u',
);
const EAST_ASIAN_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD =
  /^(?:chapter|section|part|appendix|annex|article|kapitel|abschnitt|teil|anhang|chapitre|partie|annexe|artikel|art[ií]culo|articolo|artigo|cap[ií]tulo|sección|seção|parte|anexo|capitolo|allegato|hoofdstuk|bijlage|глава|раздел|статья|приложение)\s+(?:\d{1,3}|[IVXLC]{1,6}|[A-ZА-Я])(?=$|[\s.:–—-])/iu;

const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|un|deux|trois|uno|una|dos|tres|cuatro|cinco|eins|zwei|drei|vier|fünf';
const STAGE = new RegExp(
  `^(?:module|unit|lesson|step|stage|phase|session|lecture|exercise|modul|lektion|schritt|übung|unité|leçon|étape|séance|módulo|unidad|lección|paso|fase|sesión|modulo|unità|lezione|unidade|chapter|section|part)\\s+(?:\\d{1,3}|[IVX]{1,5}|${NUMBER_WORD})(?=[\\s.:–—-])`,
  'iu',
);

/** `Module Three: Design`, `Step 2: Test`: no label with its value, though a colon divides it. */
export const isNamedStage = (text: string): boolean => STAGE.test(text);

/** `Chapter 3`, with its title or without. */
export const isNamedNumber = (text: string): boolean => WORD.test(text);

/** `1.2 Title`, `B. Title`, `第一章`, `Chapter 3`. */
export const isNumbered = (text: string): boolean =>
  LATIN.test(text) || isNamedNumber(text) || (EAST_ASIAN_LETTER.test(text) && EAST_ASIAN.test(text));

const COUNT = /^(?:\p{L}{4,} )?((?:\d{1,2}|[A-Z])(?:\.\d{1,2})*)\.?\s/u;
const countOf = (text: string): string | undefined => COUNT.exec(`${text} `)?.[1];

/** How deep: 1 for `1 Title` and titles without a number, 3 for `1.2.3 Title`. */
export const depthOf = (text: string): number => (countOf(text) ?? '').split('.').length;

/** `1.1 Part` begins right below `1 Whole`. */
export function isPartOf(inner: string, whole: string): boolean {
  const [count, above] = [countOf(inner), countOf(whole)];
  return count !== undefined && above !== undefined && count.startsWith(`${above}.`);
}
