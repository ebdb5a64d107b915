/**
 * What models and people put around their text, and how they write what Markdown has signs for: a word to the reader before and
 * behind it, headings in bold, emoji before headings, lines between sections. Whatever goes is named in a note.
 */
import type { Block } from '../../document/block.ts';
import type { DocumentType } from '../../document/document.ts';
import { plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { blockText } from '../../document/walk.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';

const ASSENT =
  /^(?:sure(?: thing)?|certainly|of course|absolutely|got it|great|happy to help|claro(?: que sí)?|natürlich|gerne?|selbstverständlich|bien sûr|avec plaisir|voilà|com certeza|com prazer|certamente|ecco|por supuesto|desde luego|perfecto|entendido)\b\s*[!,.:—–-]/iu;
const HANDING =
  /^(?:sure[,!]?\s+|certainly[,!]?\s+|of course[,!]?\s+)?(?:here(?:['’]s| is| are| you go)|below (?:is|are)|i(?:['’]ve| have) (?:created|written|drafted|prepared)|aquí (?:tienes?|está|va)|te dejo|a continuación (?:tienes?|encontrarás)|he (?:creado|redactado|preparado)|hier (?:ist|sind|kommt)|anbei|voici|ci-dessous|aqui (?:está|estão|vai|tem)|segue|ecco)(?!\p{L})/iu;
const PAPERS =
  /\b(?:document|report|memo|letter|draft|version|presentation|outline|deck|slides?|contract|agreement|minutes|spreadsheet|workbook|e-?mail|proposal|template|plan|summary|request(?:ed)?|csv|table|data|file|documento|informe|carta|borrador|versión|presentación|esquema|contrato|acta|hoja de cálculo|correo|propuesta|plantilla|resumen|solicitad[oa]|pedid[oa]|brief|dokument|bericht|entwurf|vertrag|präsentation|tabelle|protokoll|lettre|rapport|contrat|présentation|courrier|note|relatório|contrato|apresentação|planilha|ata|lettera|relazione|contratto)(?!\p{L})/iu;
const OFFER =
  /^(?:let me know\b|feel free to\b|i hope this\b|hope this helps|would you like\b|do you want me\b|if you(?:['’]d| would) like\b|if you need\b|dime si\b|avísame\b|espero que (?:esto|te)\b|¿quieres que\b|¿te gustaría\b|si (?:necesitas|quieres|lo deseas)\b|wenn (?:sie|du) (?:möchte|noch|weitere|änderungen)|sagen sie (?:mir )?|melden sie sich|n['’]hésitez pas|dites-moi|si vous (?:souhaitez|voulez|avez besoin)|se (?:precisar|quiser|desejar)|avise-me|diga-me|fammi sapere)/iu;
const CHAT_CHARS_MAX = 300;
const BARE_CHARS_MAX = 40;
/** No caption speaks to its reader. */
const ASKED_FOR =
  /\b(?:you (?:asked|requested|wanted)|as requested|que (?:me )?(?:pediste|has pedido|pidió)|que solicit|que vous avez demandé|(?:Sie|du) (?:gewünscht|wolltest))/iu;

/** A first paragraph that hands over the text, and a last one that offers more, where they are no part of it. */
export function dropChat(blocks: Block[], reading: Reading): void {
  const [first, second] = blocks;
  if (first?.type === 'paragraph' && second && second.type !== 'list') {
    const text = plainText(first.runs).trim();
    // before a paragraph only what hands over a paper in so many words, and announces it
    if (second.type === 'paragraph' && !(HANDING.test(text) && PAPERS.test(text) && /[:!]$/.test(text))) return dropOffer(blocks, reading);
    const hands =
      text.length <= CHAT_CHARS_MAX && ((HANDING.test(text) && PAPERS.test(text)) || (ASSENT.test(text) && /[:.!]$/.test(text)));
    // before a table it may be its caption, unless it hands over no more than "the table"
    if (hands && (second.type !== 'table' || text.length <= BARE_CHARS_MAX || ASKED_FOR.test(text))) drop(blocks, 0, text, reading);
    if (hands && blocks[0]?.type === 'divider') blocks.shift();
  }
  dropOffer(blocks, reading);
}

/** A last paragraph that offers more, behind a line. */
function dropOffer(blocks: Block[], reading: Reading): void {
  const [last, before] = [blocks.at(-1), blocks.at(-2)];
  const text = last?.type === 'paragraph' ? plainText(last.runs).trim() : '';
  if (before?.type === 'divider' && OFFER.test(text) && text.length <= CHAT_CHARS_MAX) {
    drop(blocks, blocks.length - 1, text, reading);
    blocks.pop();
  }
}

function drop(blocks: Block[], at: number, text: string, reading: Reading): void {
  blocks.splice(at, 1);
  addNote(reading, {
    code: 'chat_dropped',
    severity: 'info',
    message: `A line that speaks to whoever asked for the text was left out: "${text}"`,
  });
}

const FENCED = /^\s*(`{3,}|~{3,})[ \t]*(?:markdown|md|mdx)[ \t]*\n([^]*?)\n\1[ \t]*\s*$/i;

/** A text that is nothing but one fence of Markdown is what is in it. The line of the fence stays, empty, so that lines are counted as before. */
export function unwrapFence(text: string): string {
  const [, , inner] = FENCED.exec(text) ?? [];
  if (inner === undefined || /^(?:`{3,}|~{3,})[ \t]*$/m.test(inner.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[^]*?^\1[ \t]*$/gm, ''))) return text;
  return `${text.slice(0, text.indexOf(inner)).replaceAll(/[^\n]/g, '')}${inner}\n`;
}

