/** Which paragraphs of a Word file are told as headings and items of lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { listContent } from './list-content.ts';

const style = (id: string, name: string, inner: string, base = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${base === '' ? '' : `<w:basedOn w:val="${base}"/>`}<w:pPr>${inner}</w:pPr></w:style>`;
const numbered = (id: string): string => `<w:numPr><w:numId w:val="${id}"/></w:numPr>`;
const styles: ExtraParts = {
  entries: [
    {
      name: 'word/styles.xml',
      data: `<w:styles xmlns:w="${W}">${[
        style('H1', 'heading 1', '<w:outlineLvl w:val="0"/>'),
        style('Clause', 'Clause Heading', '', 'H1'),
        style('Contents', 'TOC Heading', '<w:outlineLvl w:val="9"/>', 'H1'),
        style('Dash', 'Aufzählung Strich', numbered('1')),
        style('Dash2', 'Aufzählung tiefer', '', 'Dash'),
        style('Ring', 'Ring', '', 'Ring'),
      ].join('')}</w:styles>`,
    },
  ],
  types: [{ name: 'word/styles.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml' }],
  relationships: [{ id: 'rIdS', type: `${OFFICE_RELATIONSHIP}styles`, target: 'styles.xml' }],
};
const p = (id: string, more = ''): string => `<w:p><w:pPr><w:pStyle w:val="${id}"/>${more}</w:pPr><w:r><w:t>a</w:t></w:r></w:p>`;

test('headings and items by a style that is based on another, or by an outline level, were told as paragraphs', () => {
  const body = [
    p('H1'),
    p('Clause'),
    p('Contents'),
    p('H1', '<w:outlineLvl w:val="9"/>'),
    p('Ring', '<w:outlineLvl w:val="2"/>'),
    p('Dash'),
    p('Dash2'),
    p('Dash', numbered('0')),
    p('Ring', numbered('1')),
    p('Ring'),
  ];
  const told = listContent(wrapInDocx(body.join(''), styles)).map(({ type, level }) => (level === undefined ? type : `${type} ${level}`));
  assert.deepEqual(told, [
    'heading 1',
    'heading 1',
    'paragraph',
    'paragraph',
    'heading 3',
    'list_item',
    'list_item',
    'paragraph',
    'list_item',
    'paragraph',
  ]);
});
