/**
 * What looking through a document adds to making it, in this process: the making as it is beside one whose pages are not
 * read for the rules, and the rules by themselves on the same document. The rules of the package run while the office
 * program draws; here they are counted all the same.
 */
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import type { RenderedDocument } from '../../src/document/rendered-document.ts';
import { resolveLook } from '../../src/document/look.ts';
import { openCommandEngine } from '../../src/main/open-workshop.ts';
import { makeFromContent, type Engine } from '../../src/pipeline/make.ts';
import type { NewOutput, Sink } from '../../src/pipeline/sink.ts';
import type { OutputRecord } from '../../src/ports/record.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import type { Draft } from '../../src/review/define-rule.ts';
import { reviewContent, reviewPackage, reviewPages } from '../../src/review/review.ts';
import { median, round, type Row } from './measure.ts';
import { varySample } from './samples.ts';

const WARM_UP_RUNS = 3;

interface ReviewSample {
  name: string;
  format: 'docx' | 'pdf';
  markdown: string;
  runs: number;
}

function readDraft(markdown: string): Draft {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const look = resolveLook(decideType(blocks, meta));
  return { document: composeDocument({ blocks, meta, lang: meta.lang ?? 'en', name: null, assets: new Map() }, look).document, look };
}

/** Keeps the office file, and nothing else. */
function openSink(kept: { office?: Uint8Array }): Sink {
  return {
    emit() {
      /* nobody listens */
    },
    put(output: NewOutput): Promise<OutputRecord> {
      const { bytes, ...rest } = output;
      if (rest.kind === 'docx') kept.office = bytes;
      return Promise.resolve({ ...rest, id: '', key: '', bytes: bytes.length });
    },
  };
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Both ways in turn, on the same text. */
async function measureReview(engine: Engine, { name, format, markdown, runs }: ReviewSample): Promise<Row> {
  const [whole, bare, rules]: [number[], number[], number[]] = [[], [], []];
  let pages = 0;
  for (let at = -WARM_UP_RUNS; at < runs; at++) {
    const read: { drawn?: RenderedDocument } = {};
    const make = async (
      number: number,
      pageReader: Engine['pages']['read'],
    ): Promise<{ ms: number; text: string; office?: Uint8Array }> => {
      const text = varySample(markdown, number);
      const kept: { office?: Uint8Array } = {};
      const measured: Engine = { ...engine, pages: { ...engine.pages, read: pageReader } };
      const ms = await timed(async () =>
        makeFromContent({ markdown: text, format, name: null, pictures: [] }, measured, openSink(kept), new AbortController().signal),
      );
      return { ms, text, ...kept };
    };
    const full = await make(1000 + 2 * at, async (pdf, options) => (read.drawn = await engine.pages.read(pdf, options)));
    const { drawn } = read;
    if (drawn === undefined) throw new Error('a document was made without being looked through');
    const plain = await make(1001 + 2 * at, () => Promise.resolve(drawn));
    const draft = readDraft(full.text);
    const alone = await timed(() => {
      reviewContent(draft, 'docx');
      reviewPages(drawn, draft, 'docx');
      if (full.office) reviewPackage(full.office);
    });
    pages = drawn.pages.length;
    if (at < 0) continue;
    whole.push(full.ms);
    bare.push(plain.ms - alone);
    rules.push(alone);
  }
  const [with_, without] = [median(whole), median(bare)];
  return {
    name,
    median_ms: round(with_),
    floor_ms: round(without),
    ratio: Math.round((with_ / without) * 100) / 100,
    runs,
    pages,
    added_ms: round(Math.max(with_ - without, median(rules))),
  };
}

/** Chapters that make about 30 pages. */
const CHAPTERS_30 = 7;

export async function measureReviews(
  samples: { memo: string; book: string },
  times: { short: number; middle: number },
  add: (row: Row) => void,
): Promise<void> {
  const engine = await openCommandEngine({ office: true });
  try {
    const chapters = samples.book
      .split(/^(?=## )/m)
      .slice(0, CHAPTERS_30 + 1)
      .join('');
    const all: ReviewSample[] = [
      { name: 'review in a memo docx', format: 'docx', markdown: samples.memo, runs: times.short },
      { name: 'review in a memo pdf', format: 'pdf', markdown: samples.memo, runs: times.short },
      { name: 'review in 30 pages docx', format: 'docx', markdown: chapters, runs: times.middle },
      { name: 'review in 30 pages pdf', format: 'pdf', markdown: chapters, runs: times.middle },
    ];
    for (const sample of all) add(await measureReview(engine, sample));
  } finally {
    await engine.close();
  }
}
