/** What is reported of pages: texts with their places however the page is turned, rules, pictures, links, tags. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { createPageRenderer } from '../page-renderer.ts';

const pages = createPageRenderer({ threads: 1 });
after(() => pages.close());

/** A file of these objects, numbered from 1; the first is the catalog. */
function fileOf(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return row;
  });
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  );
}

const stream = (content: string, more = ''): string => `<</Length ${content.length}${more}>>stream\n${content}\nendstream\n`;

/** One page with Helvetica as /F1. */
function pageFile(content: string, { page = '/MediaBox[0 0 600 800]', catalog = '', more = [] as string[] } = {}): Uint8Array {
  return fileOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R${page}/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</Fm 6 0 R>>>>>>`,
    stream(content),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
    ...more,
  ]);
}

const read = (file: Uint8Array): Promise<RenderedDocument> => pages.read(file);
const near = (found: number | undefined, wanted: number, by = 3): void =>
  assert.ok(found !== undefined && Math.abs(found - wanted) <= by, `${found} is not about ${wanted}`);

test('a line has its words, the size of its letters, its font', async () => {
  const {
    pages: [page],
    fonts,
  } = await read(pageFile('BT /F1 10 Tf 2 0 0 2 100 700 Tm (Two words) Tj ET'));
  const [line] = page?.lines ?? [];
  assert.deepEqual(
    [line?.text, line?.emPt, line?.bold, line?.words?.filter((_, index) => index % 3 === 0), fonts],
    ['Two words', 20, true, [0, 4], ['Helvetica-Bold']],
  );
  near(line?.left, 100);
  near(line?.bottom, 100);
  assert.ok((line?.words?.[4] ?? 0) > (line?.words?.[2] ?? 0));
});

test('a file whose pages are turned from right to left has its lines read by their letters', async () => {
  for (const entry of ['/Direction/R2L', '/Direction /R2L']) {
    const catalog = `/ViewerPreferences<<${entry}>>`;
    const [page] = (await read(pageFile('BT /F1 10 Tf 100 700 Td (Page 1 of 3, first words) Tj ET', { catalog }))).pages;
    assert.deepEqual(
      page?.lines.map(({ text }) => text),
      ['Page 1 of 3, first words'],
    );
  }
});

test('a sign that is drawn behind the letters to the right of it is a word of its own', async () => {
  // the stop right before the `W` that was drawn before it, as programs draw signs of another font
  const [page] = (await read(pageFile('BT /F1 10 Tf 100 700 Td [(One) -1000 (W)] TJ ET BT /F1 10 Tf 126 700 Td (.) Tj ET'))).pages;
  const words = page?.lines.flatMap(({ text, words: places = [] }) =>
    places.flatMap((at, index) => (index % 3 === 0 ? [text.slice(at, places[index + 3]).trim()] : [])),
  );
  assert.deepEqual(words?.toSorted(), ['.', 'One', 'W']);
});

test('an accent that is drawn over its letter, before or behind it, is one with the letter; one beside it is not', async () => {
  const {
    pages: [page],
  } = await read(
    pageFile(
      'BT /F1 10 Tf 100 700 Td [(R) -111 (\\302) 444 (eunion)] TJ 0 -30 Td [(Re) 444 (\\302) -111 (union de Franc) 444 (\\313) -111 (ois)] TJ 0 -30 Td [(can\\302t)] TJ ET',
    ),
  );
  assert.deepEqual(
    page?.lines.map(({ text }) => text),
    ['Réunion', 'Réunion de François', 'can´t'],
  );
  const [first, second] = page?.lines ?? [];
  near(second?.words?.[2], first?.words?.[2] ?? 0, 1);
});

test('places are those of the page as it is shown: turned, and cut to its crop box', async () => {
  const content = 'BT /F1 12 Tf 100 700 Td (Here) Tj ET';
  const cut = (await read(pageFile(content, { page: '/MediaBox[0 0 600 800]/CropBox[50 100 600 800]' }))).pages[0];
  assert.deepEqual([cut?.widthPt, cut?.heightPt], [550, 700]);
  near(cut?.lines[0]?.left, 50);
  near(cut?.lines[0]?.bottom, 100);
  // Turned by a quarter the text would run down the page: it is reported as if the page lay upright, for there is nothing else on it.
  const words = 'BT /F1 12 Tf 100 700 Td (A line of twenty letters and more) Tj ET';
  const turned = (await read(pageFile(words, { page: '/MediaBox[0 0 600 800]/Rotate 90' }))).pages[0];
  assert.deepEqual([turned?.widthPt, turned?.heightPt, turned?.lines[0]?.text], [600, 800, 'A line of twenty letters and more']);
  near(turned?.lines[0]?.left, 100);
  near(turned?.lines[0]?.bottom, 100);
});

test('text that runs up a page of its own is told upright, a stamp at its side as turned', async () => {
  const upwards = (await read(pageFile('BT /F1 12 Tf 0 1 -1 0 100 200 Tm (A line of twenty letters and more) Tj ET'))).pages[0];
  assert.deepEqual([upwards?.widthPt, upwards?.heightPt, upwards?.lines[0]?.turned], [800, 600, undefined]);
  near(upwards?.lines[0]?.left, 200);
  near(upwards?.lines[0]?.bottom, 100);
  const stamped = (
    await read(
      pageFile(
        `BT /F1 12 Tf 0 1 -1 0 20 200 Tm (stamp) Tj ET ${Array.from({ length: 6 }, (_, index) => `BT /F1 12 Tf 60 ${700 - index * 14} Td (A line of text that reads on) Tj ET`).join(' ')}`,
      ),
    )
  ).pages[0];
  assert.deepEqual(
    stamped?.lines.filter(({ turned }) => turned !== undefined).map(({ text, turned }) => [text, turned]),
    [['stamp', 3]],
  );
  assert.equal(stamped?.widthPt, 600);
});

test('a first letter of several lines begins one line, and draws no others into it', async () => {
  const line = (words: string, left: number, y: number): string => `BT /F1 10 Tf ${left} ${y} Td (${words}) Tj ET `;
  const beside = Array.from({ length: 12 }, (_, index) => line(`column two has a line ${index}`, 320, 724 - index * 12)).join('');
  const {
    pages: [page],
  } = await read(
    pageFile(
      `BT /F1 32 Tf 50 700 Td (M) Tj /F1 10 Tf 28 13 Td (anagement of what) Tj ET ${line('comes from many sources', 78, 701)}${line('is what this page tells', 50, 689)}${beside}`,
    ),
  );
  assert.deepEqual(
    page?.lines.slice(0, 4).map(({ text }) => text),
    ['Management of what', 'comes from many sources', 'is what this page tells', 'column two has a line 0'],
  );
  assert.equal(page?.lines.length, 15);
});

test('thin boxes, strokes and outlines are rules; pictures in forms have their place', async () => {
  const {
    pages: [page],
  } = await read(
    pageFile('0 0 0 rg 100 500 200 1 re f 100 400 m 300 400 l S 100 200 100 50 re S 400 400 100 100 re f q 1 0 0 1 50 60 cm /Fm Do Q', {
      more: [
        stream('q 100 0 0 80 10 20 cm /Im Do Q', '/Type/XObject/Subtype/Form/BBox[0 0 500 500]/Resources<</XObject<</Im 7 0 R>>>>'),
        stream('\u0000', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'),
      ],
    }),
  );
  const rules = (page?.rules ?? []).map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round));
  assert.deepEqual(rules.slice(0, 1), [[100, 299, 300, 300]]);
  assert.equal(rules.length, 6, 'a bar, a stroke, four edges; a filled box is none');
  assert.deepEqual(
    page?.pictures.map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round)),
    [[60, 640, 160, 720]],
  );
});

test('slanting strokes and what is filled with ink are ticks, boxes and lines are none', async () => {
  const cross = '100 700 m 110 710 l 100 710 m 110 700 l S ';
  const dot = '203 700 m 206 700 206 706 203 706 c 200 706 200 700 203 700 c ';
  const none = '300 700 10 10 re S 0.9 g 320 700 10 10 re f 340 700 m 350 700.5 l S 100 100 m 400 300 l S ';
  const [page] = (await read(pageFile(`${cross}${dot}f 220 700 10 10 re B ${none}1 g ${dot}f`))).pages;
  assert.deepEqual(
    page?.ticks?.map(({ left, top }) => [left, top].map(Math.round)),
    [
      [99, 89],
      [200, 94],
      [219, 89],
    ],
  );
  assert.equal((await read(pageFile(none))).pages[0]?.ticks, undefined);
});

test('text that nobody sees is reported: without ink, white on paper, beyond the edge', async () => {
  const PICTURE = [
    stream('q 100 0 0 80 10 20 cm /Im Do Q', '/Type/XObject/Subtype/Form/BBox[0 0 500 500]/Resources<</XObject<</Im 7 0 R>>>>'),
    stream('\u0000', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'),
  ];
  const text = (words: string, at: string, how = ''): string => `q ${how} BT /F1 12 Tf ${at} Td (${words}) Tj ET Q `;
  const unseen = async (content: string, page?: string): Promise<(string | undefined)[]> => {
    const {
      pages: [first],
    } = await read(pageFile(`${text('Plain', '100 750')}${content}`, { more: PICTURE, ...(page === undefined ? {} : { page }) }));
    assert.ok(first?.lines.some((line) => line.text === 'Plain' && line.unseen === undefined));
    return (first?.lines ?? []).filter((line) => line.unseen).map((line) => line.text);
  };
  const NO_INK = '3 Tr';
  const WHITE = '1 g';
  assert.deepEqual(
    await unseen(text('One', '100 700', NO_INK) + text('Two', '100 680', WHITE) + text('Three', '100 660', '0.98 0.99 1 rg')),
    ['One', 'Two', 'Three'],
  );
  assert.deepEqual(await unseen(text('Off', '700 700') + text('Below', '100 -50') + text('Partly', '580 600')), ['Off', 'Below']);
  assert.deepEqual(await unseen(text('Cut', '20 400'), '/MediaBox[0 0 600 800]/CropBox[90 100 600 800]'), ['Cut']);
  // beside other words on one line
  assert.deepEqual(await unseen(`BT /F1 12 Tf 100 700 Td (Seen ) Tj 1 g (secret) Tj 0 g ( more) Tj ET`), ['secret']);
  // over a bar, over a picture as text recognition leaves it, with an outline, on a background of letters drawn as shapes
  assert.deepEqual(await unseen(`0.1 0.2 0.4 rg 90 690 200 30 re f ${text('Head', '100 700', WHITE)}`), []);
  assert.deepEqual(await unseen(`/Fm Do ${text('Scan', '30 50', NO_INK)}${text('Title', '30 70', WHITE)}`), []);
  assert.deepEqual(await unseen(text('Outlined', '100 700', '1 g 0 G 2 Tr')), []);
  assert.deepEqual(
    await unseen(
      `0 g ${Array.from({ length: 8 }, (_, index) => `${100 + index * 5} 700 2 9 re f`).join(' ')} ${text('Shapes', '100 700', NO_INK)}`,
    ),
    [],
  );
  // a page that is turned, and one that reads upwards
  assert.deepEqual(
    await unseen(
      `0.1 0.2 0.4 rg 90 690 200 30 re f ${text('Head', '100 700', WHITE)}${text('Gone', '100 500', WHITE)}`,
      '/MediaBox[0 0 600 800]/Rotate 90',
    ),
    ['Gone'],
  );
  const up = (words: string, x: number, how = ''): string => `q ${how} BT /F1 12 Tf 0 1 -1 0 ${x} 100 Tm (${words}) Tj ET Q `;
  const upwards = (
    await read(
      pageFile(
        `${up('A long line of words that go up the page', 100)}0.1 0.2 0.4 rg 180 90 30 200 re f ${up('Head', 200, WHITE)}${up('Gone', 300, WHITE)}`,
      ),
    )
  ).pages[0];
  assert.deepEqual(
    upwards?.lines.map((line) => [line.text.slice(0, 6), line.unseen]),
    [
      ['A long', undefined],
      ['Head', undefined],
      ['Gone', true],
    ],
  );
});

test('links that lead out are reported with their boxes', async () => {
  const {
    pages: [page],
  } = await read(
    pageFile('BT /F1 12 Tf 100 700 Td (Here) Tj ET', {
      page: '/MediaBox[0 0 600 800]/Annots[7 0 R 8 0 R]',
      more: [
        '<<>>',
        '<</Type/Annot/Subtype/Link/Rect[100 690 140 712]/A<</S/URI/URI(https://example.org/)>>>>',
        '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>',
      ],
    }),
  );
  assert.deepEqual(
    page?.links?.map(({ url, left, top }) => [url, Math.round(left), Math.round(top)]),
    [['https://example.org/', 100, 88]],
  );
});

test('a tagged page tells its structure, and which text belongs to it', async () => {
  const content =
    '/H1 <</MCID 0>> BDC BT /F1 20 Tf 100 700 Td (Title) Tj ET EMC /P <</MCID 1>> BDC BT /F1 12 Tf 100 670 Td (Text) Tj ET EMC /Artifact BMC BT /F1 8 Tf 100 20 Td (9) Tj ET EMC';
  const {
    tagged,
    pages: [page],
  } = await read(
    pageFile(content, {
      page: '/MediaBox[0 0 600 800]/StructParents 0',
      catalog: '/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R',
      more: [
        '<<>>',
        '<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Nums[0[9 0 R 10 0 R]]>>/RoleMap<</Kop/H1>>>>',
        '<</S/Document/P 7 0 R/K[9 0 R 10 0 R]>>',
        '<</S/H1/P 8 0 R/Pg 3 0 R/K 0>>',
        '<</S/P/P 8 0 R/Pg 3 0 R/K 1>>',
      ],
    }),
  );
  assert.equal(tagged, true);
  assert.deepEqual(page?.tags, [
    {
      type: 'Document',
      children: [
        { type: 'H1', children: [0] },
        { type: 'P', children: [1] },
      ],
    },
  ]);
  assert.deepEqual(
    page?.lines.map(({ text, marks }) => [text, marks]),
    [
      ['Title', [{ at: 0, id: 0 }]],
      ['Text', [{ at: 0, id: 1 }]],
      ['9', undefined],
    ],
  );
});

test('what was filled in or laid over a page is beside its label, what is hidden does not', async () => {
  const {
    pages: [page],
  } = await read(
    pageFile('BT /F1 12 Tf 100 700 Td (Name) Tj ET BT /F1 12 Tf 100 600 Td (Below) Tj ET', {
      page: '/MediaBox[0 0 600 800]/Annots[7 0 R 8 0 R 9 0 R 10 0 R 11 0 R]',
      more: [
        '<<>>',
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Verity Holm)/Rect[200 696 400 712]>>',
        '<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/V/Yes/AS/Yes/Rect[200 598 212 610]>>',
        '<</Type/Annot/Subtype/Widget/FT/Btn/T(c)/V/Off/AS/Off/Rect[300 598 312 610]>>',
        '<</Type/Annot/Subtype/FreeText/Contents(Seen\r\nby me)/Rect[50 40 150 70]>>',
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(d)/V(hidden)/F 2/Rect[200 500 400 512]>>',
      ],
    }),
  );
  assert.deepEqual(
    page?.lines.map(({ text, field }) => (field ? `[${text}]` : text)),
    ['Name', '[Verity Holm]', 'Below', '[☒]', '[Seen]', '[by me]'],
  );
});

const appearance = (content: string): string =>
  stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F1 5 0 R>>>>');

test('what appearances show is told: signatures, captions, stamps, the words of a choice; fields take the value of their parent', async () => {
  const words = (text: string): string => appearance(`BT /F1 12 Tf 2 20 Td (${text}) Tj ET`);
  const file = pageFile('BT /F1 12 Tf 60 700 Td (Country) Tj ET', {
    page: '/MediaBox[0 0 600 800]/Annots[7 0 R 9 0 R 11 0 R 13 0 R 15 0 R 17 0 R]',
    catalog: '/AcroForm<</Fields[7 0 R 9 0 R 13 0 R 16 0 R 17 0 R]/DR<</Font<</Helv 5 0 R>>>>>>',
    more: [
      '<<>>',
      '<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/F 4/Rect[60 600 260 640]/AP<</N 8 0 R>>>>',
      words('Signed by Ana Ruiz'),
      '<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/F 4/Rect[60 500 260 540]/AP<</N 10 0 R>>>>',
      words('Send the order'),
      '<</Type/Annot/Subtype/Stamp/F 4/Rect[60 400 260 440]/AP<</N 12 0 R>>>>',
      words('APPROVED'),
      '<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(c)/F 4/Rect[150 682 350 722]/Opt[[(DE)(Germany)]]/V(DE)/AP<</N 14 0 R>>>>',
      words('Germany'),
      '<</Type/Annot/Subtype/Widget/Parent 16 0 R/F 4/DA(/Helv 10 Tf)/Rect[60 300 260 320]>>',
      '<</FT/Tx/T(p)/V(Told by its parent)/DA(/Helv 10 Tf)/Kids[15 0 R]>>',
      '<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(q)/F 4/DA(/Helv 10 Tf)/Rect[60 200 260 220]/MK<</CA(Print)>>>>',
    ],
  });
  for (let time = 0; time < 2; time++) {
    const [page] = (await read(file)).pages;
    assert.deepEqual(
      page?.lines.map(({ text, field }) => (field ? `[${text}]` : text)).toSorted(),
      ['Country', '[APPROVED]', '[Germany]', '[Print]', '[Send the order]', '[Signed by Ana Ruiz]', '[Told by its parent]'].toSorted(),
    );
  }
});

test('a page without text says whether anything is drawn on it, letters without characters are counted', async () => {
  const inked = async (content: string): Promise<boolean | undefined> => (await read(pageFile(content))).pages[0]?.inked;
  assert.equal(await inked(''), false);
  assert.equal(await inked('1 1 1 rg 0 0 600 800 re f'), false);
  assert.equal(await inked('60 700 m 60 730 l 64 730 l 64 700 l f'), true);
  assert.equal(await inked('BT /F1 12 Tf 100 700 Td (Here) Tj ET'), undefined);
  const type3 =
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 10 10]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 65/LastChar 65/Widths[10]/Encoding<</Differences[65/g1]>>/CharProcs<</g1 6 0 R>>>>';
  const file = fileOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    stream('BT /F1 40 Tf 60 700 Td (AA) Tj ET'),
    type3,
    stream('10 0 d0 1 0 2 10 re f'),
  ]);
  assert.equal((await read(file)).pages[0]?.guessed, 1);
});

test('letters of a size below zero that are turned back are upright', async () => {
  const { pages } = await read(pageFile('BT /F1 -12 Tf -1 0 0 -1 100 700 Tm (Here it is said) Tj 0 20 Td (and goes on below) Tj ET'));
  const lines = pages[0]?.lines.map(({ text, emPt, turned }) => ({ text, emPt, turned }));
  assert.deepEqual(lines, [
    { text: 'Here it is said', emPt: 12, turned: undefined },
    { text: 'and goes on below', emPt: 12, turned: undefined },
  ]);
  assert.equal(pages[0]?.turned, undefined);
});

test('a large picture of much data is taken to show something without being drawn; one of little data, or a small one, is drawn to know', async () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: 10_000 }, () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) >> 16);
  // all white when it is drawn, whatever its data are
  const about = '/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray/Decode[1 1]/Filter/FlateDecode';
  const inked = async (data: Uint8Array, width = 600): Promise<boolean | undefined> => {
    const picture = stream(deflateSync(data).toString('latin1'), about);
    return (await read(pageFile(`q ${width} 0 0 ${width} 0 0 cm /Fm Do Q`, { more: [picture] }))).pages[0]?.inked;
  };
  assert.deepEqual([await inked(noise), await inked(new Uint8Array(10_000)), await inked(noise, 100)], [true, false, false]);
});

test('a page of more scattered letters than are read of one says so, one of much small print is read whole', async () => {
  const scattered = Array.from({ length: 10_100 }, (_, at) => `1 0 0 1 ${((at * 37) % 590) + 5} ${((at * 91) % 790) + 5} Tm (a) Tj`);
  const [page] = (await read(pageFile(`BT /F1 6 Tf ${scattered.join('\n')} ET`))).pages;
  assert.equal(page?.cut, true);
  const small = Array.from({ length: 400 }, (_, at) => `1 0 0 1 5 ${at * 2} Tm (${'small print '.repeat(10)}) Tj`);
  const [whole] = (await read(pageFile(`BT /F1 1 Tf ${small.join('\n')} ET`))).pages;
  assert.deepEqual([whole?.cut, whole?.lines.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0)], [undefined, 400 * 100]);
});
