/**
 * What kind of document the content is, recognised without a model by its directives, its title, its headings and the
 * words of its beginning and end (decisions §4), in English and Spanish.
 */
import type { Block } from './block.ts';
import type { ContentMeta } from './compose.ts';
import type { DocumentType } from './document.ts';
import { plainText } from './inline.ts';
import { FORMAL_GREETINGS, isGreeting, isLetterClosing, isNoteClosing } from './letter-words.ts';
import { blockText } from './walk.ts';

type Texted = 'letter' | 'contract' | 'memo' | 'minutes' | 'report';

/** A sign weighs as much as is written; 3 decide where nothing speaks against them. */
interface Sign {
  type: Texted;
  weight: number;
  words: RegExp;
}

/** In the title. What calls itself a report is one, whatever it reports on. */
const TITLE_SIGNS: readonly Sign[] = [
  {
    type: 'contract',
    weight: 4,
    words:
      /(?<!\p{L})(?:contracts?|agreement|\p{L}*vertrag|vereinbarung|contrat\b|nda|terms (?:and conditions|of (?:service|use|sale))|lease|deed|memorandum of understanding|statement of work|contratto|accordo (?:di|quadro)|\p{L}*overeenkomst|contrato|convenio|acuerdo de|acuerdo marco|términos y condiciones|condiciones generales|arrendamiento|pliego de condiciones)/iu,
  },
  {
    type: 'memo',
    weight: 5,
    words:
      /\b(?:memo|memorandum|memorando|memorándum|internal (?:note|notice)|note de service|hausmitteilung|nota interna|circular interna|comunicado interno|comunicación interna)\b(?! of understanding)/iu,
  },
  {
    type: 'minutes',
    weight: 5,
    words:
      /\b(?:minutes\b|meeting (?:notes|record|summary)|acta (?:de|del|n|ordinaria|extraordinaria|\d)|acta$|minuta|notas de (?:la )?reunión|resumen de (?:la )?reunión)/iu,
  },
  { type: 'letter', weight: 4, words: /^(?:cover letter|letter (?:to|of)|open letter|carta\b)/iu },
  {
    type: 'report',
    weight: 5,
    words:
      /\b(?:report|analysis|review|study|survey|assessment|guide|handbook|manual|white ?paper|proposal|plan|strategy|overview|roadmap|case study|informe|análisis|estudio|evaluación|guía|manual|propuesta|estrategia|balance|diagnóstico|memoria anual|resumen ejecutivo)\b/iu,
  },
];

/** Headings, anywhere. */
const HEADING_SIGNS: readonly Sign[] = [
  {
    type: 'minutes',
    weight: 2,
    words:
      /^(?:\d+\.?\s*)?(?:attendees|attendance|present|in attendance|apologies|agenda|action items|actions|decisions(?: made)?|next meeting|any other business|asistentes|asistencia|orden del día|acuerdos(?: adoptados)?|ruegos y preguntas|próxima reunión|tareas)\b/iu,
  },
  {
    type: 'contract',
    weight: 2,
    words:
      /^(?:(?:clause|cláusula)\b|(?:\d+\.?\s*)?(?:definitions|term and termination|termination|governing law|confidentiality|indemnit|limitation of liability|entire agreement|recitals|the parties|parties|agreed terms|force majeure|reunidos|exponen|manifiestan|cláusulas|intervienen|estipulaciones|ley aplicable|jurisdicción|confidencialidad|fuerza mayor|duración del contrato|objeto(?: del contrato)?|resolución del contrato|partes)\b|(?:primera|segunda|tercera|cuarta|quinta)\b)/iu,
  },
  {
    type: 'report',
    weight: 2,
    words:
      /^(?:\d+\.?\s*)?(?:executive summary|summary|introduction|background|methodology|methods|findings|results|conclusions?|recommendations|resumen(?: ejecutivo)?|introducción|antecedentes|metodología|resultados|conclusiones|conclusión|recomendaciones)\b/iu,
  },
];

