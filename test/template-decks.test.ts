/** Presentations made in a supplied template: what stays, what goes, and where the content is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOfficePackage, partNames, readPart, readXmlPart, relationshipsOf } from '../src/ooxml/office-package.ts';
import { resolveLook } from '../src/document/look.ts';
import { composeDeck } from '../src/document/compose-deck.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { copyDeckLook } from '../src/templates/deck-look.ts';
import { readDeckTemplate } from '../src/templates/deck-template.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { templateDeck, USUAL_LAYOUTS } from './support/template-deck.ts';
import { validateOffice } from './support/validate-office.ts';

const MARKDOWN = `---
title: Cold chain
author: Ana Ruiz
---

::slide{layout=title}
# Cold chain

::slide{layout=section}
# Where it breaks

::slide
## Three depots

- Bilbao loses six a month
  - at the dock
- Vigo has old reefers
- All others are within the limit

::slide
## Costs

| Depot | Cost |
|---|---:|
| Bilbao | 12 |
| Vigo | 9 |

:::notes
Say why.
:::

::slide
## By quarter

:::chart{type=column x=Quarter y="Cost"}
| Quarter | Cost |
|---|---:|
| Q1 | 7 |
| Q2 | 4 |
:::

::slide{layout=cards}
## Who does what

### Operations
Sets the rules.
### Maintenance
Replaces the reefers.
### Finance
Pays for it.
`;

function deckOn(file: Uint8Array, markdown = MARKDOWN): Uint8Array {
  const { value } = readMarkdown(markdown, { pictures: 0, deck: true });
  const document = composeDeck({ blocks: value.blocks, meta: value.meta, lang: 'en', name: null, assets: new Map() });
  const look = { ...resolveLook('presentation'), template: { file } };
  return writePptx(planDeck(document, look), { created: new Date('2026-11-22T00:00:00Z') }).bytes;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

test('masters, layouts and theme stay byte for byte, and nothing of the example slides is left', async () => {
  const file = templateDeck();
  const made = deckOn(file);
  const [before, after] = [openOfficePackage(file), openOfficePackage(made)];
  for (const name of partNames(before).filter((one) => /slideMasters|slideLayouts|theme/.test(one)))
    assert.ok(Buffer.from(readPart(before, name)).equals(Buffer.from(readPart(after, name))), name);
  for (const gone of ['ppt/media/old.png', 'ppt/comments/comment1.xml', 'ppt/commentAuthors.xml'])
    assert.ok(!partNames(after).includes(gone), gone);
  assert.ok(!partNames(after).some((name) => name.endsWith('.xml') && text(readPart(after, name)).includes('Old example')));
  assert.doesNotMatch(text(readPart(after, 'ppt/presentation.xml')), /custShow/);
  assert.match(text(readPart(after, 'ppt/presentation.xml')), /sldSz cx="9144000" cy="6858000"/);
  assert.deepEqual(await validateOffice(made, 'pptx'), []);
});

test('slides are made in the layouts that suit them, in real placeholders', () => {
  const made = openOfficePackage(deckOn(templateDeck()));
  const slides = relationshipsOf(made, made.mainPart).filter(({ type }) => type.endsWith('/slide'));
  const layoutOf = (slide: string): string => {
    const target = relationshipsOf(made, slide).find(({ type }) => type.endsWith('/slideLayout'))?.target ?? '';
    return /cSld name="([^"]+)"/.exec(text(readPart(made, target)))?.[1] ?? '';
  };
  assert.deepEqual(
    slides.map(({ target }) => layoutOf(target)),
    ['Opening', 'Chapter', 'Text', 'Text', 'Text', 'Title alone'],
  );
  const xml = slides.map(({ target }) => text(readPart(made, target)));
  assert.match(xml[0] ?? '', /<p:ph type="ctrTitle"\/>.*Cold chain.*<p:ph type="subTitle" idx="1"\/>.*Ana Ruiz/s);
  assert.match(xml[3] ?? '', /graphicFrame>.*<p:ph idx="1"\/>.*<a:tbl>/s);
  assert.match(xml[4] ?? '', /graphicFrame>.*<p:ph idx="1"\/>.*drawingml\/2006\/chart/s);
  assert.match(xml[5] ?? '', /txBox="1".*Operations/s);
  for (const one of xml) assert.match(one, /<p:ph type="(?:title|ctrTitle)"\/>/);
});

test('a template file becomes a presentation, and one whose layout jumps to a slide still opens', async () => {
  const potx = openOfficePackage(deckOn(templateDeck({ main: 'template.main+xml' })));
  assert.match(text(readPart(potx, '[Content_Types].xml')), /presentationml\.presentation\.main\+xml/);
  assert.doesNotMatch(text(readPart(potx, '[Content_Types].xml')), /template\.main/);
  const jump =
    '<Relationship Id="rId9001" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="../slides/slide1.xml"/>';
  const made = deckOn(templateDeck({ masterRelations: jump }));
  assert.deepEqual(await validateOffice(made, 'pptx'), []);
});

test('what was copied and what was not is said with reasons', () => {
  const { template, copied, notCopied, design } = copyDeckLook(templateDeck(), 'pptx');
  assert.ok(template);
  assert.match(copied.join('\n'), /5 layouts, byte for byte.*Georgia, Arial.*25\.4 × 19\.1 cm/s);
  assert.deepEqual(
    notCopied.map(({ what }) => what),
    ['its slide'],
  );
  assert.deepEqual(design.palette?.accent, 'B4532A');
  const other = copyDeckLook(templateDeck(), 'docx');
  assert.equal(other.template, undefined);
  assert.match(other.notCopied[0]?.reason ?? '', /of slides; a docx file has none/);
  assert.deepEqual(other.design.faces, { display: 'Georgia', text: 'Arial' });
});

test('hostile templates are refused or bounded', () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ name: `Layout ${at}`, places: USUAL_LAYOUTS[at % 5]?.places ?? [] }));
  assert.equal(readDeckTemplate(templateDeck({ layouts: many })).layouts.length, 120);
  assert.ok(deckOn(templateDeck({ layouts: many })).length > 0);
  const linked =
    '<Relationship Id="rId9001" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="http://example.com/a.png" TargetMode="External"/>';
  const outside = copyDeckLook(templateDeck({ masterRelations: linked }), 'pptx');
  assert.equal(outside.template, undefined);
  assert.match(outside.notCopied[0]?.reason ?? '', /outside of the file/);
  const macros = templateDeck({ parts: { 'ppt/vbaProject.bin': { data: 'x', type: 'application/vnd.ms-office.vbaProject' } } });
  assert.throws(() => copyDeckLook(macros, 'pptx'), /macro/);
  const broken = templateDeck({ parts: { 'ppt/slideLayouts/slideLayout2.xml': { data: '<p:sldLayout', type: 'application/xml' } } });
  assert.equal(readDeckTemplate(broken).layouts.length, 4);
  const bare = copyDeckLook(templateDeck({ layouts: [{ name: 'Blank', places: [] }] }), 'pptx');
  assert.deepEqual([bare.template, bare.notCopied[0]?.what], [undefined, 'the template']);
  assert.equal(readXmlPart(openOfficePackage(templateDeck()), 'ppt/presentation.xml').root.local, 'presentation');
});

test('a slide names a layout of the template, and is told which there are where there is no such layout', async () => {
  const markdown =
    '---\ntitle: Cold chain\n---\n\n::slide{layout="two places"}\n## Three depots\n\n- Bilbao\n- Vigo\n\n::slide{layout="Two Content"}\n## Costs\n\n- Much\n- More\n\n::slide{layout=Chapter}\n## Next\n';
  const { value } = readMarkdown(markdown, { pictures: 0, deck: true });
  const document = composeDeck({ blocks: value.blocks, meta: value.meta, lang: 'en', name: null, assets: new Map() });
  const plan = planDeck(document, { ...resolveLook('presentation'), template: { file: templateDeck() } });
  const bytes = writePptx(plan, { created: new Date('2026-11-22T00:00:00Z') }).bytes;
  const made = openOfficePackage(bytes);
  const names = relationshipsOf(made, made.mainPart)
    .filter(({ type }) => type.endsWith('/slide'))
    .map(({ target }) => {
      const layout = relationshipsOf(made, target).find(({ type }) => type.endsWith('/slideLayout'))?.target ?? '';
      return /cSld name="([^"]+)"/.exec(text(readPart(made, layout)))?.[1];
    });
  assert.ok(names.includes('Two places'), names.join());
  assert.equal(names.at(-1), 'Chapter');
  const note = plan.notes.find(({ code }) => code === 'slide_layout_changed');
  assert.match(note?.message ?? '', /no layout "Two Content".*"Opening", "Text", "Chapter", "Two places", "Title alone"/);
  assert.deepEqual(await validateOffice(bytes, 'pptx'), []);
});
