/** What the documents say is held against the code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { eventDataSchemas } from '../src/contract/event.ts';
import { accountEventDataSchemas } from '../src/contract/webhook.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { listTrackedFiles, ROOT } from './support/read-sources.ts';

const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

test('docs/events.md lists every event with its data', () => {
  const rows = read('docs/events.md').matchAll(/^\| `([a-z_]+(?:\.[a-z_]+)?)` \|([^|]*)\|/gm);
  const shown = Object.fromEntries(
    Array.from(rows, ([, type = '', data = '']) => [type, Array.from(data.matchAll(/`(\w+)`/g), (match) => match[1]).sort()]),
  );
  const real = Object.fromEntries(Object.entries(eventDataSchemas).map(([type, schema]) => [type, Object.keys(schema.shape).sort()]));
  assert.deepEqual(shown, real);
});

test('docs/webhooks.md lists every event that belongs to no document, with its data', () => {
  const rows = read('docs/webhooks.md').matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|([^|]*)\|/gm);
  const shown = Object.fromEntries(
    Array.from(rows, ([, type = '', data = '']) => [type, Array.from(data.matchAll(/`(\w+)`/g), (match) => match[1]).sort()]),
  );
  const real = Object.fromEntries(
    Object.entries(accountEventDataSchemas).map(([type, schema]) => [type, Object.keys(schema.shape).sort()]),
  );
  assert.deepEqual(shown, real);
});

test('README.md lists every setting, and no other', () => {
  const real = new Set(
    [read('src/main/configuration.ts'), read('src/main/environment.ts')]
      .join('')
      .match(/^ {2}OCTAVO_[A-Z_]+(?=:)/gm)
      ?.map((name) => name.trim()),
  );
  const shown = new Set(Array.from(read('README.md').matchAll(/^\| `(OCTAVO_[A-Z_]+)` \|/gm), (match) => match[1]));
  assert.ok(real.size > 15, 'the settings were not found');
  assert.deepEqual([...shown].sort(), [...real].sort());
});

test('links between the documents lead somewhere', (t) => {
  const tracked = listTrackedFiles();
  if (tracked === null) return t.skip('not a git checkout');
  const broken: string[] = [];
  for (const path of tracked.filter((name) => name.endsWith('.md') && !name.startsWith('test/'))) {
    const text = read(path).replace(/^(`{3,}|~{3,})[^]*?^\1/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      if (/^(https?:|mailto:|img:|\/docs\/)/.test(target)) continue;
      if (!existsSync(ROOT + posix.join(posix.dirname(path), target))) broken.push(`${path} → ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

/** ```` ````markdown blocks=heading,paragraph notes=image_missing ```` … ```` ```` ````: what the reader makes of it. */
function listExamples(): { line: number; info: string; text: string }[] {
  const page = read('docs/markdown.md');
  return Array.from(page.matchAll(/^````markdown ([^\n]*)\n([^]*?)^````$/gm), (match) => ({
    line: page.slice(0, match.index).split('\n').length,
    info: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

test('docs/markdown.md: every example gives the blocks that it says', () => {
  const examples = listExamples();
  assert.ok(examples.length >= 20, `${examples.length} examples`);
  const [said, done]: [string[], string[]] = [[], []];
  for (const { line, info, text } of examples) {
    const words = (name: string): string => new RegExp(`\\b${name}=(\\S+)`).exec(info)?.[1] ?? '';
    const { value, notes } = readMarkdown(text, { pictures: 2 });
    said.push(`line ${line}: ${words('blocks')} ${words('notes')}`);
    done.push(`line ${line}: ${value.blocks.map(({ type }) => type).join(',')} ${notes.map(({ code }) => code).join(',')}`);
  }
  assert.deepEqual(done, said);
});
