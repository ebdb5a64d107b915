/**
 * How well the rules see: more than ninety defects, each planted by code into a sound document, and more than fifty sound
 * ones of every type, in English and Spanish. Nearly all of the first have to be found, none of the second may be flagged.
 */
import { judgeSeeds } from '../support/judge-seeds.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { composeDocument } from '../../src/document/compose.ts';
import type { Asset } from '../../src/document/document.ts';
import { decideType } from '../../src/document/document-type.ts';
import type { RenderedDocument } from '../../src/document/rendered-document.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import type { Style } from '../../src/document/style.ts';
import { blockText } from '../../src/document/walk.ts';
import { openCommandEngine } from '../../src/main/open-workshop.ts';
import { makeFromContent } from '../../src/pipeline/make.ts';
import type { Sink } from '../../src/pipeline/sink.ts';
import type { OutputRecord } from '../../src/ports/record.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import type { Draft } from '../../src/review/define-rule.ts';
import { applyRepairs, reviewContent, reviewPackage, reviewPages } from '../../src/review/review.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { writeZip, type ZipEntryInput } from '../../src/ooxml/write-zip.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { languagesOf, loadLanguages } from '../../src/writers/highlight.ts';
import { writeTypst } from '../../src/writers/typst.ts';
import { pictureOf } from '../support/word-file.ts';
import { cleanDocuments, galleryDocument } from './clean-documents.ts';
import { DRAWN_SEEDS, LAID_OUT_SEEDS, PACKAGE_SEEDS, TEXT_SEEDS, type TextSeed } from './seeds.ts';

const BASE = 'report-long.en';

let opened: Awaited<ReturnType<typeof openCommandEngine>> | undefined;
const engineOf = (): NonNullable<typeof opened> => opened ?? assert.fail('the engine did not start');
before(async () => {
  opened = await openCommandEngine({ office: false });
});
after(() => opened?.close());

function draftOf(markdown: string, pictures: TextSeed['pictures'] = [], style: Partial<Style> = {}): { draft: Draft; notes: string[] } {
  const {
    value: { blocks, meta },
    notes,
  } = readMarkdown(markdown, { pictures: pictures.length });
  const look = resolveLook(decideType(blocks, meta), style);
  const assets = new Map(
    pictures.map(({ width, height }, i): [string, Asset] => [`img:${i + 1}`, pictureOf(`img:${i + 1}`, width, height)]),
  );
  const lang = meta.lang ?? detectLanguage(blocks.map(blockText).join('\n'));
  return {
    draft: { document: composeDocument({ blocks, meta, lang, name: null, assets }, look).document, look },
    notes: notes.map(({ code }) => code),
  };
}

const quietSink: Sink = {
  emit() {
    /* nobody listens */
  },
  async put({ bytes, ...rest }) {
    return { ...rest, id: '', key: '', bytes: bytes.length } satisfies OutputRecord;
  },
};

/** Set and reviewed as the service does it. */
async function makePdf(markdown: string): Promise<{ code: string; severity: string; message: string }[]> {
  const made = await makeFromContent(
    { markdown, format: 'pdf', name: null, pictures: [] },
    engineOf(),
    quietSink,
    new AbortController().signal,
  );
  return [...made.findings, ...made.resolved];
}

async function drawnPages(draft: Draft): Promise<RenderedDocument> {
  const { pages, typesetter } = engineOf();
  const { value } = writeTypst(draft.document, draft.look);
  const signal = new AbortController().signal;
  return pages.read(await typesetter.compile(value.source, { assets: value.assets, creationTime: 0, signal }), { signal });
}

async function wordFile(draft: Draft): Promise<Uint8Array> {
  await loadLanguages(languagesOf(draft.document.blocks));
  return buildDocx(draft.document, draft.look, { created: new Date('2026-11-20T12:00:00Z') }).deliver(new Map());
}

const SOUND = '# How the year went\n\nIt went well, and better than the one before.\n\n';
const around = ({ text, alone }: TextSeed): string => (alone ? text : `${SOUND}${text}\n\nThat is all there is to say for now.\n`);

