/** What a machine can hold of the house's habits (CONTRIBUTING.md). A rule reads a source's text, or visits its tree beside all others. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { Visitor, type VisitorObject } from 'oxc-parser';
import {
  describeViolations,
  listTrackedFiles,
  parseSource,
  readSources,
  ROOT,
  type Source,
  type Violation,
} from './support/read-sources.ts';

const FILE_LINES_MAX = 400;
/** A test file is a list of cases, read one by one. */
const TEST_FILE_LINES_MAX = 800;
const FUNCTION_LINES_MAX = 70;

/** Tables and generated files may be longer: path → why. */
const LONG_FILES: Record<string, string> = { 'sdk/src/contract.ts': 'generated: every schema that clients know' };

const ENGINE_ROOMS = ['base', 'document', 'canvas', 'spreadsheet', 'ooxml', 'readers', 'templates', 'writers', 'edits', 'review'];
/** Rooms that may read a clock or roll a die; the others get `Clock` from ports/. */
const CLOCK_ROOMS = ['adapters', 'render', 'main'];
const CONSOLE_ROOMS = ['cli', 'main'];

type Fault = { at: number; what: string; rule: string };
type Rule = (source: Source) => Fault[];
type Add = (at: number, what: string, rule: string) => void;
/** What to look at in a tree; null where the rule does not concern this source. */
type TreeRule = (source: Source, add: Add) => VisitorObject | null;

const roomOf = (source: Source): string | null => (source.path.startsWith('src/') ? (source.path.split('/')[1] ?? null) : null);
const isProductCode = (source: Source): boolean => roomOf(source) !== null && !source.isTest;

/** All visitors in one walk. */
function visit(source: Source, rules: readonly TreeRule[]): Fault[] {
  const faults: Fault[] = [];
  const asked = new Map<string, ((node: never) => void)[]>();
  for (const rule of rules)
    for (const [type, look] of Object.entries(rule(source, (at, what, said) => faults.push({ at, what, rule: said })) ?? {}))
      asked.set(type, [...(asked.get(type) ?? []), look]);
  const together = [...asked].map(([type, looks]) => [type, (node: never) => looks.forEach((look) => look(node))]);
  new Visitor(Object.fromEntries(together)).visit(source.program);
  return faults;
}

const textOf = (source: Source, node: { start: number; end: number }): string => source.text.slice(node.start, node.end);

const fileLength: Rule = (source) => {
  const lines = source.text.split('\n').length - 1;
  const most = /^(?:web\/)?src\//.test(source.path) && !source.isTest ? FILE_LINES_MAX : TEST_FILE_LINES_MAX;
  if (lines <= most || source.path in LONG_FILES) return [];
  return [
    {
      at: source.text.length - 1,
      what: `${lines} lines`,
      rule: `A file has at most ${most} lines; divide it by what it does. Tables and generated files are listed with a reason in test/tidy.test.ts.`,
    },
  ];
};

const functionLength: TreeRule = (source, add) => {
  if (source.isTest || source.path in LONG_FILES) return null;
  const measure = (node: { start: number; end: number; id?: { name: string } | null }) => {
    const lines = source.lineAt(node.end - 1) - source.lineAt(node.start) + 1;
    if (lines > FUNCTION_LINES_MAX)
      add(
        node.start,
        `${node.id?.name ?? 'function'} has ${lines} lines`,
        `A function fits a screen: ${FUNCTION_LINES_MAX} lines at most.`,
      );
  };
  return { FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure };
};

const FORBIDDEN_WORDS = /^(utils?|helpers?|common|shared|misc|types)$/;
/** Names of the standards' own, for what they name. */
const TERMS = new Set(['shared-strings']);
const FORBIDDEN_ENDINGS = /(Manager|Service|Handler|Impl|Utils?|Helpers?)$/;

const fileNames: Rule = (source) => {
  const faults: Fault[] = [];
  for (const segment of source.path.replace(/(\.test)?\.tsx?$/, '').split('/')) {
    if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(segment))
      faults.push({ at: 0, what: segment, rule: 'Names of files and folders are in kebab-case.' });
    const word = TERMS.has(segment) ? undefined : segment.split('-').find((part) => FORBIDDEN_WORDS.test(part));
    if (word !== undefined) faults.push({ at: 0, what: segment, rule: `"${word}" says nothing: name the file after its main export.` });
  }
  return faults;
};

const names: TreeRule = (_source, add) => {
  const judge = (node: { id?: { name: string; start: number } | null }) => {
    if (node.id && FORBIDDEN_ENDINGS.test(node.id.name))
      add(node.id.start, node.id.name, 'Name it after what it does, without Manager, Service, Handler, Impl, Utils, Helper.');
    if (node.id && /^I[A-Z][a-z]/.test(node.id.name)) add(node.id.start, node.id.name, 'No "I" before the name of an interface.');
  };
  return { FunctionDeclaration: judge, ClassDeclaration: judge, TSInterfaceDeclaration: judge, TSTypeAliasDeclaration: judge };
};

