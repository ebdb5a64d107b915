/** Word files made in a supplied one: what stays, what goes, and by which styles the text is set. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { resolveDesign } from '../src/document/design-look.ts';
import { chooseTheme } from '../src/document/theme-choice.ts';
import { openOfficePackage, partNames, readPart } from '../src/ooxml/office-package.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { copyWordLook } from '../src/templates/word-look.ts';
import { readWordTemplate } from '../src/templates/word-template.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { templateWord } from './support/template-word.ts';
import { validateOffice } from './support/validate-office.ts';

const MARKDOWN = `---
title: Cold chain
subtitle: What breaks it
author: Ana Ruiz
date: 22 November 2026
---

# Cold chain

Three depots cause most of the losses, and two investments mend them; this says which.

## Where it breaks

- Bilbao
  - at the dock
- Vigo

1. First
2. Second

| Depot | Cost |
|---|---:|
| Bilbao | 12 |
| Vigo | 9 |

A note[^1] and [a link](https://example.com).

[^1]: Eleven years.
`;

function wordOn(file: Uint8Array, markdown = MARKDOWN): Uint8Array {
  const { value } = readMarkdown(markdown, { pictures: 0 });
  const { design, template } = copyWordLook(file, 'docx');
  const { look } = resolveDesign('report', design, {}, chooseTheme({ title: 'Cold chain', organization: undefined, text: '' }));
  const placed = template === undefined ? look : { ...look, template };
  const { document } = composeDocument(
    { blocks: value.blocks, meta: value.meta, lang: 'en', name: null, assets: new Map(), limits: undefined },
    placed,
  );
  return buildDocx(document, placed, { created: new Date('2026-11-22T00:00:00Z') }).render;
}

const partOf = (bytes: Uint8Array, name: string): string => Buffer.from(readPart(openOfficePackage(bytes), name)).toString('utf8');

test('headers, theme and logo stay byte for byte, the text is ours in the template’s styles, and nothing of its own is left', async () => {
  const file = templateWord();
  const made = wordOn(file);
  const [before, after] = [openOfficePackage(file), openOfficePackage(made)];
  for (const name of ['word/header1.xml', 'word/media/logo.png', 'word/theme/theme1.xml'])
    assert.ok(Buffer.from(readPart(before, name)).equals(Buffer.from(readPart(after, name))), name);
  assert.ok(!partNames(after).includes('word/media/old.png'));
  const body = partOf(made, 'word/document.xml');
  assert.doesNotMatch(body, /Old text/);
  assert.match(body, /<w:pStyle w:val="Title"\/>.*Cold chain/s);
  assert.match(body, /<w:pStyle w:val="CorpHead"\/>.*Where it breaks/s);
  assert.match(body, /<w:pStyle w:val="CorpBody"\/>.*Three depots/s);
  assert.match(body, /<w:numPr><w:ilvl w:val="0"\/><w:numId w:val="7"\/><\/w:numPr>.*Bilbao/s);
  assert.match(body, /<w:tblStyle w:val="CorpTable"\/>/);
  assert.match(body, /<w:sectPr>.*<w:headerReference w:type="default" r:id="rIdH"\/>.*<w:pgSz w:w="12240" w:h="15840"\/>.*w:left="2000"/s);
  const styles = partOf(made, 'word/styles.xml');
  for (const id of ['CorpHead', 'CorpBody', 'CorpTable']) assert.match(styles, new RegExp(`w:styleId="${id}"`));
  assert.doesNotMatch(partOf(made, 'word/settings.xml'), /documentProtection|attachedTemplate/);
  assert.deepEqual(await validateOffice(made, 'docx'), []);
});

test('a title page is recognised and filled, and the title is not said twice', async () => {
  const made = wordOn(templateWord({ front: true }));
  const body = partOf(made, 'word/document.xml');
  assert.doesNotMatch(body, /Old report|Somebody|1 January 2020/);
  assert.deepEqual(
    ['Cold chain', 'What breaks it', 'Ana Ruiz', '22 November 2026'].map((words) => body.split(`>${words}<`).length - 1),
    [1, 1, 1, 1],
  );
  assert.deepEqual(await validateOffice(made, 'docx'), []);
  assert.match(copyWordLook(templateWord({ front: true }), 'docx').copied.join(), /title page, filled in/);
  assert.match(
    copyWordLook(templateWord(), 'docx')
      .notCopied.map(({ what }) => what)
      .join(),
    /a title page/,
  );
});

test('a file that was formatted by hand gets styles made from what it does most', async () => {
  const file = templateWord({ byHand: true });
  const { byHand, textByHand, looks } = readWordTemplate(file);
  assert.deepEqual([byHand, textByHand, looks.body.font, looks.body.sizePt, looks.headings[0]?.sizePt], [true, true, 'Verdana', 10, 15]);
  const made = wordOn(file);
  const styles = partOf(made, 'word/styles.xml');
  assert.match(styles, /w:styleId="OctavoText">.*w:ascii="Verdana"/s);
  assert.match(/<w:style [^>]*w:styleId="Heading1".*?<\/w:style>/s.exec(styles)?.[0] ?? '', /w:ascii="Verdana".*<w:sz w:val="30"\/>/s);
  assert.match(partOf(made, 'word/document.xml'), /<w:pStyle w:val="OctavoText"\/>.*Three depots/s);
  assert.deepEqual(await validateOffice(made, 'docx'), []);
});

test('a template file becomes a document, and other formats get a design of it', () => {
  assert.match(partOf(wordOn(templateWord({ main: 'template.main+xml' })), '[Content_Types].xml'), /wordprocessingml\.document\.main\+xml/);
  const { template, design, notCopied } = copyWordLook(templateWord(), 'pptx');
  assert.deepEqual([template, design.faces?.display, design.palette?.accent], [undefined, 'Georgia', 'B4532A']);
  assert.match(notCopied[0]?.reason ?? '', /parts of a Word file/);
});

test('what is no Word file, or one with macros, is refused', () => {
  assert.throws(() => copyWordLook(templateWord({ macros: true }), 'docx'), /macro/);
  assert.throws(() => copyWordLook(Buffer.from('no zip'), 'docx'));
  assert.equal(resolveLook('report').template, undefined);
});
