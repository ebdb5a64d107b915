/** Every text in every language: the types hold the keys, this holds what types cannot see. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('./', import.meta.url));
type Catalogue = Readonly<Record<string, unknown>>;

async function read(path: string, language: 'en' | 'es'): Promise<Catalogue> {
  const module = (await import(`${ROOT}${path}`)) as Record<string, Catalogue>;
  assert.ok(module[language], `${path} exports ${language}`);
  return module[language];
}

/** `a.b` → its kind, and how many values a function takes. */
function shapeOf(catalogue: Catalogue, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? shapeOf(value as Catalogue, `${prefix}${key}.`)
      : [`${prefix}${key}: ${typeof value === 'function' ? `function of ${value.length}` : typeof value}`],
  );
}

const emptyIn = (catalogue: Catalogue): string[] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' && value.trim() === ''
      ? [key]
      : typeof value === 'object' && value !== null
        ? emptyIn(value as Catalogue)
        : [],
  );

test('each catalogue says in Spanish what it says in English', async () => {
  const paths = globSync('**/messages.en.ts', { cwd: ROOT }).sort();
  assert.ok(paths.length >= 4, paths.join(', '));
  assert.equal(globSync('**/messages.es.ts', { cwd: ROOT }).length, paths.length);
  for (const path of paths) {
    const [en, es] = [await read(path, 'en'), await read(path.replace('.en.', '.es.'), 'es')];
    assert.deepEqual(shapeOf(es).sort(), shapeOf(en).sort(), path);
    assert.deepEqual([...emptyIn(en), ...emptyIn(es)], [], path);
  }
});