const environment: TreeRule = (source, add) => {
  if (!isProductCode(source) || source.path === 'src/main/environment.ts') return null;
  return {
    MemberExpression: (node) => {
      if (textOf(source, node) === 'process.env')
        add(node.start, 'process.env', 'Only src/main/environment.ts reads the environment; pass the setting inward.');
    },
  };
};

const RANDOM =
  /^(Math\.random|crypto\.(random\w+|getRandomValues)|globalThis\.crypto\..*|randomUUID|randomBytes|randomInt|randomFillSync|getRandomValues)$/;
const CLOCK = /^(Date\.now|process\.hrtime(\.bigint)?)$/;
/** Globals that reach outside or wait: not for engine rooms. */
const OUTSIDE = /^(fetch|setTimeout|setInterval|setImmediate|performance\.now)$/;

const clocks: TreeRule = (source, add) => {
  const room = roomOf(source);
  if (!isProductCode(source) || room === null || CLOCK_ROOMS.includes(room)) return null;
  return {
    CallExpression: (node) => {
      const callee = textOf(source, node.callee);
      if (RANDOM.test(callee))
        add(node.start, callee, `Randomness is for ${CLOCK_ROOMS.join(', ')} only; others are given it (src/ports/clock.ts).`);
      if (CLOCK.test(callee))
        add(node.start, callee, `Clocks are for ${CLOCK_ROOMS.join(', ')} only; others are given one (src/ports/clock.ts).`);
      if (OUTSIDE.test(callee) && ENGINE_ROOMS.includes(room))
        add(node.start, callee, `${room}/ neither waits nor reaches outside: the same input gives the same bytes.`);
    },
    NewExpression: (node) => {
      if (textOf(source, node.callee) === 'Date' && node.arguments.length === 0) {
        add(node.start, 'new Date()', `Clocks are for ${CLOCK_ROOMS.join(', ')} only; others are given one (src/ports/clock.ts).`);
      }
    },
  };
};

const consoles: TreeRule = (source, add) => {
  const room = roomOf(source);
  if (!isProductCode(source) || room === null || CONSOLE_ROOMS.includes(room)) return null;
  return {
    CallExpression: (node) => {
      const callee = textOf(source, node.callee);
      if (callee.startsWith('console.')) add(node.start, callee, `Only ${CONSOLE_ROOMS.join(' and ')} write to the console.`);
    },
  };
};

const NAMESPACE = /https?:\/\/(?:schemas\.(?:openxmlformats|microsoft)\.|purl\.oclc\.)/;
/** Where names of Office's namespaces are written out: render/ may not import ooxml/. */
const NAMESPACE_TABLES = ['src/ooxml/names.ts', 'src/render/warm-up-files.ts'];

const namespaces: TreeRule = (source, add) => {
  if (!isProductCode(source) || NAMESPACE_TABLES.includes(source.path)) return null;
  const rule = 'Namespaces and relationship types are in the table src/ooxml/names.ts.';
  return {
    Literal: (node) => {
      if (typeof node.value === 'string' && NAMESPACE.test(node.value)) add(node.start, node.value.slice(0, 60), rule);
    },
    TemplateElement: (node) => {
      const found = NAMESPACE.exec(node.value.raw);
      if (found) add(node.start, found[0], rule);
    },
  };
};

const typeHoles: TreeRule = (source, add) => ({
  TSAnyKeyword: (node) => add(node.start, 'any', 'No any: write the type, or unknown and a check.'),
  TSAsExpression: (node) => {
    const inner = node.expression.type === 'ParenthesizedExpression' ? node.expression.expression : node.expression;
    if (inner.type === 'TSAsExpression' && inner.typeAnnotation.type === 'TSUnknownKeyword')
      add(node.start, 'as unknown as', 'No cast through unknown: parse at the edge.');
  },
  CatchClause: (node) => {
    const commented = source.comments.some((comment) => comment.start > node.body.start && comment.end < node.body.end);
    if (node.body.body.length === 0 && !commented)
      add(node.start, 'empty catch', 'An error is dealt with, or a comment in the block says why nothing needs to be done.');
  },
});

const comments: Rule = (source) => {
  const faults: Fault[] = [];
  for (const comment of source.comments) {
    const silenced = /@ts-(ignore|nocheck)/.exec(comment.value);
    if (silenced) faults.push({ at: comment.start, what: silenced[0], rule: 'The type checker is not silenced.' });
    const left = /\b(TODO|FIXME|XXX)\b/.exec(comment.value);
    if (left) faults.push({ at: comment.start, what: left[0], rule: 'Do it now, or write an issue.' });
  }
  return faults;
};

