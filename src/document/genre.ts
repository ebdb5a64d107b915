/**
 * The genre of a document inside its type: an invoice is set as a report is, and does not look like one. Recognised from
 * words alone, in English and Spanish, from the content (`recognizeGenre`) or from a request (`genreOfRequest`).
 */
import type { Block, Table } from './block.ts';
import type { ContentMeta } from './compose.ts';
import type { DocumentType } from './document.ts';
import { plainText } from './inline.ts';
import { blockText, walkBlocks } from './walk.ts';

export const GENRES = [
  'cv',
  'invoice',
  'quote',
  'product_sheet',
  'recipe',
  'programme',
  'certificate',
  'press_release',
  'agenda',
  'one_pager',
  'training_deck',
  'pitch_deck',
] as const;
export type Genre = (typeof GENRES)[number];

/** The type whose rules hold for the genre where nothing else is asked. */
export function typeOfGenre(genre: Genre): DocumentType {
  switch (genre) {
    case 'agenda':
      return 'minutes';
    case 'training_deck':
    case 'pitch_deck':
      return 'presentation';
    case 'cv':
    case 'invoice':
    case 'quote':
    case 'product_sheet':
    case 'recipe':
    case 'programme':
    case 'certificate':
    case 'press_release':
    case 'one_pager':
      return 'report';
  }
}

const isDeckGenre = (genre: Genre): boolean => typeOfGenre(genre) === 'presentation';

/** Whether documents of this type may be of this genre: what a client has named a letter is no invoice. */
export const genreFits = (genre: Genre, type: DocumentType): boolean =>
  isDeckGenre(genre) ? type === 'presentation' : type === 'report' || type === typeOfGenre(genre);

/** What recognition reads of a document: bounded, so that a book costs no more than its opening. */
interface Reading {
  title: string;
  /** The first lines, the title among them. */
  opening: string;
  headings: string[];
  /** All text that was read. */
  text: string;
  tables: Table[];
  /** Rows and items that begin with a time of day. */
  timed: number;
  blocks: number;
}

const BLOCKS_MAX = 120;
const OPENING_BLOCKS = 6;
const TEXT_CHARS_MAX = 6_000;
const BLOCK_CHARS_MAX = 1_000;
const TIME_START = /^\s*(?:\d{1,2}[:.]\d{2}|\d{1,2}\s?(?:am|pm|h)\b)/iu;

function readOpening(blocks: readonly Block[], meta: ContentMeta): Reading {
  const read = blocks.slice(0, BLOCKS_MAX);
  const headings = read.flatMap((block) =>
    block.type === 'heading'
      ? [plainText(block.runs).trim()]
      : block.type === 'slide' && block.title
        ? [plainText(block.title).trim()]
        : [],
  );
  const cover = read.find((block) => block.type === 'cover');
  const texts = read.map((block) => blockText(block).slice(0, BLOCK_CHARS_MAX));
  return {
    title: (cover?.type === 'cover' ? cover.title : undefined) ?? meta.title ?? headings[0] ?? '',
    opening: [meta.title ?? '', meta.subtitle ?? '', ...texts.slice(0, OPENING_BLOCKS)].join('\n'),
    headings,
    text: texts.join('\n').slice(0, TEXT_CHARS_MAX),
    tables: read.filter((block): block is Table => block.type === 'table'),
    timed: countTimed(read),
    blocks: blocks.length,
  };
}

/** Counted up to so many: more do not make it more of a programme. */
const TIMED_MAX = 20;

function countTimed(blocks: readonly Block[]): number {
  let timed = 0;
  for (const block of walkBlocks(blocks)) {
    if (timed >= TIMED_MAX) break;
    if (block.type === 'table')
      timed += block.rows.filter((row) => row.cells.slice(0, 2).some((cell) => TIME_START.test(plainText(cell.runs)))).length;
    else if (block.type === 'list')
      timed += block.items.filter((item) => item.blocks[0] && TIME_START.test(blockText(item.blocks[0]))).length;
  }
  return timed;
}

