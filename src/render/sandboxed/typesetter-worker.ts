/**
 * Compiles Typst, one document after the other. Its world holds the main file and the pictures of one task, both in memory; the workspace
 * is a folder that does not exist, so a path leads nowhere, and beyond that the box has no files but fonts.
 */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { numberField, readMessage, textField, writeMessage } from './messages.ts';
import { replaceUndrawable } from './undrawable.ts';

const REQUESTS = 0;
const ANSWERS = 3;

interface CompileTask {
  source: string;
  assets: [name: string, bytes: Uint8Array][];
  /** Seconds since 1970. */
  creationTime: number;
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
let compiler: NodeCompiler;

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
  if (said !== null) warnings.push(...messagesOf(said));
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

function perform(task: CompileTask): { pdf?: Uint8Array; errors: string[]; warnings: string[] } {
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

const fieldOf = (head: unknown, name: string): unknown => (typeof head === 'object' && head !== null ? Reflect.get(head, name) : undefined);

/** The source and the pictures lie one behind the other in the body. */
function taskOf(head: unknown, body: Uint8Array): CompileTask {
  let at = numberField(head, 'sourceBytes');
  const source = new TextDecoder().decode(body.subarray(0, at));
  const listed = fieldOf(head, 'assets');
  const assets = (Array.isArray(listed) ? listed : []).map((asset): [string, Uint8Array] => {
    const bytes = body.subarray(at, (at += numberField(asset, 'bytes')));
    return [textField(asset, 'name'), bytes];
  });
  return { source, assets, creationTime: numberField(head, 'creationTime') };
}

function open(head: unknown): void {
  const folders = fieldOf(head, 'fontFolders');
  const fontPaths = Array.isArray(folders) ? folders.map(String) : [];
  try {
    compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths }] });
    writeMessage(ANSWERS, {});
  } catch (error) {
    writeMessage(ANSWERS, { error: error instanceof Error ? error.message.slice(0, 500) : String(error) });
  }
}

/** Of what the compiler says, so much is told: an answer's head is bounded. */
const WARNINGS_MAX = 40;

for (let message = readMessage(REQUESTS); message !== null; message = readMessage(REQUESTS)) {
  if (textField(message.head, 'op') === 'open') open(message.head);
  else {
    const { pdf, errors, warnings } = perform(taskOf(message.head, message.body));
    writeMessage(ANSWERS, { errors, warnings: warnings.slice(0, WARNINGS_MAX), memoryBytes: process.memoryUsage.rss() }, pdf);
  }
}
