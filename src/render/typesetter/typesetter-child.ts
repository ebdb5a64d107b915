/**
 * A process that compiles Typst, one document after the other. Its world holds the main file and the pictures of one task, both in memory; the workspace
 * is a folder that does not exist, so a path leads nowhere.
 */
import { append } from '../../base/append.ts';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontFolders } from './font-folders.ts';
import { replaceUndrawable } from './undrawable.ts';

export interface CompileTask {
  source: string;
  assets: [name: string, bytes: Uint8Array][];
  /** Seconds since 1970. */
  creationTime: number;
}

export interface CompileReply {
  pdf?: Uint8Array;
  errors: string[];
  warnings: string[];
  /** Resident memory of the process after the task. */
  memoryBytes: number;
}

const STANDARD = 'ua-1';
const DIAGNOSTICS_MAX = 5;
/** Results of earlier compilations are kept for so many later ones: the fixed part of every document is compiled once. */
const CACHE_AGE = 4;
/** What a larger source left behind is not kept: it would be gigabytes. */
const SOURCE_KEPT_MAX = 400_000;
const REPLACE_ROUNDS = 8;

class SourceRefused extends Error {
  readonly reasons: string[];
  constructor(reasons: string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

const WORKSPACE = '/nonexistent/octavo';
const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: fontFolders() }] });

function messagesOf(error: Parameters<NodeCompiler['fetchDiagnostics']>[0]): string[] {
  return compiler
    .fetchDiagnostics(error)
    .slice(0, DIAGNOSTICS_MAX)
    .map((diagnostic: unknown) =>
      typeof diagnostic === 'object' && diagnostic !== null && 'message' in diagnostic
        ? String(diagnostic.message).slice(0, 300)
        : 'unknown',
    );
}

/** What a file promises: the standard with its checks, tags alone, or nothing. */
type Promised = 'standard' | 'tags' | 'nothing';

function typeset(source: string, creationTimestamp: number, warnings: string[], promised: Promised): Buffer {
  const compiled = compiler.compile({ mainFileContent: source });
  const errors = compiled.takeError();
  if (errors !== null) throw new SourceRefused(messagesOf(errors));
  const said = compiled.takeWarnings();
  if (said !== null) append(warnings, messagesOf(said));
  const document = compiled.result;
  if (document === null) throw new SourceRefused(['no document']);
  return compiler.pdf(document, {
    pdfTags: promised !== 'nothing',
    creationTimestamp,
    ...(promised === 'standard' ? { pdfStandard: STANDARD } : {}),
  });
}

/**
 * PDF/UA-1 takes no character without a glyph: those are looked for and replaced, and only if that does not help, the
 * file is made without the promise.
 */
function typesetReadable({ source, creationTime }: CompileTask, warnings: string[]): Buffer {
  let text = source;
  for (let round = 0; round < REPLACE_ROUNDS; round += 1) {
    try {
      return typeset(text, creationTime, warnings, 'standard');
    } catch (error) {
      if (error instanceof SourceRefused) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const replaced = replaceUndrawable(text, reason, (sample) => canDraw(sample, source));
      if (replaced === text) {
        warnings.push(`not PDF/UA-1: ${/message: "(.{0,200})/s.exec(reason)?.[1] ?? reason.slice(0, 200)}`);
        break;
      }
      text = replaced;
    }
  }
  try {
    return typeset(text, creationTime, [], 'tags');
  } catch {
    // the compiler's own tree of tags fails on a few odd layouts; a page that can be read is worth more
    return typeset(text, creationTime, [], 'nothing');
  }
}

/** Whether a character can be set in the faces that the document names. */
function canDraw(character: string, source: string): boolean {
  const faces = /^#let face-text = (.*)$/m.exec(source)?.[1] ?? '("Source Sans 3",)';
  try {
    typeset(`#set document(title: "a")\n#set text(lang: "en", font: ${faces})\n#"${character}"`, 0, [], 'standard');
    return true;
  } catch {
    // the export's refusal is the answer
    return false;
  }
}

function perform(task: CompileTask): Omit<CompileReply, 'memoryBytes'> {
  const warnings: string[] = [];
  for (const [name, bytes] of task.assets)
    compiler.mapShadow(`${WORKSPACE}/assets/${name}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    return { pdf: typesetReadable(task, warnings), errors: [], warnings };
  } catch (error) {
    return {
      errors: error instanceof SourceRefused ? error.reasons : [error instanceof Error ? error.message.slice(0, 500) : String(error)],
      warnings,
    };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(task.source.length > SOURCE_KEPT_MAX ? 0 : CACHE_AGE);
  }
}

process.on('message', (task: CompileTask) => {
  const reply = perform(task);
  process.send?.({ ...reply, memoryBytes: process.memoryUsage.rss() });
});
// whoever started this process is gone
process.on('disconnect', () => process.exit(0));
