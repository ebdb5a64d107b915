import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../document/inline.ts';
import { readJson, readNotebook, readXmlText } from './json.ts';

test('a list of records is a table with all their fields, other values are set out in lines', () => {
  const [table] = readJson(Buffer.from('[{"a":1,"b":"x"},{"b":null,"c":true}]')).value.blocks;
  assert.deepEqual(table?.type === 'table' && table.rows.map((row) => row.cells.map(({ runs }) => plainText(runs))), [
    ['a', 'b', 'c'],
    ['1', 'x', ''],
    ['', '', 'true'],
  ]);
  const [nested] = readJson(Buffer.from('{"a":[1,{"b":2}]}')).value.blocks;
  assert.equal(nested?.type === 'code' && nested.text, JSON.stringify({ a: [1, { b: 2 }] }, null, 2));
});

test('damaged JSON is given as it stands, with a note', () => {
  const { value, notes } = readJson(Buffer.from('{"a":'));
  assert.deepEqual([value.blocks[0]?.type, notes.map(({ code }) => code)], ['code', ['part_damaged']]);
});

test('a notebook gives its texts, its code and what that printed, and says that pictures are left out', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# T\n', 'text'] },
    {
      cell_type: 'code',
      source: 'print("```")',
      outputs: [
        { output_type: 'stream', text: ['1\n'] },
        { output_type: 'error', ename: 'KeyError', evalue: 'x' },
        { output_type: 'display_data', data: { 'image/png': 'aaaa' } },
      ],
    },
    { cell_type: 'code', source: '', outputs: 7 },
  ];
  const read = readNotebook(Buffer.from(JSON.stringify({ cells, metadata: { language_info: { name: 'julia' } } })));
  assert.equal(read?.value, '# T\ntext\n\n````julia\nprint("```")\n````\n\n```text\n1\n```\n\n```text\nKeyError: x\n```\n');
  assert.deepEqual(
    read?.notes.map(({ code }) => code),
    ['part_left_out'],
  );
  assert.equal(readNotebook(Buffer.from('{"cells":3}')), null);
  assert.equal(readNotebook(Buffer.from('nothing')), null);
});

test('XML is text', () => {
  const [block] = readXmlText(Buffer.from('<?xml version="1.0"?>\n<r>1</r>\n')).value.blocks;
  assert.equal(block?.type === 'code' && block.text, '<?xml version="1.0"?>\n<r>1</r>');
});
