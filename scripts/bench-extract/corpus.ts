/** The files of a corpus with what is expected of them, and their ground truths as Markdown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MarkdownIt from 'markdown-it';

export interface CorpusFile {
  file: string;
  kind: string;
  class: string;
  expect: string;
  groundtruth: string;
}
export interface Score {
  text: number;
  order: number;
  headings: number | null;
  cells: number | null;
  items: number | null;
}
export type Scorer = (truth: string, made: string, kind: string) => Score;
/** A file with its bytes, and its truth where it has one. */
export interface Case extends CorpusFile {
  bytes: Uint8Array;
  truth: string | null;
  truthKind: string;
}

export async function loadScorer(corpus: string): Promise<Scorer> {
  const { score } = (await import(pathToFileURL(join(corpus, '..', 'tools', 'score.mjs')).href)) as { score: Scorer };
  return score;
}

export function readManifest(corpus: string): CorpusFile[] {
  const [head = '', ...lines] = readFileSync(join(corpus, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const fields = line.split('\t');
    const at = (name: string): string => fields[names.indexOf(name)] ?? '';
    return { file: at('file'), kind: at('kind'), class: at('class'), expect: at('expect'), groundtruth: at('groundtruth') };
  });
}

export function openCase(corpus: string, row: CorpusFile): Case {
  const truthKind = row.groundtruth.endsWith('.csv')
    ? 'sheetjs-csv'
    : row.groundtruth.includes('unstructured')
      ? 'unstructured'
      : 'docling';
  return {
    ...row,
    bytes: readFileSync(join(corpus, row.file)),
    truth: row.groundtruth === '' ? null : readTruth(corpus, row.groundtruth),
    truthKind,
  };
}

/** Sheets of the CSV truths lie in files of their own: `name.0.csv`, `name.1.csv`, … */
function readTruth(corpus: string, path: string): string | null {
  if (path.endsWith('.md')) return readFileSync(join(corpus, path), 'utf8');
  if (!path.endsWith('.csv')) return null;
  const parts: string[] = [];
  for (let sheet = 0; ; sheet++) {
    try {
      parts.push(csvTable(readFileSync(join(corpus, path.replace(/\.0\.csv$/, `.${sheet}.csv`)), 'utf8')));
    } catch {
      // there is no further sheet
      break;
    }
    if (!path.endsWith('.0.csv')) break;
  }
  return parts.join('\n\n');
}

function csvTable(text: string): string {
  const rows: string[][] = [[]];
  let field = '';
  let quoted = false;
  const end = (): void => {
    rows.at(-1)?.push(field);
    field = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quoted && sign === '"' && text.charAt(at + 1) === '"') field += text.charAt(++at);
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ',') end();
    else if (!quoted && sign === '\n') {
      end();
      rows.push([]);
    } else if (sign !== '\r') field += sign;
  }
  end();
  const width = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(rows[0] ?? []), `|${' --- |'.repeat(width)}`, ...rows.slice(1).map(line)].join('\n');
}

/**
 * Web pages with a known text, since the corpus has none: every truth of docling's in Markdown, drawn as HTML by a program that is not
 * ours, in a page with what pages have around their text and nobody reads.
 */
export function makePages(corpus: string, rows: readonly CorpusFile[]): Case[] {
  const markdown = new MarkdownIt({ html: false });
  const truths = rows.filter(
    ({ file, class: kind }) => kind === 'groundtruth' && /^docling\/.*\.md$/.test(file) && !/\.(?:pdf|png|jpg|tiff?)\b/.test(file),
  );
  return truths.map(({ file }) => {
    const truth = readFileSync(join(corpus, file), 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '');
    const page = `<!DOCTYPE html><html><head><title>x</title><style>p { color: red }</style><script>const a = '<p>no</p>';</script></head><body class="page"><noscript>no script</noscript><div class="wrap"><div hidden>nobody sees this</div>
<main>${markdown.render(truth).replaceAll(/(<li>(?:\s*<p>)?)\[([ x])\]/g, (_, before: string, mark: string) => `${before}<input type="checkbox"${mark === 'x' ? ' checked' : ''}>`)}</main><p style="display:none">nor this</p></div><script>track('<h1>no</h1>')</script></body></html>`;
    return {
      file: `${file}.html`,
      kind: 'html',
      class: 'made',
      expect: 'ok',
      groundtruth: file,
      bytes: Buffer.from(page),
      truth,
      truthKind: 'docling',
    };
  });
}
