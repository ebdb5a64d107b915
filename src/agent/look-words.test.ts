import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLookWords } from './look-words.ts';

test('a numbered source is named in four languages, and what else is said remains', () => {
  for (const [words, source, rest] of [
    ['template: source 1', 1, ''],
    ['Template: 2', 2, ''],
    ['template = source 3, dark green headings', 3, 'dark green headings'],
    ['like source 1', 1, ''],
    ['same look as source 2', 2, ''],
    ['in the style of the first source', 1, ''],
    ['use source 2 as the template', 2, ''],
    ['plantilla: fuente 1', 1, ''],
    ['con el aspecto de la fuente 2', 2, ''],
    ['como la fuente 1', 1, ''],
    ['usa la fuente 3 como plantilla', 3, ''],
    ['con el estilo de la segunda fuente', 2, ''],
    ['modèle : source 1', 1, ''],
    ['comme la source 2', 2, ''],
    ['Vorlage: Quelle 1', 1, ''],
    ['wie Quelle 2', 2, ''],
    ['verwende Quelle 1 als Vorlage', 1, ''],
    ['im Stil von Quelle 3', 3, ''],
  ] as const) {
    const wish = readLookWords(words);
    assert.deepEqual([wish?.source, wish?.rest, wish?.sure], [source, rest, true], words);
  }
});

test('a template that is ours or attached is a wish without a number', () => {
  for (const words of [
    'A deck on the cold chain. Use our template.',
    'Make a report with the attached template',
    'Haz una presentación con nuestra plantilla',
    'Usa la plantilla adjunta para el informe',
    'Une présentation avec notre modèle',
    'Ein Bericht mit unserer Vorlage',
    'copy the look of the attached deck',
    'con el aspecto del informe adjunto',
  ]) {
    const wish = readLookWords(words);
    assert.deepEqual([wish?.source, wish?.sure], [null, true], words);
  }
  for (const words of [
    'like the attached deck',
    'Un informe trimestral como el informe adjunto',
    'un rapport comme le rapport joint',
    'wie der beigefügte Bericht',
  ])
    assert.equal(readLookWords(words)?.sure, false, words);
});

test('matter is no look, and what is refused is not wished', () => {
  for (const words of [
    'Summarise the attached report',
    'Write a template for invoices',
    'a letter about our template',
    'Georgia, dark green headings, wide margins',
    'do not use our template',
    'sin usar la plantilla adjunta',
    'a report on sources 1 and 2',
    'resume el informe adjunto',
  ])
    assert.equal(readLookWords(words), null, words);
});
