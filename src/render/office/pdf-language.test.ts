import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellLanguage } from './pdf-language.ts';

const told = (lang: string, pdf = 'before /Lang(zxx) after'): string =>
  Buffer.from(tellLanguage(new TextEncoder().encode(pdf), lang)).toString('latin1');

test('the language is in the same bytes', () => {
  assert.equal(told('es'), 'before /Lang(es)  after');
  assert.equal(told('en-GB'), 'before /Lang(en)  after');
  assert.equal(told('ast'), 'before /Lang(ast) after');
});

test('what fits nothing, or finds nothing to fill in, changes nothing', () => {
  assert.equal(told(''), 'before /Lang(zxx) after');
  assert.equal(told('i-klingon'), 'before /Lang(zxx) after');
  assert.equal(told('es', '/Lang(en-GB)'), '/Lang(en-GB)');
});