test('there are enough seeds and sound documents to mean something', () => {
  assert.ok(TEXT_SEEDS.length + LAID_OUT_SEEDS.length + DRAWN_SEEDS.length + PACKAGE_SEEDS.length >= 60);
  assert.ok(cleanDocuments().length >= 40);
});

test('defects of the content are found', () => {
  judgeSeeds(
    TEXT_SEEDS.map((seed) => {
      const { draft, notes } = draftOf(around(seed), seed.pictures, seed.style);
      return { ...seed, codes: [...notes, ...reviewContent(draft, 'docx').map(({ finding }) => finding.code)] };
    }),
  );
});

test('lines that are bold from end to end are headings when they have been read', () => {
  const { draft } = draftOf(`${SOUND}**Where we stand**\n\nThings are well.\n\n**What comes next**\n\nMore of it.`);
  assert.deepEqual(draft.document.blocks.flatMap((block) => (block.type === 'heading' ? [blockText(block)] : [])).slice(-2), [
    'Where we stand',
    'What comes next',
  ]);
  assert.ok(!reviewContent(draft, 'docx').some(({ finding }) => finding.code === 'fake_heading'));
});

test('defects that come with the setting are found', async () => {
  const results = [];
  for (const seed of LAID_OUT_SEEDS) results.push({ ...seed, codes: (await makePdf(around(seed))).map(({ code }) => code) });
  judgeSeeds(results);
});

test('defects of the drawn page are found', async () => {
  const { draft } = draftOf(galleryDocument(BASE));
  await loadLanguages(languagesOf(draft.document.blocks));
  const drawn = await drawnPages(draft);
  assert.deepEqual(
    reviewPages(drawn, draft, 'docx').map(({ finding }) => finding.code),
    [],
  );
  judgeSeeds(
    DRAWN_SEEDS.map((seed) => ({ ...seed, codes: reviewPages(seed.plant(drawn), draft, 'docx').map(({ finding }) => finding.code) })),
  );
});

test('a stretched picture is found', async () => {
  const { draft } = draftOf(`${SOUND}![The plant](img:1)\n\nText.`, [{ width: 1600, height: 800 }]);
  const drawn = await drawnPages(draft);
  const stretched = {
    ...drawn,
    pages: drawn.pages.map((page) => ({ ...page, pictures: page.pictures.map((box) => ({ ...box, bottom: box.bottom + 40 })) })),
  };
  assert.equal(drawn.pages.flatMap(({ pictures }) => pictures).length, 1);
  assert.deepEqual(
    reviewPages(stretched, draft, 'docx').map(({ finding }) => finding.code),
    ['picture_distorted'],
  );
});

test('defects of the Word file are found', async () => {
  const parts = [...readZip(await wordFile(draftOf(galleryDocument(BASE)).draft)).parts];
  judgeSeeds(
    PACKAGE_SEEDS.map((seed) => {
      const changed = parts.flatMap(([name, part]): ZipEntryInput[] => {
        if (name !== seed.part) return [{ name, data: part.read() }];
        const data = seed.change(new TextDecoder().decode(part.read()));
        return data === null ? [] : [{ name, data }];
      });
      return { ...seed, codes: reviewPackage(writeZip(changed)).map(({ finding }) => finding.code) };
    }),
  );
});

test('sound documents are not flagged as PDF', async () => {
  const flagged = [];
  for (const { name, markdown } of cleanDocuments()) {
    const findings = (await makePdf(markdown)).filter(({ severity }) => severity !== 'info');
    if (findings.length > 0) flagged.push(`${name}: ${findings.map(({ code, message }) => `${code} ${message}`).join('; ')}`);
  }
  assert.deepEqual(flagged, []);
});

test('sound documents are not flagged as Word files', async () => {
  const flagged = [];
  for (const { name, markdown } of cleanDocuments()) {
    const { draft } = draftOf(markdown);
    const findings = reviewPackage(await wordFile(applyRepairs(draft, reviewContent(draft, 'docx')).draft));
    if (findings.length > 0) flagged.push(`${name}: ${findings.map(({ finding }) => finding.message).join('; ')}`);
  }
  assert.deepEqual(flagged, []);
});
