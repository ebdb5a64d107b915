/** What a page says beside its text: English and Spanish; other languages read English. */

const WORDS = {
  skip: ['Skip to content', 'Ir al contenido'],
  comments: ['Comments', 'Comentarios'],
  comment: ['Comment', 'Comentario'],
  footnotes: ['Notes', 'Notas'],
  back: ['Back to the text', 'Volver al texto'],
  figures: ['Show the figures', 'Ver los datos'],
  slideNotes: ['Speaker notes', 'Notas del orador'],
  scroll: ['Table, scrolls sideways', 'Tabla, se desplaza de lado'],
  drawing: ['Diagram', 'Diagrama'],
  done: ['done', 'hecho'],
  open: ['open', 'pendiente'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;
export type Words = Readonly<Record<keyof typeof WORDS, string>>;

const column = (at: 0 | 1): Words =>
  // the keys are those of WORDS, one by one
  Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [key, words[at]])) as Record<keyof typeof WORDS, string>;
const [ENGLISH, SPANISH] = [column(0), column(1)];

/** @param lang BCP 47 */
export const wordsOf = (lang: string): Words => (/^(?:es|gl|eu|ca)\b/i.test(lang) ? SPANISH : ENGLISH);