const count = (texts: readonly string[], words: RegExp): number => texts.filter((text) => words.test(text)).length;

const CV_TITLE = /^(?:curriculum(?: vitae)?|cv|r[ée]sum[ée]|curr[ií]culum(?: v[ií]tae)?|hoja de vida)(?![\p{L}\d])/iu;
const CV_WORK =
  /^(?:(?:work|professional|relevant)? ?(?:experience|history)|employment(?: history)?|career(?: history)?|experiencia(?: (?:profesional|laboral))?|trayectoria(?: profesional)?)$/iu;
const CV_SCHOOL =
  /^(?:education(?: and (?:training|qualifications))?|qualifications|formaci[óo]n(?: acad[ée]mica)?|educaci[óo]n|estudios)$/iu;
const CV_REST =
  /^(?:(?:core |key |technical )?skills.*|languages|profile|professional summary|summary|certifications?|references|awards|publications|perfil(?: profesional)?|idiomas|competencias|habilidades|aptitudes|certificaciones|referencias)$/iu;
/** An e-mail address, a telephone number or a profile: how a person is reached. */
export const CONTACT = /\S@\S+\.\S|\+?\d[\d ()-]{7,}\d|linkedin\.com/iu;

const INVOICE_TITLE =
  /^(?:(?:tax|pro[- ]?forma|commercial) )?invoice\b(?! (?:process|polic|management|report|approval|template guide))|^factura\b(?! electrónica:)|^facture\b|^\p{L}*rechnung(?:\s+(?:nr|nummer|n[o°]|\d)|$)|^fattura\b(?! elettronica:)|^fatura\b|^factuur\b/iu;
const INVOICE_WORDS =
  /\b(?:total due|amount due|balance due|due(?=:)|vat|iva|invoice (?:number|no\.?|date)|due date|bill to|total a pagar|fecha de factura|vencimiento|base imponible|n\.?º de factura|número de factura|facturar a|tva|total (?:ttc|ht)|échéance|ust|mwst|umsatzsteuer|brutto|zahlbar|imponibile|scadenza|totale fattura|btw|te betalen)(?![\p{L}])/iu;
const QUOTE_TITLE =
  /^(?:(?:price )?quot(?:e|ation)|estimate|cost estimate)\b|^(?:presupuesto|cotización|oferta económica|devis|angebot|kostenvoranschlag|preventivo|orçamento|offerte|pressupost)(?![\p{L}])/iu;
const QUOTE_WORDS =
  /\b(?:valid (?:until|for|through)|quotation|quote (?:number|no\.?|date)|validez|válido hasta|cliente:|preparado para|condiciones de pago|aceptación|prepared for|customer:|client ?:|valable jusqu|validité|gültig bis|kunde:|auftraggeber:|valido fino|validità|válido até|geldig tot)/iu;
const SHEET_TITLE =
  /\b(?:product (?:data ?)?sheet|data ?sheet|sell sheet|spec(?:ification)? sheet|ficha (?:de(?:l)? producto|técnica)|hoja de producto)\b/iu;
const SHEET_SPECS =
  /^(?:technical (?:specifications?|data)|specifications?|especificaciones(?: técnicas)?|datos técnicos|características técnicas)$/iu;
const SHEET_REST =
  /^(?:(?:key )?(?:benefits|features)|why\b.{0,40}|what it does|how it works|highlights|applications|ordering(?: information)?|in the box|ventajas|beneficios|características(?: principales)?|aplicaciones|presentaciones|pedidos?)$/iu;
const RECIPE_PARTS = /^(?:ingredients|ingredientes)\b/iu;
const RECIPE_STEPS = /^(?:method|instructions|directions|preparation|steps|preparación|elaboración|instrucciones|pasos)\b/iu;
const PROGRAMME_WORDS =
  /\b(?:programme|program of|event program|conference|congress|symposium|festival|summit|open day|programa|jornadas?|congreso|simposio|feria)\b/iu;
