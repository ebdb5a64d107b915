import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import type { extractionSchema } from '../../contract/file.ts';
import { presentExtraction } from './present-extraction.ts';

type Extraction = z.infer<typeof extractionSchema>;

const read = (fields: Partial<Extraction>): Extraction => ({
  object: 'extraction',
  id: 'ext_1',
  format: 'docx',
  markdown: 'Some text.',
  chars: 10,
  truncated: false,
  pages: null,
  notes: [],
  ...fields,
});
const present = (fields: Partial<Extraction>, offset = 0, maxChars = 1000) =>
  presentExtraction(read(fields), { offset, maxChars }).content.map((part) =>
    part.type === 'text' ? part.text : `<${part.type === 'image' ? part.mimeType : part.type}>`,
  );

test('notes and a cut come before the text, and once', () => {
  const notes: Extraction['notes'] = [{ code: 'hidden_text', severity: 'warning', message: '3 words are hidden.' }];
  const [text = ''] = present({ notes, truncated: true, chars: 99 });
  assert.equal(
    text,
    '[docx, 10 characters]\nNotes:\n- warning hidden_text: 3 words are hidden.\n' +
      '- warning: the text has 99 characters and was cut at 10; read the rest with pages\nSome text.',
  );
  assert.deepEqual(present({ notes }, 5), ['[docx, 10 characters]\ntext.']);
  assert.match(present({ notes }, 0, 4)[0] ?? '', /Some\n\[6 more characters: read on with offset 4\]$/);
});

test('tables and layout stand in the place of the text, one on each line', () => {
  const tables = [
    { page: 1, caption: null, header_rows: 1, rows: [['A', null]] },
    { page: 2, caption: 'B', header_rows: 0, rows: [] },
  ];
  const layout = {
    pages: [{ page: 1, width: 10, height: 20 }],
    blocks: [{ page: 1, type: 'paragraph', text: 'x', box: [1, 2, 3, 4] as [number, number, number, number] }],
  };
  const lines = (present({ tables, layout })[0] ?? '').split('\n');
  assert.equal(lines[1], '2 tables:');
  assert.deepEqual(JSON.parse(lines[2] ?? ''), tables[0]);
  assert.deepEqual(JSON.parse(lines.at(-1) ?? ''), layout.blocks[0]);
  assert.ok(!lines.includes('Some text.'));
});

test('pictures come as pictures, as far as they can be shown', () => {
  const picture = (name: string, type: string, data = 'AAAA') => ({ name, page: 2, content_type: type, alt: 'A chart', data });
  const pictures = [
    picture('a.png', 'image/png'),
    picture('b.emf', 'image/x-emf'),
    picture('c.png', 'image/png', 'A'.repeat(9_000_000)),
    ...Array.from({ length: 13 }, (_, at) => picture(`d${at}.jpg`, 'image/jpeg')),
  ];
  const parts = present({ pictures }).slice(1);
  assert.deepEqual(parts.slice(0, 5), [
    '16 pictures:',
    'a.png, page 2, image/png, A chart',
    '<image/png>',
    'b.emf, page 2, image/x-emf, A chart (not shown)',
    'c.png, page 2, image/png, A chart (not shown)',
  ]);
  assert.equal(parts.filter((part) => part.startsWith('<')).length, 12);
});