/** Anywhere in the first and last blocks. */
const TEXT_SIGNS: readonly Sign[] = [
  {
    type: 'letter',
    weight: 4,
    words: FORMAL_GREETINGS,
  },
  {
    type: 'contract',
    weight: 3,
    words:
      /\b(?:hereinafter|witnesseth|hereby agree|now,? therefore|(?:made|entered into) (?:as of|on|by and between|between)|en adelante,? (?:el|la|«|"|“|denominad)|entre les soussignés|ci-après|nachstehend|im folgenden|doravante|si conviene (?:e si stipula )?quanto segue|di seguito denominat[oaie]|hierna te noemen|(?:zijn|komen) overeen(?:gekomen)?|las partes (?:acuerdan|convienen|firmantes|se reconocen)|de una parte|suscriben el presente|el presente contrato)/iu,
  },
  { type: 'contract', weight: 3, words: /^(?:\([A-Za-z]\)\s*[Ww]hereas|(?:\([A-Za-z]\)\s*)?WHEREAS)\b/mu },
  // a sentence of any text may begin so
  { type: 'contract', weight: 2, words: /^whereas\b/imu },
  { type: 'contract', weight: 2, words: /\b(?:the parties (?:agree|hereto|shall)|this agreement|ambas partes|capacidad legal)/iu },
  {
    type: 'minutes',
    weight: 3,
    words: /^(?:attendees|present|apologies|chair(?:ed by)?|minutes taken by|asistentes|asisten|excusan|preside|secretari[oa])\s*:/imu,
  },
];

/** "To:", "From:", "Subject:" at the head of a memo. */
const MEMO_FIELDS = /^(?:to|from|subject|re|cc|para|de|asunto|assunto|an|von|betreff|aan|van|betreft|onderwerp|à|objet|oggetto|da)\s*:/gimu;

/** Blocks that are read at the beginning and at the end, and the headings that are read in between. */
const OPENING = 14;
const CLOSING = 8;
const CLOSING_WEIGHT = 2;
const HEADINGS_MAX = 200;
const TEXT_CHARS_MAX = 4000;

/** Never `artifact`; `report` where nothing speaks for another type. */
export function decideType(blocks: readonly Block[], meta: ContentMeta): DocumentType {
  const kinds = new Set(blocks.map((block) => block.type));
  if (kinds.has('sheet')) return 'spreadsheet';
  if (kinds.has('slide')) return 'presentation';
  const scores: Record<Texted, number> = { letter: 0, contract: 0, memo: 0, minutes: 0, report: 0 };
  const weigh = (signs: readonly Sign[], text: string): void => {
    for (const { type, weight, words } of signs) if (words.test(text)) scores[type] += weight;
  };
  weigh(titleSigns(titleOf(blocks, meta)), titleOf(blocks, meta));
  for (const block of headingsOf(blocks)) weigh(HEADING_SIGNS, plainText(block).trim());
  weighText(blocks, scores, weigh);
  weighKinds(blocks, kinds, scores);
  if (isNote(blocks)) scores.letter += NOTE_WEIGHT;
  return choose(scores);
}

const SPANISH_TITLE =
  /\b(?:contrato|convenio|acuerdo|arrendamiento|informe|análisis|estudio|evaluación|guía|propuesta|estrategia|diagnóstico|memoria)/iu;

/**
 * "Lease report" is a report and "Research study agreement" an agreement: of two nouns the last one counts in English,
 * and the first one in Spanish ("Informe de contratos").
 */
function titleSigns(title: string): readonly Sign[] {
  const at = (type: Texted): number => TITLE_SIGNS.find((sign) => sign.type === type)?.words.exec(title)?.index ?? -1;
  const [contract, report] = [at('contract'), at('report')];
  if (contract < 0 || report < 0) return TITLE_SIGNS;
  const loser: Texted = contract < report === SPANISH_TITLE.test(title) ? 'report' : 'contract';
  return TITLE_SIGNS.filter((sign) => sign.type !== loser);
}

function titleOf(blocks: readonly Block[], meta: ContentMeta): string {
  const cover = blocks.find((block) => block.type === 'cover');
  const first = blocks.slice(0, OPENING).find((block) => block.type === 'heading');
  const heading = first && first.level <= 2 ? plainText(first.runs) : '';
  return [cover?.title, cover?.eyebrow, meta.title, heading].find((text) => text !== undefined && text.trim() !== '')?.trim() ?? '';
}

function headingsOf(blocks: readonly Block[]): { text: string }[][] {
  const titles: { text: string }[][] = [];
  for (const block of blocks) {
    if (titles.length >= HEADINGS_MAX) break;
    if (block.type === 'heading') titles.push(block.runs);
    else if (block.type === 'clause' && block.title) titles.push(block.title);
  }
  return titles;
}

function weighText(blocks: readonly Block[], scores: Record<Texted, number>, weigh: (signs: readonly Sign[], text: string) => void): void {
  const ends = blocks.length > OPENING + CLOSING ? [...blocks.slice(0, OPENING), ...blocks.slice(-CLOSING)] : blocks;
  const texts = ends.map((block) => (block.type === 'code' ? '' : blockText(block).slice(0, TEXT_CHARS_MAX)));
  weigh(TEXT_SIGNS, texts.join('\n'));
  if (texts.some((text) => text.split('\n').some(isLetterClosing))) scores.letter += CLOSING_WEIGHT;
  const opening = texts
    .slice(0, 6)
    .join('\n')
    .slice(0, TEXT_CHARS_MAX)
    .replaceAll(
      /[ \t]*(?=(?<!\p{L})(?:To|From|Subject|Para|De|Asunto|An|Von|Betreff|Aan|Van|Betreft|Onderwerp|À|Objet|Oggetto) ?:)/gu,
      '\n',
    );
  const fields = new Set(opening.match(MEMO_FIELDS)?.map((field) => field.toLowerCase().replace(/\s*:/, '')));
  if (fields.size >= 2) scores.memo += fields.size + 1;
}

function weighKinds(blocks: readonly Block[], kinds: ReadonlySet<Block['type']>, scores: Record<Texted, number>): void {
  if (kinds.has('letterhead')) {
    scores.letter += 4;
    if (scores.memo > 0) scores.memo += 4;
  }
  const clauses = blocks.filter((block) => block.type === 'clause').length;
  if (clauses >= 2) scores.contract += 6;
  if (kinds.has('signatures') && (clauses > 0 || scores.contract > 0)) scores.contract += 3;
  if (kinds.has('cover') || kinds.has('toc')) scores.report += 2;
  if (kinds.has('kpis') || kinds.has('chart')) scores.report += 1;
}

const NOTE_WEIGHT = 4;
const NOTE_BLOCKS_MAX = 20;
/** A subject may stand before the greeting, and what is added after the name. */
const NOTE_EDGE = 3;

/** A short text that greets somebody and ends with thanks or a farewell: an e-mail, which is set as a letter. */
function isNote(blocks: readonly Block[]): boolean {
  if (blocks.length > NOTE_BLOCKS_MAX || blocks.some(({ type }) => type === 'heading')) return false;
  // in Markdown a line may go on with the next one: what is up to its comma counts too
  const heads = blocks.map((block) => {
    const line = block.type === 'paragraph' ? (blockText(block).split('\n')[0] ?? '') : '';
    return [line, /^[^,:!.]{2,40}[,:!.]/u.exec(line)?.[0] ?? ''];
  });
  const some = (parts: readonly string[][], says: (line: string) => boolean): boolean => parts.some((lines) => lines.some(says));
  return (
    some(heads.slice(0, NOTE_EDGE), isGreeting) && some(heads.slice(-NOTE_EDGE), (line) => isNoteClosing(line) || isLetterClosing(line))
  );
}

/** Doubtful cases are reports: their look suits any text. */
function choose(scores: Record<Texted, number>): DocumentType {
  let best: Texted = 'report';
  for (const type of ['contract', 'minutes', 'memo', 'letter'] as const) {
    if (scores[type] >= 3 && scores[type] > scores[best]) best = type;
  }
  return best;
}
