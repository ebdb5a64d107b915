/**
 * How well the rules see presentations: more than eighty defects, each planted by code into a sound deck of ours or into
 * one as others make them, and more than forty sound ones. Nearly all of the first have to be found, none of the second
 * may be flagged.
 */
import { judgeSeeds } from '../support/judge-seeds.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { composeDeck } from '../../src/document/compose-deck.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import { samplePictures } from '../support/gallery-pictures.ts';
import { openCommandEngine } from '../../src/main/open-workshop.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { writeZip, type ZipEntryInput } from '../../src/ooxml/write-zip.ts';
import { makeFromContent } from '../../src/pipeline/make.ts';
import type { Sink } from '../../src/pipeline/sink.ts';
import type { OutputRecord } from '../../src/ports/record.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { reviewPackage, reviewPages, reviewSlides } from '../../src/review/review.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { cleanDecks, galleryDeck } from './clean-decks.ts';
import { DECK_SEEDS, DRAWN_DECK_SEEDS, FOREIGN_DECK_SEEDS } from './deck-seeds.ts';

const BASE = 'hub.en';

let opened: Awaited<ReturnType<typeof openCommandEngine>> | undefined;
const engineOf = (): NonNullable<typeof opened> => opened ?? assert.fail('the engine did not start');
before(async () => {
  opened = await openCommandEngine({ office: true });
});
after(() => opened?.close());

function deckBytes(markdown: string): Uint8Array {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0, deck: true }).value;
  const document = composeDeck({
    blocks,
    meta,
    lang: meta.lang ?? detectLanguage(blocks.map(blockText).join('\n')),
    name: null,
    assets: new Map(),
  });
  return writePptx(planDeck(document, resolveLook('presentation')), { created: new Date('2026-11-20T12:00:00Z') }).bytes;
}

const codesOf = (bytes: Uint8Array): string[] => reviewPackage(bytes).map(({ finding }) => finding.code);

test('there are enough seeds and sound decks to mean something', () => {
  assert.ok(DECK_SEEDS.length + FOREIGN_DECK_SEEDS.length + DRAWN_DECK_SEEDS.length >= 60);
  assert.ok(cleanDecks().length >= 40);
});

test('defects of our own decks are found', () => {
  const decks = new Map(
    [...new Set(DECK_SEEDS.map(({ deck }) => deck))].map((name) => [name, [...readZip(deckBytes(galleryDeck(name))).parts]]),
  );
  judgeSeeds(
    DECK_SEEDS.map((seed) => {
      const changed = (decks.get(seed.deck) ?? []).flatMap(([name, part]): ZipEntryInput[] => {
        if (name !== seed.part) return [{ name, data: part.read() }];
        const before = new TextDecoder().decode(part.read());
        const data = seed.change(before);
        assert.notEqual(data, before, `${seed.name} changes nothing`);
        return data === null ? [] : [{ name, data }];
      });
      return { ...seed, codes: codesOf(writeZip(changed)) };
    }),
  );
});

test('defects of decks that others made are found', () => {
  judgeSeeds(FOREIGN_DECK_SEEDS.map((seed) => ({ ...seed, codes: codesOf(seed.file()) })));
});

test('defects of the drawn slides are found', async () => {
  const bytes = deckBytes(galleryDeck(BASE));
  const signal = new AbortController().signal;
  const drawn = await engineOf().pages.read(await engineOf().office.toPdf({ bytes, kind: 'pptx' }, { signal }), { signal });
  const draft = { document: { title: '', lang: 'en', blocks: [], assets: new Map() }, look: resolveLook('presentation') };
  assert.deepEqual(
    reviewSlides(bytes, drawn).map(({ finding }) => finding.message),
    [],
  );
  judgeSeeds(
    DRAWN_DECK_SEEDS.map((seed) => ({
      ...seed,
      codes: [...reviewSlides(bytes, seed.plant(drawn)), ...reviewPages(seed.plant(drawn), draft, 'pptx')].map(
        ({ finding }) => finding.code,
      ),
    })),
  );
});

const quietSink: Sink = {
  emit() {
    /* nobody listens */
  },
  async put({ bytes, ...rest }) {
    return { ...rest, id: '', key: '', bytes: bytes.length } satisfies OutputRecord;
  },
};

test('sound decks are not flagged', async () => {
  const flagged = [];
  for (const { name, markdown } of cleanDecks()) {
    const made = await makeFromContent(
      { markdown, format: 'pptx', name: null, pictures: await samplePictures(markdown) },
      engineOf(),
      quietSink,
      new AbortController().signal,
    );
    const findings = [...made.findings, ...made.resolved].filter(({ severity }) => severity !== 'info');
    if (findings.length > 0) flagged.push(`${name}: ${findings.map(({ code, message }) => `${code} ${message}`).join('; ')}`);
  }
  assert.deepEqual(flagged, []);
});
