import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { labelsOf, saysSource } from './labels.ts';
import { languageAt, sectionLanguages } from './section-languages.ts';

const heading = (id: string, level: number, text: string): Block => ({ id, type: 'heading', level, runs: [{ text }] });
const paragraph = (id: string, text: string, lang?: string): Block => ({
  id,
  type: 'paragraph',
  runs: [{ text, ...(lang === undefined ? {} : { lang }) }],
});
const divider = (id: string): Block => ({ id, type: 'divider' });
const LONG = 'Revenue grew in every region of the country, with a better margin than the year before.';

test('what is set around a section is in the language of the section', () => {
  const blocks = [
    heading('t', 1, 'Informe'),
    paragraph('t1', LONG, 'en'),
    heading('a', 2, 'Resultados'),
    divider('a1'),
    heading('b', 2, 'Summary'),
    paragraph('b1', LONG, 'en'),
    divider('b2'),
    heading('c', 3, 'Annex'),
    divider('c1'),
    heading('d', 2, 'Anexo'),
    divider('d1'),
  ];
  const languages = sectionLanguages(blocks, 'es');
  const at = (id: string): string => languageAt({ lang: 'es', languages }, id);
  assert.deepEqual(['a1', 'b2', 'c1', 'd1'].map(at), ['es', 'en', 'en', 'es']);
  assert.equal(sectionLanguages([heading('a', 1, 'One'), paragraph('p', LONG)], 'en').size, 0);
});

test('the language of a slide of short points is that of all of them', () => {
  const points: Block = {
    id: 'l',
    type: 'list',
    ordered: false,
    items: ['Revenue grew in all of the regions', 'There is less debt than before', 'We will hire in the north'].map((text, at) => ({
      blocks: [paragraph(`p${at}`, text)],
    })),
  };
  const slide: Block = { id: 's', type: 'slide', title: [{ text: 'What we have done' }], blocks: [points] };
  assert.equal(sectionLanguages([slide], 'es').get('s'), 'en');
});

test('labels are in eight languages, and others read the nearest', () => {
  assert.deepEqual(
    ['en', 'es-MX', 'fr', 'de-AT', 'pt-BR', 'it', 'ca', 'nl', 'gl', 'xx'].map((lang) => labelsOf(lang).table),
    ['Table', 'Tabla', 'Tableau', 'Tabelle', 'Tabela', 'Tabella', 'Taula', 'Tabel', 'Tabla', 'Table'],
  );
  assert.deepEqual([labelsOf('en-US').organization, labelsOf('en').organization], ['Organization', 'Organisation']);
  assert.ok(['Source: x', 'Fuentes: x', 'Source\u00a0: x', 'Quelle: x', 'Fonte: x'].every(saysSource) && !saysSource('Sourced from x'));
});
