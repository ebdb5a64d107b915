/** A picture is told to be in the document where the delivered document has it, and nowhere else. */
import assert from 'node:assert/strict';
import { extname } from 'node:path';
import { test } from 'node:test';
import { openOfficePackage, partNames } from '../src/ooxml/office-package.ts';
import { makeFromContent, type Engine, type MakeInput } from '../src/pipeline/make.ts';
import { makePage } from '../src/pipeline/make-page.ts';
import type { MadeFormat } from '../src/review/define-rule.ts';
import type { DecodedPicture } from '../src/ports/picture-decoder.ts';
import { createSink } from '../src/pipeline/sink.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const drawing: DecodedPicture = { contentType: 'image/png', width: 400, height: 300, data: PNG };
const photograph: DecodedPicture = { ...drawing, contentType: 'image/jpeg', width: 1800, height: 1100 };
const ALL: readonly MadeFormat[] = ['docx', 'pdf', 'pptx', 'xlsx'];

/** Renderers that draw nothing. */
const drawn = async (): Promise<Uint8Array> => Uint8Array.of(1, 2, 3);
const renderers: Pick<Engine, 'clock'> & {
  office: Partial<Engine['office']>;
  pages: Partial<Engine['pages']>;
  typesetter: Partial<Engine['typesetter']>;
} = {
  clock: { now: () => new Date('2026-01-02T03:04:05Z'), monotonicMs: () => 0, ulid: () => '' },
  office: { toPdf: drawn, calculate: async () => ({ pdf: await drawn(), copy: null }) },
  pages: {
    read: async () => ({ pages: [], fonts: ['Inter'], outline: [], tagged: true, title: '', lang: 'en' }),
    draw: async () => ({ pages: 0 }),
  },
  typesetter: { compile: drawn },
};
// only these are used
const engine = renderers as Engine;

type Inspector = NonNullable<MakeInput['inspector']>;
type Inspected = Parameters<Inspector['settle']>[0];

/** @returns the keys as they are told, in order; the office file has as many pictures */
async function placedIn(markdown: string, format: MadeFormat, pictures = [drawing, drawing], inspector?: Inspector): Promise<string[]> {
  const files = new Map<string, Uint8Array>();
  const blobs = {
    put: async (key: string, bytes: Uint8Array): Promise<void> => {
      files.set(extname(key), bytes);
    },
  };
  const sink = createSink({ blobs, clock: engine.clock }, '', { emit: () => undefined });
  const input: MakeInput = { markdown, format, name: 'Mill', pictures, inspector };
  const { placed } = await makeFromContent(input, engine, sink, new AbortController().signal);
  if (format !== 'pdf') {
    const file = openOfficePackage(files.get(`.${format}`) ?? assert.fail(`no ${format}`));
    const media = partNames(file).filter((name) => /\/media\//.test(name));
    assert.equal(media.length, placed.length, `what the file has: ${media.join(', ')}`);
  }
  return [...placed].toSorted();
}

async function placedInPage(markdown: string, pictures = [drawing, drawing]): Promise<string[]> {
  return (await makePage({ markdown, name: null, pictures })).placed.toSorted();
}

/** The same in every format. */
async function everywhere(markdown: string, expected: readonly string[], formats = ALL): Promise<void> {
  for (const format of formats) assert.deepEqual(await placedIn(markdown, format), expected, format);
  assert.deepEqual(await placedInPage(markdown), expected, 'artifact');
}

test('a picture that only code and text name is not in the document; one between paragraphs or in a list is', async () => {
  await everywhere('# Mill\n\nWrite `![a](img:1)` for img:1.\n\n```md\n![a](img:1)\n```\n\n![The mill](img:2)\n', ['img:2']);
  await everywhere('# Mill\n\n- Wheel\n\n  ![The wheel](img:1)\n- Stone\n', ['img:1'], ['docx', 'pdf']);
});

test('img:1 is not in the document because img:12 is', async () => {
  const pictures = Array.from({ length: 12 }, () => drawing);
  for (const format of ALL) assert.deepEqual(await placedIn('# Mill\n\n![The mill](img:12)\n', format, pictures), ['img:12'], format);
});

test('the logo of a cover is in every document that has covers, and in no workbook', async () => {
  const markdown = ':::cover{title="Mill" organization="Example Ltd" logo=img:2}\n:::\n\n# Oats\n\nThe mill grinds oats.\n';
  await everywhere(markdown, ['img:2'], ['docx', 'pdf', 'pptx']);
  assert.deepEqual(await placedIn(markdown, 'xlsx'), []);
});

test('pictures of a canvas are in the document, as elements and as grounds; in a workbook its text is alone', async () => {
  const canvas = (inner: string): string =>
    `# Mill\n\n:::canvas{alt="The mill" width=600 height=300}\n${inner}\n:::\n\nThe mill grinds oats.\n`;
  const pictured = canvas(
    '<div style="flex-direction:row"><img src="img:1" alt="Wheel" style="width:200px;height:150px"><p>Oats</p></div>',
  );
  const grounded = canvas('<div style="width:300px;height:200px;background:url(img:2)"><p>Oats</p></div>');
  await everywhere(pictured, ['img:1'], ['docx', 'pdf', 'pptx']);
  await everywhere(grounded, ['img:2'], ['docx', 'pdf', 'pptx']);
  assert.deepEqual(await placedIn(pictured, 'xlsx'), []);
});

test('the photograph that a deck has put on its title slide is in it, although no block names it', async () => {
  const deck = '# We can halve the waiting time\n\nWhat we propose\n\n## Half of the waiting is at night\n\n- Nobody reads the requests\n';
  assert.deepEqual(await placedIn(deck, 'pptx', [drawing, photograph]), ['img:2']);
  assert.deepEqual(await placedIn(deck, 'docx', [drawing, photograph]), []);
});

test('a long document tells its pictures from another thread', async () => {
  const long = `# Mill\n\n${'The mill grinds oats, and grinds them slowly.\n\n'.repeat(400)}![The mill](img:2)\n`;
  assert.deepEqual(await placedIn(long, 'docx'), ['img:2']);
});

test('a page that is written whole has the pictures of its places alone', async () => {
  const page = '<!doctype html><html><body><h1>Mill</h1><p>img:1 is the wheel.</p><img src="img:2" alt="Mill"></body></html>';
  assert.deepEqual(await placedInPage(page), ['img:2']);
});

test('a picture that the delivered round has dropped is not told as placed, and one that it has added is', async () => {
  const rounds: Inspected[] = [
    { missed: 1, findings: [] },
    { missed: 0, findings: [] },
  ];
  const inspector: Inspector = {
    inspect: async () => rounds.shift() ?? assert.fail('two rounds are inspected'),
    glance: () => [],
    revise: async () => '# Mill\n\nThe mill grinds oats.\n\n![The stone](img:2)\n',
    settle: () => undefined,
  };
  assert.deepEqual(await placedIn('# Mill\n\n![The wheel](img:1)\n', 'docx', [drawing, drawing], inspector), ['img:2']);
});