// ------------------------------------------------------------------------------------------------------------- headings

/** How an emoji begins, but for figures with a key around them. */
const EMOJI_START = /^[\p{Extended_Pictographic}\p{RI}]/u;
/** Compiling all sequences takes 70 ms: only where one may be there. */
const EMOJI = /^(?:(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)\s*)+(?=\S)/v;

/** Emoji before the words of a heading: no face that text is set in has them, and a table of contents reads without. */
export function dropEmoji(blocks: readonly Block[], reading: Reading): void {
  const dropped: string[] = [];
  const seek = (all: readonly Block[]): void => {
    for (const block of all) {
      const runs = block.type === 'heading' ? block.runs : block.type === 'slide' ? block.title : undefined;
      const text = runs?.[0]?.text ?? '';
      const emoji = EMOJI_START.test(text) && !/^[©®™]/u.test(text) ? EMOJI.exec(text)?.[0] : undefined;
      if (runs?.[0] && emoji !== undefined) {
        runs[0].text = runs[0].text.slice(emoji.length);
        dropped.push(emoji.trim());
      }
      if (block.type === 'slide' || block.type === 'sheet') seek(block.blocks);
    }
  };
  seek(blocks);
  if (dropped.length > 0)
    addNote(reading, {
      code: 'emoji_dropped',
      severity: 'info',
      message: `Emoji before headings were left out: ${dropped.slice(0, 40).join(' ')}.`,
    });
}

const HEADING_CHARS_MAX = 80;
const RUN_IN = /^(?:note|nota|tip|consejo|warning|aviso|important|importante|source|fuente|table|tabla|figure|figura)\b/iu;

const isBold = (runs: readonly Run[]): boolean =>
  runs.length > 0 && runs.every((run) => run.bold === true && run.link === undefined && run.footnote === undefined);

/** A short line in bold, with something under it that is not. */
function isPseudoHeading(block: Block | undefined, next: Block | undefined): boolean {
  if (block?.type !== 'paragraph' || !isBold(block.runs) || next === undefined || next.type === 'heading') return false;
  const text = plainText(block.runs).trim();
  if (next.type === 'paragraph' && isBold(next.runs) && !isPseudoHeadingText(plainText(next.runs).trim())) return false;
  return isPseudoHeadingText(text);
}

const isPseudoHeadingText = (text: string): boolean =>
  text.length <= HEADING_CHARS_MAX && !/[.;,!]$/u.test(text) && !text.includes('\n') && /\p{L}/u.test(text) && !RUN_IN.test(text);

const HEADED: ReadonlySet<DocumentType> = new Set<DocumentType>(['report', 'memo', 'minutes']);
const PSEUDO_MIN = 2;

/** Lines in bold that are where headings do become headings, one level below the last; in a text without any, the first is its title. */
export function adoptHeadings(blocks: Block[], type: DocumentType): void {
  if (type === 'contract') adoptTitle(blocks);
  if (!HEADED.has(type)) return;
  const found = new Set(blocks.filter((block, at) => isPseudoHeading(block, blocks[at + 1])));
  if (found.size < PSEUDO_MIN) return;
  const real = blocks.some((block) => block.type === 'heading');
  let level = real ? 1 : 0;
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'heading') level = block.level;
    if (block.type !== 'paragraph' || !found.has(block)) continue;
    const isTitle = !real && at === 0 && !found.has(blocks[1] ?? block) && blockText(blocks[1] ?? block) !== '';
    const runs = block.runs.map(({ bold: _bold, ...run }) => run);
    const last = runs.at(-1);
    if (last) last.text = last.text.replace(/\s*:\s*$/, '');
    // the same object: ranges and anchors know it
    Object.assign(block, { type: 'heading', level: real ? Math.min(6, level + 1) : isTitle && found.size > PSEUDO_MIN ? 1 : 2, runs });
  }
}

/** A contract that begins with a line in bold has its title there; its clauses in bold are read elsewhere. */
function adoptTitle(blocks: readonly Block[]): void {
  const [first, next] = blocks;
  if (first?.type !== 'paragraph' || !isPseudoHeading(first, next) || blocks.some(({ type }) => type === 'cover')) return;
  if (blocks.some((block) => block.type === 'heading' && block.level === 1)) return;
  Object.assign(first, { type: 'heading', level: 1, runs: first.runs.map(({ bold: _bold, ...run }) => run) });
}

/** Lines between sections, where a heading follows or nothing does: headings divide a text by themselves. */
export function dropDividers(blocks: Block[], type: DocumentType): void {
  if (type === 'presentation' || type === 'spreadsheet') return;
  if (!blocks.some((block) => block.type === 'heading')) return;
  const kept: Block[] = [];
  for (let at = blocks.length - 1; at >= 0; at--) {
    const block = blocks[at];
    const next = kept.at(-1);
    if (block === undefined || (block.type === 'divider' && (next === undefined || next.type === 'heading' || at === 0))) continue;
    kept.push(block);
  }
  // the same list: others hold it
  blocks.length = 0;
  for (const block of kept.toReversed()) blocks.push(block);
}
