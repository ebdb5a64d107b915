/** Numbers of clauses as contracts spell them: "cláusula séptima", "clause seven", "Klausel drei". */

const WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'primera segunda tercera cuarta quinta sexta séptima octava novena décima undécima duodécima decimotercera decimocuarta decimoquinta decimosexta decimoséptima decimoctava decimonovena vigésima',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
    'primeira segunda terceira quarta quinta sexta sétima oitava nona décima',
    'prima seconda terza quarta quinta sesta settima ottava nona decima',
    'première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième',
  ].flatMap((line) => line.split(' ').map((word, at): [string, number] => [word, at + 1])),
);
const NOUN = '(?:clauses?|cláusulas?|clausol[ae]|clàusul[ae]s?|klauseln?)';
const SPELLED = new RegExp(`(${NOUN}\\s+(?:la\\s+)?)(\\p{L}+)(?!\\p{L})`, 'giu');

/** The text with such numbers as figures: "cláusula 7". Other words behind "clause" stay. */
export const withClauseFigures = (text: string): string =>
  text.replaceAll(SPELLED, (all, noun: string, word: string) => {
    const number = WORDS[word.toLowerCase()];
    return number === undefined ? all : `${noun}${number}`;
  });
