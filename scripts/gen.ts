/**
 * `npm run gen`: writes the files that follow from the code; with `--check` it only tells which of them are stale.
 * The JSON Schema of the content model, and the lock of the npm packages, completed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { blockSchema } from '../src/document/block.ts';
import { completeLock } from './complete-lock.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

function contentSchema(): string {
  const schema = z.toJSONSchema(blockSchema, { io: 'input', target: 'draft-2020-12' });
  return `${JSON.stringify({ ...schema, title: 'Octavo content block' }, null, 2)}\n`;
}

/** Path from the root → its text. */
const GENERATED: Record<string, () => string> = {
  'docs/content.schema.json': contentSchema,
  'package-lock.json': () => completeLock(readFileSync(`${ROOT}package-lock.json`, 'utf8')),
};

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [path, generate] of Object.entries(GENERATED)) {
  const text = generate();
  if (existsSync(ROOT + path) && readFileSync(ROOT + path, 'utf8') === text) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(ROOT + path), { recursive: true });
  writeFileSync(ROOT + path, text);
}
for (const path of stale) console.log(check ? `${path} is stale: npm run gen` : `wrote ${path}`);
process.exitCode = check && stale.length > 0 ? 1 : 0;
