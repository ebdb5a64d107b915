import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeAttribute, escapeText } from './xml-text.ts';

function check(input: string, expected: { text: string; attribute: string }): void {
  assert.deepEqual({ text: escapeText(input), attribute: escapeAttribute(input) }, expected);
}

test('plain text passes untouched', () =>
  check('Zażółć 日本 😀 – “ok”', { text: 'Zażółć 日本 😀 – “ok”', attribute: 'Zażółć 日本 😀 – “ok”' }));
test('markup is escaped', () =>
  check('a<b>&"c"]]>', { text: 'a&lt;b&gt;&amp;"c"]]&gt;', attribute: 'a&lt;b&gt;&amp;&quot;c&quot;]]&gt;' }));
test('white space survives in attributes', () => check('a\tb\nc\rd', { text: 'a\tb\nc&#13;d', attribute: 'a&#9;b&#10;c&#13;d' }));
test('what XML 1.0 forbids is dropped', () => check('a\u0000\u0007\u000b\ufffe\uffffb', { text: 'ab', attribute: 'ab' }));
test('lone surrogates are dropped, pairs stay', () => check('a\ud83db\ude00c😀', { text: 'abc😀', attribute: 'abc😀' }));
test('C1 controls and U+FFFD are allowed', () => check('\u0085\ufffd', { text: '\u0085\ufffd', attribute: '\u0085\ufffd' }));
