import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../document/inline.ts';
import { readJson, readNotebook, readXmlText } from './json.ts';

test('a record on each line is a list of them; lines that are no records stand as they are', () => {
  const [table] = readJson(Buffer.from('{"a": 1.50, "b": "x"}\n\n{"a": 2, "c": null}\n')).value.blocks;
  assert.equal(table?.type, 'table');
  if (table?.type === 'table')
    assert.deepEqual(
      table.rows.map(({ cells }) => cells.map(({ runs }) => runs.map(({ text }) => text).join(''))),
      [
        ['a', 'b', 'c'],
        ['1.50', 'x', ''],
        ['2', '', ''],
      ],
    );
  const nested = readJson(Buffer.from('{"a": {"b": 1}}\n{"a": 2}'));
  assert.deepEqual([nested.value.blocks[0]?.type, nested.notes], ['code', []]);
  const broken = readJson(Buffer.from('{"a": 1}\n{"a":'));
  assert.deepEqual(
    broken.notes.map(({ code }) => code),
    ['part_damaged'],
  );
});

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

test('numbers stay as they are written, and members of one name are both given', () => {
  const text = (source: string): string => {
    const [block] = readJson(Buffer.from(source)).value.blocks;
    return block?.type === 'code'
      ? block.text
      : JSON.stringify(block?.type === 'table' && block.rows.at(-1)?.cells.map(({ runs }) => plainText(runs)));
  };
  assert.equal(
    text('{"a":1.50,"b":[12345678901234567890,{}],"a":"\\u00e9"}'),
    '{\n  "a": 1.50,\n  "b": [\n    12345678901234567890,\n    {}\n  ],\n  "a": "é"\n}',
  );
  assert.equal(text('[{"a":1.50,"b":12345678901234567890}]'), '["1.50","12345678901234567890"]');
  assert.equal(text('[{"a":1,"a":2}]'), '[\n  {\n    "a": 1,\n    "a": 2\n  }\n]');
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  assert.equal(text(deep), deep);
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

test('of an output its best form is given, and none is lost', () => {
  const output = (data: object): object => ({ output_type: 'execute_result', data });
  const outputs = [
    output({ 'text/plain': '<IPython.core.display.HTML object>', 'text/html': '<h2>Rates</h2><p>4 %' }),
    output({ 'text/plain': '<IPython.core.display.Markdown object>', 'text/markdown': '**x**' }),
    output({ 'text/latex': '$y$' }),
    output({ 'text/plain': 'a  b', 'text/html': '<table>' }),
    { output_type: 'stream', text: '\u001b[31mred\u001b[0m' },
  ];
  const read = readNotebook(Buffer.from(JSON.stringify({ cells: [{ cell_type: 'code', source: '', outputs }] })));
  const fence = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;
  assert.equal(read?.value, `${[fence('Rates\n4 %'), '**x**', fence('$y$'), fence('a  b'), fence('red')].join('\n\n')}\n`);
});

test('XML is text', () => {
  const [block] = readXmlText(Buffer.from('<?xml version="1.0"?>\n<r>1</r>\n')).value.blocks;
  assert.equal(block?.type === 'code' && block.text, '<?xml version="1.0"?>\n<r>1</r>');
});

test('a string as long as a file is read, with and without escapes', () => {
  for (const long of ['a'.repeat(12_000_000), '\\"\\\\'.repeat(3_000_000)]) {
    const written = JSON.stringify({ long, short: 'x' });
    const { value } = readJson(new TextEncoder().encode(written));
    assert.ok(value.blocks.some((block) => block.type === 'code' && block.text.endsWith('"short": "x"\n}')));
  }
});