const CERTIFICATE_TITLE = /^(?:certificate|certificado|diploma|certification of|constancia)\b(?! (?:management|polic|authorit))/iu;
const CERTIFICATE_WORDS =
  /\b(?:certif(?:y|ies) that|awarded to|presented to|certifica que|hace constar|se otorga|se expide|otorgado a)\b/iu;
const PRESS_WORDS =
  /(?:^|\n|\*)\s*(?:for immediate release|press release|news release|media release|nota de prensa|comunicado de prensa|para publicación inmediata)\b/iu;
const AGENDA_TITLE =
  /^(?:(?:meeting |board |committee |team |draft )*agenda\b|orden del día\b|convocatoria\b)|\b(?:meeting )?agenda$|\borden del día$/iu;
const MINUTES_WORDS = /^(?:decisions? made|minutes|action items|acuerdos(?: adoptados)?|acta)\b/iu;
const ONE_PAGER_WORDS = /\b(?:one[- ]page(?:r)?|single[- ]page summary|(?:en )?una (?:sola )?página)\b/iu;
const PITCH_WORDS =
  /\b(?:pitch(?: deck)?|investors?|seed round|series [abc]|fundraising|inversores|ronda de (?:financiación|inversión))\b/iu;
const PITCH_PARTS =
  /\b(?:problem|solution|market|traction|business model|competition|team|the ask|problema|solución|mercado|tracción|modelo de negocio|equipo)\b/iu;
const TRAINING_WORDS =
  /\b(?:training|course|workshop|onboarding|lesson|module|tutorial|curso|taller|formación|capacitación|módulo|lección)\b/iu;
const TRAINING_PARTS =
  /\b(?:learning (?:objectives|outcomes)|objectives|exercise|practice|quiz|recap|what you will learn|objetivos(?: de aprendizaje)?|ejercicio|práctica|repaso|cuestionario)\b/iu;

const CERTIFICATE_BLOCKS_MAX = 16;
const CERTIFICATE_CHARS_MAX = 1_500;
const TIMED_MIN = 4;

/** Each genre's own test; the first that holds decides, the surest ones first. */
const TESTS: readonly (readonly [Genre, (reading: Reading) => boolean])[] = [
  ['press_release', ({ opening }) => PRESS_WORDS.test(opening)],
  [
    'certificate',
    ({ title, text, blocks }) =>
      CERTIFICATE_TITLE.test(title) &&
      CERTIFICATE_WORDS.test(text) &&
      blocks <= CERTIFICATE_BLOCKS_MAX &&
      text.length <= CERTIFICATE_CHARS_MAX,
  ],
  ['invoice', ({ title, text, tables }) => INVOICE_TITLE.test(title) && tables.length > 0 && INVOICE_WORDS.test(text)],
  ['quote', ({ title, text, tables }) => QUOTE_TITLE.test(title) && tables.length > 0 && QUOTE_WORDS.test(text)],
  ['recipe', ({ headings }) => count(headings, RECIPE_PARTS) > 0 && count(headings, RECIPE_STEPS) > 0],
  [
    'cv',
    ({ title, headings, opening }) =>
      Number(CV_TITLE.test(title)) * 2 +
        Math.min(1, count(headings, CV_WORK)) * 2 +
        Math.min(1, count(headings, CV_SCHOOL)) +
        Math.min(1, count(headings, CV_REST)) +
        Number(CONTACT.test(opening)) >=
      4,
  ],
  ['agenda', ({ title, headings }) => AGENDA_TITLE.test(title) && count(headings.slice(1), MINUTES_WORDS) === 0],
  [
    'product_sheet',
    ({ title, headings }) => SHEET_TITLE.test(title) || (count(headings, SHEET_SPECS) > 0 && count(headings, SHEET_REST) > 0),
  ],
  ['programme', ({ opening, timed }) => timed >= TIMED_MIN && PROGRAMME_WORDS.test(opening)],
  ['one_pager', ({ title, opening }) => ONE_PAGER_WORDS.test(title) || ONE_PAGER_WORDS.test(opening.slice(0, 200))],
];

