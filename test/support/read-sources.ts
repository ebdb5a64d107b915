/** Reads the project's TypeScript as syntax trees, for the tests that hold its house rules. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, type Comment, type Program } from 'oxc-parser';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface ImportRecord {
  /** As written: `../base/note.ts`, `node:fs`, `fastify`. */
  specifier: string;
  /** 1-based. */
  line: number;
  typeOnly: boolean;
  /** Named by `new URL('./x.ts', import.meta.url)` rather than imported. */
  byUrl: boolean;
}

export interface Source {
  /** From the root, with `/`. */
  path: string;
  text: string;
  isTest: boolean;
  program: Program;
  comments: Comment[];
  imports: ImportRecord[];
  /** 1-based line of a position in `text`. */
  lineAt(position: number): number;
}

/** A broken rule, printed as `path:line  what is wrong. The rule.` */
export interface Violation {
  path: string;
  line: number;
  what: string;
  rule: string;
}

export function describeViolations(violations: readonly Violation[]): string {
  return violations.map((violation) => `${violation.path}:${violation.line} → ${violation.what}\n    ${violation.rule}`).join('\n');
}

/** @throws Error where the text is not TypeScript */
export function parseSource(path: string, text: string): Source {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path} does not parse: ${error.message}`);
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (position: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const found: { specifier: string; start: number; typeOnly: boolean; byUrl?: boolean }[] = [];
  for (const item of parsed.module.staticImports) {
    const typeOnly = item.entries.length > 0 && item.entries.every((entry) => entry.isType);
    found.push({ specifier: item.moduleRequest.value, start: item.start, typeOnly });
  }
  for (const item of parsed.module.staticExports) {
    const from = item.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (from) found.push({ specifier: from.value, start: item.start, typeOnly: item.entries.every((entry) => entry.isType) });
  }
  for (const item of parsed.module.dynamicImports) {
    const written = text.slice(item.moduleRequest.start, item.moduleRequest.end);
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(written);
    if (literal?.[2] !== undefined) found.push({ specifier: literal[2], start: item.start, typeOnly: false });
  }
  // A worker or child process is started from `new URL('./file.ts', import.meta.url)`: the same bond as an import.
  for (const match of text.matchAll(/new URL\(\s*'(\.[^']*)'\s*,\s*import\.meta\.url/g)) {
    if (match[1] !== undefined && /\.[a-z]+$/.test(match[1]))
      found.push({ specifier: match[1], start: match.index, typeOnly: false, byUrl: true });
  }
  const imports = found.map(({ specifier, start, typeOnly, byUrl = false }) => ({ specifier, line: lineAt(start), typeOnly, byUrl }));
  return { path, text, isTest: path.endsWith('.test.ts'), program: parsed.program, comments: parsed.comments, imports, lineAt };
}

const parsed = new Map<string, Source>();

/** Each file is parsed once in a process. */
export function readSources(patterns: readonly string[]): Source[] {
  const paths = globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const source = parsed.get(path) ?? parseSource(path, readFileSync(ROOT + path, 'utf8'));
      parsed.set(path, source);
      return source;
    });
}

/** Files under version control or about to be; without git, null. */
export function listTrackedFiles(): string[] | null {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return [...new Set(listed.split('\0').filter((path) => path !== '' && existsSync(ROOT + path)))].sort();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