const spreadExtremes: TreeRule = (source, add) => {
  if (!isProductCode(source)) return null;
  return {
    CallExpression: (node) => {
      const callee = textOf(source, node.callee);
      if (/^Math\.(?:min|max)$/.test(callee) && node.arguments.some(({ type }) => type === 'SpreadElement'))
        add(node.start, callee, 'A long list spread into a call overflows the stack: minOf and maxOf (src/base/extremes.ts) take any.');
    },
  };
};

const onlyTests: TreeRule = (source, add) => {
  if (!source.isTest) return null;
  return {
    CallExpression: (node) => {
      if (/^(test|it|describe|suite)\.only$/.test(textOf(source, node.callee)))
        add(node.start, textOf(source, node.callee), 'A test that silences the others is not committed.');
    },
  };
};

const TEXT_RULES: readonly Rule[] = [fileLength, fileNames, comments];
const TREE_RULES: readonly TreeRule[] = [
  functionLength,
  names,
  environment,
  clocks,
  consoles,
  namespaces,
  typeHoles,
  spreadExtremes,
  onlyTests,
];

const violationsOf = (source: Source): Violation[] =>
  [...TEXT_RULES.flatMap((rule) => rule(source)), ...visit(source, TREE_RULES)].map(({ at, what, rule }) => ({
    path: source.path,
    line: source.lineAt(at),
    what,
    rule,
  }));

function assertNone(violations: readonly Violation[]): void {
  assert.equal(violations.length, 0, `\n${describeViolations(violations)}\n`);
}

test('the sources keep the habits of the house', () => {
  assertNone(readSources(['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', 'sdk/**/*.ts', 'web/src/**/*.{ts,tsx}']).flatMap(violationsOf));
});

// ------------------------------------------------------------------------------------------------- what rooms give each other

/** Files of src that a file of another room imports. */
function publicFiles(sources: readonly Source[]): ReadonlySet<string> {
  const targets = sources.flatMap((source) =>
    source.imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => posix.join(posix.dirname(source.path), specifier))
      .filter((target) => target.split('/')[1] !== roomOf(source)),
  );
  return new Set(targets);
}

/** A comment on the lines directly above; the one that begins a file is the file's own where an empty line follows. */
const hasDocstring = ({ text, comments: all }: Source, start: number): boolean =>
  all.some(({ type, value, end }) => type === 'Block' && value.startsWith('*') && end <= start && text.slice(end, start) === '\n');

/** Exported functions without a docstring of their own: name and position. */
function undocumented(source: Source): { name: string; at: number }[] {
  return source.program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) return [];
    const { declaration } = node;
    const named =
      declaration.type === 'FunctionDeclaration'
        ? declaration.id?.name
        : declaration.type === 'VariableDeclaration' && /^(?:Arrow)?FunctionExpression$/.test(declaration.declarations[0]?.init?.type ?? '')
          ? textOf(source, declaration.declarations[0]?.id ?? node).split(':', 1)[0]
          : undefined;
    return named === undefined || hasDocstring(source, node.start) ? [] : [{ name: named, at: node.start }];
  });
}

test('every function that a room gives to others has a docstring of its own', () => {
  const sources = readSources(['src/**/*.ts']).filter(isProductCode);
  const known = publicFiles(sources);
  const rule = 'Other rooms import this file: say shapes, units, errors and sources in a docstring.';
  assertNone(
    sources
      .filter(({ path }) => known.has(path))
      .flatMap((source) => undocumented(source).map(({ name, at }) => ({ path: source.path, line: source.lineAt(at), what: name, rule }))),
  );
  const names = (text: string): string[] => undocumented(parseSource('src/base/a.ts', text)).map(({ name }) => name);
  assert.deepEqual(
    names('/** The file. */\n\nexport function a() {}\n/** B. */\nexport const b = (): void => {};\nexport const c = () => 1;'),
    ['a', 'c'],
  );
});

test('a long file that is excused exists and is long', () => {
  for (const path of Object.keys(LONG_FILES)) {
    assert.ok(
      readFileSync(ROOT + path, 'utf8').split('\n').length > FILE_LINES_MAX,
      `${path} needs no excuse in test/tidy.test.ts any more`,
    );
  }
});

// ------------------------------------------------------------------------------------------------- all text in the repo