/**
 * The genre of a text document or deck; undefined where nothing speaks for one. Linear in the first blocks.
 * @param options.deck the content is made into slides: only genres of decks are looked for, and none of them otherwise
 */
export function recognizeGenre(blocks: readonly Block[], meta: ContentMeta, { deck = false }: { deck?: boolean } = {}): Genre | undefined {
  const reading = readOpening(blocks, meta);
  if (!deck) return TESTS.find(([, holds]) => holds(reading))?.[0];
  const { opening, headings } = reading;
  const pitch = Number(PITCH_WORDS.test(opening)) * 2 + count(headings, PITCH_PARTS);
  const training = Number(TRAINING_WORDS.test(opening)) * 2 + count(headings, TRAINING_PARTS);
  if (Math.max(pitch, training) < 3) return undefined;
  return pitch > training ? 'pitch_deck' : 'training_deck';
}

/** How requests name genres, and what else they may name first: "a report on our invoices" asks for a report. */
const REQUEST_NOUNS: readonly (readonly [Genre | undefined, RegExp])[] = [
  ['cv', /\b(?:curriculum vitae|cv|r[ée]sum[ée]|curr[ií]culum(?: v[ií]tae)?|hoja de vida)(?![\p{L}\d])(?! cover letter)/iu],
  ['invoice', /\b(?:invoice|factura)\b(?! process)/iu],
  [
    'quote',
    /\b(?:quotation|price quote|quote (?:for|to)|cost estimate|presupuesto (?:para (?:un|una|el|la|mi) (?:client|obra|reforma)|de (?:obra|reforma|reparación|instalación)|al cliente)|cotización|oferta económica)/iu,
  ],
  ['product_sheet', /\b(?:product (?:data ?)?sheet|data ?sheet|sell sheet|ficha (?:de(?:l)? producto|técnica)|hoja de producto)\b/iu],
  ['recipe', /\b(?:recipe|receta)\b/iu],
  ['certificate', /\b(?:certificate|diploma|certificado)\b/iu],
  ['press_release', /\b(?:press release|news release|nota de prensa|comunicado de prensa)\b/iu],
  ['agenda', /\b(?:(?:meeting|board|team|committee) agenda|agenda (?:for|of|de|para)|orden del día)\b/iu],
  [
    'programme',
    /\b(?:(?:conference|event|festival|concert|workshop|day) program(?:me)?|programme (?:for|of)|programa (?:de (?:la|las|el|los|unas|un|una|mano|actos)|del|para))\b/iu,
  ],
  [
    'one_pager',
    /\b(?:one[- ]pager|one[- ]page (?:summary|brief|overview|document)|resumen de una (?:sola )?página|una página resumen)\b/iu,
  ],
  ['pitch_deck', /\b(?:pitch deck|investor (?:deck|presentation)|presentación (?:para|a) inversores)\b/iu],
  [
    'training_deck',
    /\b(?:training (?:deck|slides|presentation)|course slides|workshop slides|presentación (?:del curso|de formación|formativa)|diapositivas (?:del curso|de formación))\b/iu,
  ],
  [
    undefined,
    /\b(?:report|letter|memo(?:randum)?|contract|agreement|minutes|policy|proposal|guide|manual|plan|analysis|spreadsheet|workbook|informe|carta|memorando|contrato|acta|política|propuesta|guía|análisis|hoja de cálculo)\b/iu,
  ],
];
const REQUEST_CHARS_MAX = 2_000;

/** The genre that a request names first, if it names one before any other kind of document. */
export function genreOfRequest(request: string): Genre | undefined {
  const words = request.slice(0, REQUEST_CHARS_MAX);
  let best: { genre: Genre | undefined; at: number } = { genre: undefined, at: Number.POSITIVE_INFINITY };
  for (const [genre, noun] of REQUEST_NOUNS) {
    const at = noun.exec(words)?.index;
    if (at !== undefined && at < best.at) best = { genre, at };
  }
  return best.genre;
}
