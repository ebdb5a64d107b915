/** Words of forms, polls, checklists and calculators: English and Spanish; other languages read English. */

const WORDS = {
  required: ['required', 'obligatorio'],
  optional: ['optional', 'opcional'],
  send: ['Send', 'Enviar'],
  vote: ['Vote', 'Votar'],
  add: ['Add', 'Añadir'],
  remove: ['Remove', 'Quitar'],
  newItem: ['New entry', 'Nueva entrada'],
  choose: ['Choose …', 'Elija …'],
  results: ['Results', 'Resultados'],
  recordsOnline: ['What is entered is on the web page.', 'Lo que se introduce está en la página web.'],
  chartOnline: [
    'This chart is drawn on the web page from what is entered.',
    'Este gráfico se dibuja en la página web con lo que se introduce.',
  ],
  none: ['Nothing has been entered yet.', 'Aún no hay entradas.'],
  needsScript: ['This part of the page needs JavaScript.', 'Esta parte de la página necesita JavaScript.'],
  onlyOwner: ['Only the owner of this page sees what is entered.', 'Solo el propietario de esta página ve lo que se introduce.'],
  yes: ['Yes', 'Sí'],
  several: ['Choose one or more.', 'Elija una o varias.'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;
export type InteractiveWords = Readonly<Record<keyof typeof WORDS, string>>;

const column = (at: 0 | 1): InteractiveWords =>
  // the keys are those of WORDS, one by one
  Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [key, words[at]])) as Record<keyof typeof WORDS, string>;
const [ENGLISH, SPANISH] = [column(0), column(1)];

/** @param lang BCP 47 */
export const interactiveWords = (lang: string): InteractiveWords => (/^(?:es|gl|eu|ca)\b/i.test(lang) ? SPANISH : ENGLISH);