/** Places that exist only on a user's machine or network. The text is split so that this file does not name one. */
const PLACES: readonly [pattern: RegExp, what: string][] = [
  [/\/work\/(main|shared|wiki)\b/g, 'a path of one machine'],
  [/\/(home|Users)\/(?!user\b|octavo\b)[a-z][\w.-]*\//g, 'a path of one machine'],
  [/https?:\/\/[^\s"'/]*(registry\.|npmjs|yarnpkg|artifactory|verdaccio|pkg\.dev)[^\s"']*/g, 'the address of a package registry'],
];

test('no text names a machine or a package registry', (t) => {
  const tracked = listTrackedFiles();
  if (tracked === null) return t.skip('not a git checkout');
  const violations: Violation[] = [];
  for (const path of tracked.filter((name) =>
    /\.(ts|js|mjs|json|md|sh|yml|yaml|toml|sql|conf|txt|html)$|\/(run|octavo)$|NOTICE$/.test(name),
  )) {
    const text = readFileSync(ROOT + path, 'utf8');
    for (const [pattern, what] of PLACES) {
      for (const match of text.matchAll(pattern)) {
        const line = text.slice(0, match.index).split('\n').length;
        violations.push({ path, line, what: match[0], rule: `The repository holds for every machine: this is ${what}.` });
      }
    }
  }
  assertNone(violations);
});

const DECISION_PARTS = [/^## .*question/im, /^## .*decision/im, /^## .*rejected/im, /^## .*change our mind/im];

function decisionFaults(path: string, text: string): Violation[] {
  const faults: string[] = [];
  if (!/^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/.test(path)) faults.push('is not named NNNN-title.md');
  for (const [at, part] of DECISION_PARTS.entries()) {
    if (!part.test(text)) faults.push(`lacks the part "${['Question', 'Decision', 'Rejected', 'What would change our mind'][at]}"`);
  }
  if (text.split('\n').length > 100) faults.push('is longer than a page (100 lines)');
  return faults.map((what) => ({
    path,
    line: 1,
    what,
    rule: 'A decision: question, decision, what was rejected, what would change our mind; one page.',
  }));
}

test('every decision has its four parts and its own number', (t) => {
  const tracked = listTrackedFiles();
  if (tracked === null) return t.skip('not a git checkout');
  const paths = tracked.filter((path) => path.startsWith('docs/decisions/') && path.endsWith('.md'));
  assertNone(paths.flatMap((path) => decisionFaults(path, readFileSync(ROOT + path, 'utf8'))));
  const numbers = paths.map((path) => path.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4));
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  assert.deepEqual(twice, [], 'two decisions have one number');
});

// ------------------------------------------------------------------------------------------------- the rules themselves

function check(path: string, text: string, expected: readonly string[]): void {
  assert.deepEqual(
    violationsOf(parseSource(path, text)).map((violation) => violation.what),
    expected,
  );
}

test('the rules see what they should, and nothing else', () => {
  check('src/writers/docx.ts', 'const a = Date.now();\nconst b = new Date(0);', ['Date.now']);
  check('src/writers/docx.ts', 'const a = new Date();', ['new Date()']);
  check('src/render/pool.ts', 'const a = Date.now(); const b = Math.random();', []);
  check('src/accounts/keys.ts', 'const a = randomBytes(20);', ['randomBytes']);
  check('src/accounts/keys.test.ts', 'const a = randomBytes(20);', []);
  check('src/review/rule.ts', 'setTimeout(run, 1);', ['setTimeout']);
  check('src/pipeline/create.ts', 'const a = process.env.HOME; console.log(a);', ['process.env', 'console.log']);
  check('src/main/environment.ts', 'const a = process.env.HOME; console.log(a);', []);
  check('src/base/text.ts', 'const a: any = 1; const b = a as unknown as string;', ['any', 'as unknown as']);
  check('src/base/text.ts', 'try { f(); } catch {}', ['empty catch']);
  check('src/base/text.ts', 'try { f(); } catch { /* gone already: nothing is left to do */ }', []);
  check('src/base/text.ts', '// TODO later\nconst text = "TODO";', ['TODO']);
  check('src/writers/docx.ts', "const a = 'http://schemas.openxmlformats.org/a'; const b = `x ${a} http://purl.oclc.org/`;", [
    'http://schemas.openxmlformats.org/a',
    'http://purl.oclc.',
  ]);
  check('src/base/text-utils.ts', 'class FileManager {}\ninterface IBlobs {}\ninterface Item {}', ['text-utils', 'FileManager', 'IBlobs']);
  check('src/base/shared-text.ts', '', ['shared-text']);
  check('src/writers/xlsx/shared-strings.ts', '', []);
  check('src/base/lineHeight.ts', '', ['lineHeight']);
  check('src/base/long.ts', `function f() {\n${'f();\n'.repeat(68)}}\nfunction g() {\n${'f();\n'.repeat(69)}}\n`, ['g has 71 lines']);
  check('src/base/long.ts', 'f();\n'.repeat(401), ['401 lines']);
  check('src/base/long.ts', 'f();\n'.repeat(400), []);
  check('src/base/text.ts', 'const a = Math.min(...b); const c = Math.max(0, ...b); const d = Math.max(b, c);', ['Math.min', 'Math.max']);
  check('src/base/text.test.ts', 'test.only("x", () => {});', ['test.only']);
});
