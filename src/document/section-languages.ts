/**
 * Which language each part of a document is in, for the words that are set around it: "Table" over a table of an English section,
 * "Tabla" in a Spanish one of the same paper. A section is what a heading, a slide or a sheet begins; where it says too little to
 * tell, it is in the language of the one around it.
 */
import type { Block } from './block.ts';
import type { Document } from './document.ts';
import { recogniseLanguage } from './language.ts';
import { plainText } from './inline.ts';
import { walkBlocks } from './walk.ts';

const WORDS_MIN = 12;
/** Sections that are looked at in one document. */
const SECTIONS_MAX = 400;

/** What an author may give as a language need not be one. */
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

const base = (lang: string): string => lang.toLowerCase().split('-')[0] ?? lang;

interface Section {
  level: number;
  blocks: Block[];
}

function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ level: 0, blocks: [] }];
  for (const block of blocks) {
    if (block.type === 'heading') sections.push({ level: block.level, blocks: [block] });
    else if (block.type === 'slide' || block.type === 'sheet' || block.type === 'clause') sections.push({ level: 1, blocks: [block] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** What a section says: passages long enough to have been recognised by themselves (`markLanguages`), and all short ones together. */
function saidIn(blocks: readonly Block[]): { words: Map<string | undefined, number>; short: string } {
  const words = new Map<string | undefined, number>();
  const short: string[] = [];
  const spoken = new Set(blocks.flatMap((block) => (block.type === 'slide' ? [...walkBlocks(block.notes ?? [])] : [])));
  for (const block of walkBlocks(blocks)) {
    if (spoken.has(block)) continue;
    const texts =
      block.type === 'paragraph' || block.type === 'heading' ? [block.runs] : block.type === 'slide' && block.title ? [block.title] : [];
    for (const runs of texts) {
      const text = plainText(runs);
      const count = text.split(/\s+/).length;
      if (count < WORDS_MIN) short.push(text);
      else words.set(runs[0]?.lang, (words.get(runs[0]?.lang) ?? 0) + count);
    }
  }
  return { words, short: short.join('\n') };
}

function languageOf(blocks: readonly Block[], lang: string, around: string): string {
  const { words, short } = saidIn(blocks);
  const [most] = [...words].sort(([, a], [, b]) => b - a);
  if (most) return most[0] !== undefined && TAG.test(most[0]) ? most[0] : lang;
  const told = recogniseLanguage(short);
  return told.certain && told.words >= WORDS_MIN ? (base(told.lang) === base(lang) ? lang : told.lang) : around;
}

/**
 * Languages of blocks by id, those of the document itself left out; empty for nearly all documents.
 * @param blocks whose passages in other languages are marked
 * @param lang of the document
 */
export function sectionLanguages(blocks: readonly Block[], lang: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open: { level: number; lang: string }[] = [];
  let headings = 0;
  for (const { level, blocks: own } of sectionsOf(blocks).slice(0, SECTIONS_MAX)) {
    while ((open.at(-1)?.level ?? -1) >= level) open.pop();
    const is = languageOf(own, lang, open.at(-1)?.lang ?? lang);
    // the first heading is the title of all: what is under it is in the language of the document
    open.push({ level, lang: own[0]?.type === 'heading' && ++headings === 1 ? lang : is });
    if (is !== lang) for (const block of walkBlocks(own)) if (block.id !== '') found.set(block.id, is);
  }
  return found;
}

/** The language of the section that a block is in. */
export const languageAt = ({ lang, languages }: Pick<Document, 'lang' | 'languages'>, blockId: string | undefined): string =>
  (blockId === undefined ? undefined : languages?.get(blockId)) ?? lang;
