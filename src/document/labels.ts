/** Words that a document's own furniture uses, by its language: a line for each word. Languages without a column read English, or the nearest that has one. */
import { FAR_LANGUAGES, FAR_WORDS } from './far-labels.ts';

const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it', 'ca', 'nl'] as const;
const WORDS = {
  contents: ['Contents', 'Índice', 'Sommaire', 'Inhalt', 'Índice', 'Indice', 'Índex', 'Inhoud'],
  page: ['Page', 'Página', 'Page', 'Seite', 'Página', 'Pagina', 'Pàgina', 'Pagina'],
  of: ['of', 'de', 'sur', 'von', 'de', 'di', 'de', 'van'],
  table: ['Table', 'Tabla', 'Tableau', 'Tabelle', 'Tabela', 'Tabella', 'Taula', 'Tabel'],
  figure: ['Figure', 'Figura', 'Figure', 'Abbildung', 'Figura', 'Figura', 'Figura', 'Figuur'],
  source: ['Source:', 'Fuente:', 'Source\u00a0:', 'Quelle:', 'Fonte:', 'Fonte:', 'Font:', 'Bron:'],
  note: ['Note', 'Nota', 'Remarque', 'Hinweis', 'Nota', 'Nota', 'Nota', 'Opmerking'],
  tip: ['Tip', 'Consejo', 'Conseil', 'Tipp', 'Dica', 'Suggerimento', 'Consell', 'Tip'],
  warning: ['Warning', 'Aviso', 'Attention', 'Achtung', 'Aviso', 'Attenzione', 'Avís', 'Let op'],
  key: ['Key point', 'Idea clave', 'Point clé', 'Kernaussage', 'Ponto-chave', 'Punto chiave', 'Idea clau', 'Kernpunt'],
  inShort: ['In short', 'En resumen', 'En bref', 'Kurz gesagt', 'Em resumo', 'In breve', 'En resum', 'Kortom'],
  decision: ['Decision', 'Acuerdo', 'Décision', 'Beschluss', 'Decisão', 'Decisione', 'Acord', 'Besluit'],
  pending: ['Pending', 'Pendiente', 'En suspens', 'Offen', 'Pendente', 'In sospeso', 'Pendent', 'Openstaand'],
  to: ['To', 'Para', 'À', 'An', 'Para', 'A', 'Per a', 'Aan'],
  from: ['From', 'De', 'De', 'Von', 'De', 'Da', 'De', 'Van'],
  copy: ['Copy', 'Copia', 'Copie', 'Kopie', 'Cópia', 'Copia', 'Còpia', 'Kopie'],
  date: ['Date', 'Fecha', 'Date', 'Datum', 'Data', 'Data', 'Data', 'Datum'],
  subject: ['Subject', 'Asunto', 'Objet', 'Betreff', 'Assunto', 'Oggetto', 'Assumpte', 'Onderwerp'],
  reference: ['Reference', 'Referencia', 'Référence', 'Referenz', 'Referência', 'Riferimento', 'Referència', 'Referentie'],
  organization: [
    'Organisation',
    'Organización',
    'Organisation',
    'Organisation',
    'Organização',
    'Organizzazione',
    'Organització',
    'Organisatie',
  ],
  preparedBy: [
    'Prepared by',
    'Preparado por',
    'Préparé par',
    'Erstellt von',
    'Preparado por',
    'Preparato da',
    'Preparat per',
    'Opgesteld door',
  ],
  version: ['Version', 'Versión', 'Version', 'Version', 'Versão', 'Versione', 'Versió', 'Versie'],
  appendix: ['Appendix', 'Anexo', 'Annexe', 'Anhang', 'Anexo', 'Allegato', 'Annex', 'Bijlage'],
  total: ['Total', 'Total', 'Total', 'Summe', 'Total', 'Totale', 'Total', 'Totaal'],
  continued: ['continued', 'continuación', 'suite', 'Fortsetzung', 'continuação', 'continua', 'continuació', 'vervolg'],
  name: ['Name', 'Nombre', 'Nom', 'Name', 'Nome', 'Nome', 'Nom', 'Naam'],
  signedFor: ['Signed for', 'Firmado por', 'Signé pour', 'Unterzeichnet für', 'Assinado por', 'Firmato per', 'Signat per', 'Getekend voor'],
  footnote: [
    'Footnote',
    'Nota al pie',
    'Note de bas de page',
    'Fußnote',
    'Nota de rodapé',
    'Nota a piè di pagina',
    'Nota al peu',
    'Voetnoot',
  ],
  memo: ['Memo', 'Memorando', 'Note de service', 'Memo', 'Memorando', 'Promemoria', 'Memoràndum', 'Memo'],
  minutes: ['Minutes', 'Acta', 'Compte rendu', 'Protokoll', 'Ata', 'Verbale', 'Acta', 'Notulen'],
  place: ['Place', 'Lugar', 'Lieu', 'Ort', 'Local', 'Luogo', 'Lloc', 'Plaats'],
  chair: ['Chair', 'Preside', 'Présidence', 'Vorsitz', 'Presidência', 'Presiede', 'Presideix', 'Voorzitter'],
  secretary: ['Secretary', 'Secretaría', 'Secrétariat', 'Protokollführung', 'Secretaria', 'Segretario', 'Secretaria', 'Secretaris'],
  present: ['Present', 'Asisten', 'Présents', 'Anwesend', 'Presentes', 'Presenti', 'Assistents', 'Aanwezig'],
  apologies: ['Apologies', 'Excusan', 'Excusés', 'Entschuldigt', 'Ausentes', 'Assenti giustificati', 'Excusats', 'Afwezig'],
  checked: ['done', 'hecho', 'fait', 'erledigt', 'feito', 'fatto', 'fet', 'gedaan'],
  unchecked: ['open', 'pendiente', 'à faire', 'offen', 'pendente', 'da fare', 'pendent', 'open'],
  image: ['Picture', 'Imagen', 'Image', 'Bild', 'Imagem', 'Immagine', 'Imatge', 'Afbeelding'],
  chart: ['Chart', 'Gráfico', 'Graphique', 'Diagramm', 'Gráfico', 'Grafico', 'Gràfic', 'Grafiek'],
  highest: ['highest', 'máximo', 'maximum', 'Höchstwert', 'máximo', 'massimo', 'màxim', 'hoogste'],
  clause: ['clause', 'cláusula', 'clause', 'Klausel', 'cláusula', 'clausola', 'clàusula', 'clausule'],
  category: ['Category', 'Categoría', 'Catégorie', 'Kategorie', 'Categoria', 'Categoria', 'Categoria', 'Categorie'],
  series: ['Series', 'Serie', 'Série', 'Reihe', 'Série', 'Serie', 'Sèrie', 'Reeks'],
  chartData: [
    'Chart data',
    'Datos de gráficos',
    'Données des graphiques',
    'Diagrammdaten',
    'Dados dos gráficos',
    'Dati dei grafici',
    'Dades dels gràfics',
    'Grafiekgegevens',
  ],
  sheet: ['Sheet', 'Hoja', 'Feuille', 'Blatt', 'Folha', 'Foglio', 'Full', 'Blad'],
  summary: ['Summary', 'Resumen', 'Résumé', 'Zusammenfassung', 'Resumo', 'Riepilogo', 'Resum', 'Samenvatting'],
  notes: ['Notes', 'Notas', 'Notes', 'Notizen', 'Notas', 'Note', 'Notes', 'Notities'],
  assumptions: ['Assumptions', 'Supuestos', 'Hypothèses', 'Annahmen', 'Pressupostos', 'Ipotesi', 'Supòsits', 'Aannames'],
  skipToContent: [
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
  backToText: [
    'Back to the text',
    'Volver al texto',
    'Retour au texte',
    'Zurück zum Text',
    'Voltar ao texto',
    'Torna al testo',
    'Torna al text',
    'Terug naar de tekst',
  ],
  showFigures: [
    'Show the figures',
    'Ver los datos',
    'Voir les chiffres',
    'Zahlen anzeigen',
    'Ver os dados',
    'Mostra i dati',
    'Mostra les dades',
    'Cijfers tonen',
  ],
  speakerNotes: [
    'Speaker notes',
    'Notas del orador',
    'Notes de l’orateur',
    'Vortragsnotizen',
    'Notas do orador',
    'Note del relatore',
    'Notes de l’orador',
    'Sprekersnotities',
  ],
  wideTable: [
    'Table, scrolls sideways',
    'Tabla, se desplaza de lado',
    'Tableau, défile latéralement',
    'Tabelle, seitlich verschiebbar',
    'Tabela, desloca-se para o lado',
    'Tabella, scorre di lato',
    'Taula, es desplaça de costat',
    'Tabel, schuift opzij',
  ],
  diagram: ['Diagram', 'Diagrama', 'Schéma', 'Diagramm', 'Diagrama', 'Diagramma', 'Diagrama', 'Diagram'],
} as const satisfies Readonly<Record<string, readonly [string, string, string, string, string, string, string, string]>>;
const FAR: Readonly<Record<keyof typeof WORDS, readonly [string, string, string, string]>> = FAR_WORDS;
export type Labels = Readonly<Record<keyof typeof WORDS, string>>;

const column = (at: number): Labels =>
  // the keys are those of WORDS, one by one
  Object.fromEntries(Object.entries(WORDS).map(([key, words]) => [key, words[at] ?? words[0]])) as Record<keyof typeof WORDS, string>;

const farColumn = (at: number): Labels =>
  Object.fromEntries(Object.entries(FAR).map(([key, words]) => [key, words[at] ?? words[0]])) as Record<keyof typeof WORDS, string>;

const LABELS = new Map<string, Labels>([
  ...LANGUAGES.map((lang, at): [string, Labels] => [lang, column(at)]),
  ...FAR_LANGUAGES.map((lang, at): [string, Labels] => [lang, farColumn(at)]),
]);
/** American spelling, where the tag asks for it. */
const AMERICAN: Labels = { ...column(0), organization: 'Organization' };
/** Whose readers read another of the languages. */
const NEAREST: Readonly<Record<string, string>> = { gl: 'es', eu: 'es' };

/** @param lang BCP 47 */
export function labelsOf(lang: string): Labels {
  if (/^en-US\b/i.test(lang)) return AMERICAN;
  const base = lang.toLowerCase().split('-')[0] ?? '';
  return LABELS.get(NEAREST[base] ?? base) ?? column(0);
}

const SOURCE =
  /^\s*(?:sources?|fuentes?|notes?|notas?|quellen?|fontes?|fonti|fonts?|bron(?:nen)?|remarques?|hinweis(?:e)?|المصدر|ملاحظة|מקור|הערה|出典|注記|来源|说明)\s*[:：\u00a0]/iu;

/** Whether a line of a source begins with what it is already, in any of the languages. */
export const saysSource = (text: string): boolean => SOURCE.test(text);
