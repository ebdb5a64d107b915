import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readYaml } from './bounded-yaml.ts';

const faultOf = (text: string): string => {
  const read = readYaml(text);
  return 'fault' in read ? read.fault : 'none';
};

test('YAML and JSON are read, and a key that stands twice is told', () => {
  assert.deepEqual(readYaml('a: {b: [1, two]}\nc:\n  - "x"\n  -'), { value: { a: { b: [1, 'two'] }, c: ['x', null] } });
  assert.deepEqual(readYaml('{"a": 1, "b": {"c": 2, "c": 3}}'), { value: { a: 1, b: { c: 3 } }, doubled: 'c' });
  assert.deepEqual(readYaml('{"a": {"b": 1}, "c": {"b": 1}}'), { value: { a: { b: 1 }, c: { b: 1 } } });
});

test('YAML that is nested deeply, refers to itself or has lists for keys is refused with the reason', () => {
  for (const deep of ['['.repeat(20_000), '{a: '.repeat(5_000), '- '.repeat(10_000), `${'['.repeat(25)}${']'.repeat(25)}`])
    assert.equal(faultOf(deep), 'it is nested more than 24 deep', deep.slice(0, 20));
  // brackets in its strings hide no depth
  assert.equal(faultOf(`${`["${']'.repeat(24)}", `.repeat(30)}1${']'.repeat(30)}`), 'it is nested more than 24 deep');
  assert.equal(faultOf(`${'['.repeat(24)}${']'.repeat(24)}`), 'none');
  for (const key of ['? '.repeat(500), '{[a]: 1}', '{{a: 1}: 2}'])
    assert.equal(faultOf(key), 'one of its keys is not a word', key.slice(0, 20));
  assert.equal(faultOf('a: &x [1]\nb: *x'), 'it refers to another place of itself (`*name`)');
  assert.equal(faultOf('a: b\nc: [1'), 'Flow sequence in block collection must be sufficiently indented and end with a ] (line 2 of it)');
  assert.equal(faultOf(`a: ${'b'.repeat(30_000)}`), 'it is longer than 30000 characters');
});
