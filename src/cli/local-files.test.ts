import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { readGivenData, readGivenOperations } from './local-files.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-given-'));
  await writeFile(join(folder, 'logo.png'), 'PNG');
});
after(() => rm(folder, { recursive: true, force: true }));

const given = async (value: unknown): Promise<string> => {
  const path = join(folder, 'given.json');
  await writeFile(path, JSON.stringify(value));
  return path;
};
const DATA = Buffer.from('PNG').toString('base64');

test('files that operations name by their paths come as bytes; ids, bytes and addresses stay', async () => {
  const operations = [
    { op: 'insert_image', target: 'p1', image: 'logo.png' },
    { op: 'insert_image', target: 'p1', image: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4' },
    { op: 'insert_pages', file: { url: 'https://example.org/a.pdf' } },
    { op: 'replace_text', find: 'file', replace: 'logo.png' },
  ];
  const [first, ...others] = operations;
  for (const asked of [operations, { operations }])
    assert.deepEqual(await readGivenOperations(await given(asked)), [{ ...first, image: { data: DATA, filename: 'logo.png' } }, ...others]);
  const absent = await given([{ op: 'insert_image', target: 'p1', image: 'absent.png' }]);
  await assert.rejects(
    readGivenOperations(absent),
    (error) => error instanceof Refusal && /absent\.png cannot be read/.test(error.message),
  );
  assert.equal(await readGivenOperations(await given('nothing')), 'nothing');
});

test('pictures of a template come by their paths wherever they are in the data', async () => {
  const data = {
    name: 'Ana',
    rows: [{ logo: { file: 'logo.png', alt: 'A logo' } }],
    list: { file: 'report.pdf' },
    kept: { file: 'logo.png', size: 3 },
  };
  assert.deepEqual(await readGivenData(await given(data)), { ...data, rows: [{ logo: { data: DATA, alt: 'A logo' } }] });
});
