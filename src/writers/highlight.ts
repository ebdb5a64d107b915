/**
 * Code in colours, for every writer. Grammars are TextMate's, run on JavaScript's own regular expressions: no native
 * code, no WebAssembly. Languages are loaded before (`loadLanguages`, an import); colouring itself is synchronous and
 * depends on nothing but the text. Grammars can be made to work very hard by odd text, so the work is counted, not timed
 * (a clock would make the output differ from run to run): past the bound the text comes back plain.
 */
import { createHighlighterCoreSync, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import type { Block } from '../document/block.ts';
import { walkBlocks } from '../document/walk.ts';
import { CODE_COLORS, codeTheme } from './highlight/code-theme.ts';
import { LANGUAGE_NAMES } from './highlight/language-names.ts';

/** A piece of a line. `color` is RRGGBB, absent where it is the colour of code text. */
export interface CodeToken {
  text: string;
  color?: string;
  bold?: boolean;
  italic?: boolean;
}

const TEXT_LENGTH_MAX = 20_000;
/** A pattern's work on one line may grow with the square of its length; longer lines leave the text plain. */
const LINE_LENGTH_MAX = 400;
/** Patterns times characters offered to the matcher, over all its calls. 20,000 characters of real code take 8 to 15 million. */
const WORK_MAX = 30_000_000;

class WorkExceeded extends Error {}

interface Work {
  spent: number;
}

function createEngine(work: Work): ReturnType<typeof createJavaScriptRegexEngine> {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  return {
    createString: (text) => engine.createString(text),
    createScanner: (patterns) => {
      const scanner = engine.createScanner(patterns);
      return {
        findNextMatchSync: (text, position, options) => {
          work.spent += patterns.length * (1 + (typeof text === 'string' ? text : text.content).length - position);
          if (work.spent > WORK_MAX) throw new WorkExceeded();
          return scanner.findNextMatchSync(text, position, options);
        },
      };
    },
  };
}

interface Highlighter {
  core: HighlighterCore;
  work: Work;
}
let highlighter: Highlighter | undefined;

function openHighlighter(): Highlighter {
  if (highlighter === undefined) {
    const work = { spent: 0 };
    highlighter = { core: createHighlighterCoreSync({ themes: [codeTheme], langs: [], engine: createEngine(work) }), work };
  }
  return highlighter;
}

/** The grammar's name for what an author wrote after the fence (`ts`, `Shell`, `c++`), undefined where we have none. */
function languageName(written: string): string | undefined {
  return LANGUAGE_NAMES.get(written.trim().toLowerCase());
}

/** Makes the named languages ready for `highlight`; names that we do not know are passed over. */
export async function loadLanguages(names: readonly string[]): Promise<void> {
  const { core } = openHighlighter();
  const wanted = new Set<string>();
  for (const name of names) {
    const known = languageName(name);
    if (known !== undefined && !core.getLoadedLanguages().includes(known)) wanted.add(known);
  }
  for (const name of wanted) {
    const load = Object.entries(bundledLanguages).find(([key]) => key === name)?.[1];
    if (load === undefined) throw new Error(`no grammar is bundled for ${name}`);
    await core.loadLanguage(load);
  }
}

const plainLines = (text: string): CodeToken[][] => text.split(/\r\n|\r|\n/).map((line) => (line === '' ? [] : [{ text: line }]));

/**
 * Lines of coloured pieces; the pieces of a line joined are the line. Plain where the language is unknown or not
 * loaded, or the text is too long.
 */
export function highlight(text: string, language?: string): CodeToken[][] {
  const lines = plainLines(text);
  const name = language === undefined ? undefined : languageName(language);
  if (name === undefined || text.length > TEXT_LENGTH_MAX) return lines;
  if (lines.some((line) => (line[0]?.text.length ?? 0) > LINE_LENGTH_MAX)) return lines;
  const { core, work } = openHighlighter();
  if (!core.getLoadedLanguages().includes(name)) return lines;
  work.spent = 0;
  try {
    // tokenizeTimeLimit 0: no clock
    return core
      .codeToTokensBase(lines.map((line) => line[0]?.text ?? '').join('\n'), {
        lang: name,
        theme: codeTheme.name ?? '',
        tokenizeTimeLimit: 0,
      })
      .map((line) => line.map((token) => codeToken(token.content, token.color, token.fontStyle ?? 0)));
  } catch (error) {
    if (error instanceof WorkExceeded) return lines;
    throw error;
  }
}

/** Font styles are TextMate's bits: 1 italic, 2 bold. */
function codeToken(text: string, color: string | undefined, fontStyle: number): CodeToken {
  const hex = color?.slice(1, 7).toUpperCase();
  return {
    text,
    ...(hex === undefined || hex === CODE_COLORS.text ? {} : { color: hex }),
    ...(fontStyle > 0 && (fontStyle & 2) !== 0 ? { bold: true } : {}),
    ...(fontStyle > 0 && (fontStyle & 1) !== 0 ? { italic: true } : {}),
  };
}

/** Languages named by the code blocks of a tree, each once, in the order of first use. */
export function languagesOf(blocks: readonly Block[]): string[] {
  const names = new Set<string>();
  for (const block of walkBlocks(blocks)) if (block.type === 'code' && block.language !== undefined) names.add(block.language);
  return [...names];
}
