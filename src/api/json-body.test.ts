import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { canonicalJson, parseJsonBody } from './json-body.ts';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

function faults(text: string | Uint8Array): string[] {
  try {
    parseJsonBody(Buffer.from(text as string));
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'input_invalid');
    for (const { message } of error.errors) assert.ok(message.length < 200, 'the message quotes the body');
    return error.errors.map(({ path }) => path).toSorted();
  }
}

test('JSON is parsed as it is', () => {
  assert.deepEqual(parse(' {"a":[1,"é",null,true,{"b":1e3}]} '), { a: [1, 'é', null, true, { b: 1000 }] });
  assert.deepEqual(parse('\ufeff{"a":1}'), { a: 1 });
});

test('what is no JSON is told without being quoted', () => {
  for (const text of ['', '  ', '{', '[1,]', "{'a':1}", 'NaN', '01', '"\t"', '{"a":1}x', 'undefined', '<xml/>', '\ufeff'])
    assert.deepEqual(faults(text), [''], JSON.stringify(text));
  for (const bytes of [[0xff], [0x22, 0xc3, 0x22], [0xfe, 0xff, 0x00, 0x7b], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xc0, 0xaf]])
    assert.deepEqual(faults(Uint8Array.from(bytes)), [''], bytes.join());
});

test('depth and number of values are bounded', () => {
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  assert.deepEqual(faults(nest(64)), []);
  assert.deepEqual(faults(nest(66)), ['']);
  assert.deepEqual(faults(nest(100_000)), ['']);
  assert.deepEqual(faults(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), ['']);
  assert.deepEqual(faults(`[${'1,'.repeat(199_990)}1]`), []);
  assert.deepEqual(faults(`[${'1,'.repeat(200_000)}1]`), ['']);
  assert.deepEqual(faults(`[${'[],'.repeat(200_000)}1]`), ['']);
});

test('text that no database holds is refused where it stands, and repaired in Markdown', () => {
  assert.deepEqual(faults(String.raw`{"a":["x","\u0000"],"b":"\ud800","c":"\ud83d\ude00"}`), ['/a/1', '/b']);
  assert.deepEqual(faults(String.raw`{"a\u0000":1}`), ['']);
  assert.deepEqual(faults(String.raw`{"content":{"markdown":"\u0000\udc00"}}`), []);
  assert.deepEqual(faults('{"__proto__":{"a":1},"x":{"__proto__":1}}'), ['/__proto__', '/x/__proto__']);
});

test('equal values have one canonical text', () => {
  assert.equal(
    canonicalJson(parse('{"b":1,"a":{"d":[1,2],"c":"x"}}')),
    canonicalJson(parse('{ "a": {"c":"\\u0078", "d":[1.0,2]}, "b":1 }')),
  );
  for (const [left, right] of [
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['[[1],2]', '[1,[2]]'],
    ['{"a":{"b":1}}', '{"a":{},"b":1}'],
    ['"a"', '["a"]'],
    ['0', 'false'],
  ] as const) {
    assert.notEqual(canonicalJson(parse(left)), canonicalJson(parse(right)), `${left} ${right}`);
  }
});

test('values and levels are counted before any of them is built, whatever texts hold', () => {
  const refused = (text: string): unknown => {
    try {
      return parseJsonBody(Buffer.from(text));
    } catch (error) {
      return error instanceof Refusal ? error.errors?.[0]?.message : error;
    }
  };
  assert.match(String(refused(`[${'{},'.repeat(300_000)}`)), /more than 200000 values/);
  assert.match(String(refused('['.repeat(100_000))), /deeper than 64 levels/);
  // what looks like structure in a text is none
  for (const text of ['[,{'.repeat(300_000), '\\', 'a"b', '\\"[', '"'])
    assert.deepEqual(refused(JSON.stringify({ text, next: ['{'] })), { text, next: ['{'] });
  assert.match(String(refused('{"open": "\\"')), /ends in the middle|not valid JSON/);
});

test('an object of very many properties is refused before anybody looks at them', () => {
  const keys = (count: number): string => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',');
  assert.deepEqual(faults(`{"metadata":{${keys(5_001)}}}`), ['/metadata']);
  assert.deepEqual(faults(`{${keys(5_001)}}`), ['']);
  assert.deepEqual(faults(`{"data":{${keys(5_000)}}}`), []);
});

test('a door may take fewer values than another', () => {
  const list = Buffer.from(`[${'1,'.repeat(30)}1]`);
  assert.throws(() => parseJsonBody(list, 20), /values that cannot be taken/);
  assert.ok(parseJsonBody(list, 40));
});
