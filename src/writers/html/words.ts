/** What a page says beside its text, in the languages of the house (`document/labels.ts`); any other reads English, Galician and Basque Spanish. */

const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it', 'ca', 'nl'] as const;
const WORDS = {
  skip: [
    'Skip to content',
    'Ir al contenido',
    'Aller au contenu',
    'Zum Inhalt springen',
    'Ir para o conteúdo',
    'Vai al contenuto',
    'Vés al contingut',
    'Naar de inhoud',
  ],
  comments: ['Comments', 'Comentarios', 'Commentaires', 'Kommentare', 'Comentários', 'Commenti', 'Comentaris', 'Opmerkingen'],
  comment: ['Comment', 'Comentario', 'Commentaire', 'Kommentar', 'Comentário', 'Commento', 'Comentari', 'Opmerking'],
  footnotes: ['Notes', 'Notas', 'Notes', 'Anmerkungen', 'Notas', 'Note', 'Notes', 'Noten'],
  back: [
    'Back to the text',
    'Volver al texto',
    'Retour au texte',
    'Zurück zum Text',
    'Voltar ao texto',
    'Torna al testo',
    'Torna al text',
    'Terug naar de tekst',
  ],
  figures: [
    'Show the figures',
    'Ver los datos',
    'Voir les chiffres',
    'Zahlen anzeigen',
    'Ver os dados',
    'Mostra i dati',
    'Mostra les dades',
    'Cijfers tonen',
  ],
  slideNotes: [
    'Speaker notes',
    'Notas del orador',
    'Notes de l’orateur',
    'Vortragsnotizen',
    'Notas do orador',
    'Note del relatore',
    'Notes de l’orador',
    'Sprekersnotities',
  ],
  scroll: [
    'Table, scrolls sideways',
    'Tabla, se desplaza de lado',
    'Tableau, défile latéralement',
    'Tabelle, seitlich verschiebbar',
    'Tabela, desloca-se para o lado',
    'Tabella, scorre di lato',
    'Taula, es desplaça de costat',
    'Tabel, schuift opzij',
  ],
  drawing: ['Diagram', 'Diagrama', 'Schéma', 'Diagramm', 'Diagrama', 'Diagramma', 'Diagrama', 'Diagram'],
  done: ['done', 'hecho', 'fait', 'erledigt', 'feito', 'fatto', 'fet', 'klaar'],
  open: ['open', 'pendiente', 'à faire', 'offen', 'por fazer', 'da fare', 'pendent', 'open'],
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>> & { length: (typeof LANGUAGES)['length'] }>>;
export type Words = Readonly<Record<keyof typeof WORDS, string>>;

const columns = LANGUAGES.map(
  (_, at): Words =>
    // the keys are those of WORDS, one by one
    Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [key, words[at]])) as Record<keyof typeof WORDS, string>,
);

/** Languages that have no column, and the one that their readers know best. */
const NEAREST: Readonly<Record<string, string>> = { gl: 'es', eu: 'es' };

/** @param lang BCP 47 */
export function wordsOf(lang: string): Words {
  const [primary = ''] = lang.toLowerCase().split('-');
  const at = LANGUAGES.findIndex((known) => known === (NEAREST[primary] ?? primary));
  return columns[Math.max(0, at)] ?? columnOfEnglish();
}

function columnOfEnglish(): Words {
  const [english] = columns;
  if (english === undefined) throw new Error('there are no words');
  return english;
}
