/**
 * A thousand answers that went wrong in the ways of models: cut off, repeated, with fences and directives left open, tables of
 * uneven rows, stray HTML, words around the document. Each is read while it streams and made into a document, without an
 * exception, and what was reported live is what the document is.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { composeDeck } from '../document/compose-deck.ts';
import { composeDocument } from '../document/compose.ts';
import { resolveLook } from '../document/look.ts';
import { createLiveMarkdown } from '../readers/live-markdown.ts';
import { readMarkdown, type MarkdownContent } from '../readers/markdown.ts';
import { buildDocx } from '../writers/docx.ts';
import { planDeck, writePptx } from '../writers/pptx.ts';
import { writeTypst } from '../writers/typst.ts';
import { planWorkbook, writeXlsx } from '../writers/xlsx.ts';
import { createTextGuard } from './guard-text.ts';
import { repairFences } from './repair-fences.ts';
import { writingInstructions } from './prompt-files.ts';
import { createTrimmer } from './trim-answer.ts';
import { seededPick } from '../../test/support/seeded.ts';

const ANSWERS = 1_000;
const KINDS = ['report', 'letter', 'contract', 'memo', 'minutes', 'presentation', 'spreadsheet'] as const;
/** The worked example of each prompt: it is last. */
const SOUND = KINDS.map((kind) => ({
  kind,
  text: [...writingInstructions(kind).matchAll(/^````markdown\n([^]*?)^````$/gm)].at(-1)?.[1] ?? '',
}));
const STRAY = [
  ':::',
  '::::',
  ':::callout{kind=',
  ':::table{types="text,"}',
  '::unknown{a=b}',
  ':::made-up{x="y',
  '```',
  '````markdown',
  '$$',
  '|',
  '| a | b |\n|---|',
  '<div class="x">',
  '</div>',
  '<table><tr><td>',
  '<!--',
  '-->',
  '[^9]: note',
  '[link](',
  '![x](img:9)',
  '{#id',
  '\\',
  '**',
  '~~~',
  '::slide{layout=wrong}',
  '# Sheet: ',
  '::total{col="nothing" fn=sum}',
  '=SUM([Nothing])',
  '---',
  '\u0000',
  '\r\n',
  '&#x110000;',
  '> > > >',
  '1. 1. 1.',
  '\t\t\t',
  '- [x',
  '::col',
  'Sure! Here it is:',
  '{"json": true}',
];

function spoil(text: string, pick: (below: number) => number): string {
  let spoilt = text;
  for (let change = pick(6); change >= 0; change--) {
    const at = pick(spoilt.length + 1);
    const end = Math.min(spoilt.length, at + pick(120));
    const lines = spoilt.split('\n');
    switch (pick(8)) {
      case 0:
        spoilt = spoilt.slice(0, at) + spoilt.slice(end);
        break;
      case 1:
        spoilt = spoilt.slice(0, end) + spoilt.slice(at);
        break;
      case 2:
        spoilt = spoilt.slice(0, Math.max(20, at));
        break;
      case 3:
        spoilt = spoilt.slice(0, at) + (STRAY[pick(STRAY.length)] ?? '') + spoilt.slice(at);
        break;
      case 4:
        lines.splice(pick(lines.length + 1), 0, STRAY[pick(STRAY.length)] ?? '');
        spoilt = lines.join('\n');
        break;
      case 5:
        lines.splice(pick(lines.length), 1);
        spoilt = lines.join('\n');
        break;
      // a row that is too long, or too short
      case 6:
        spoilt = lines
          .map((line) =>
            line.startsWith('|') && pick(3) === 0 ? (pick(2) === 0 ? `${line} more |` : line.replace(/\|[^|]*\|$/, '|')) : line,
          )
          .join('\n');
        break;
      default:
        spoilt = pick(2) === 0 ? `\`\`\`markdown\n${spoilt}` : `Here is the document:\n\n${spoilt}\n\nLet me know!`;
    }
  }
  return spoilt;
}

/** As the service does: trimmed, guarded, reported live in pieces. */
function readLive(
  text: string,
  deck: boolean,
  pick: (below: number) => number,
): { content: MarkdownContent; told: Map<string, Block>; text: string } {
  const trimmer = createTrimmer(true);
  const guard = createTextGuard('');
  const live = createLiveMarkdown({ pictures: 1, deck });
  const told = new Map<string, Block>();
  const tell = (steps: ReturnType<typeof live.push>): void => {
    for (const step of steps) if (step.kind === 'completed') told.set(step.blockId, step.block);
  };
  for (let at = 0; at < text.length;) {
    const end = at + 1 + pick(60);
    tell(live.push(guard.push(trimmer.push(text.slice(at, end)))));
    at = end;
  }
  tell(live.push(guard.push(trimmer.end()) + guard.end()));
  live.replace(repairFences(live.text()).value);
  tell(live.end());
  return { content: live.result().value, told, text: live.text() };
}

function build(kind: (typeof KINDS)[number], { blocks, meta }: MarkdownContent): number {
  const input = { blocks, meta, lang: 'en', name: null, assets: new Map() };
  const created = new Date(0);
  const look = resolveLook(kind);
  if (kind === 'presentation') return writePptx(planDeck(composeDeck(input), look), { created }).bytes.length;
  const { document } = composeDocument(input, look);
  return kind === 'spreadsheet'
    ? writeXlsx(planWorkbook(document, look), { created }).bytes.length
    : buildDocx(document, look, { created }).deliver(new Map()).length + writeTypst(document, look).value.source.length;
}

test('a thousand answers that went wrong are read and made, and none ends in an exception', () => {
  let made = 0;
  for (let seed = 0; seed < ANSWERS; seed++) {
    const pick = seededPick(seed);
    const { kind, text: sound } = SOUND[seed % SOUND.length] ?? assert.fail();
    const spoilt = spoil(sound, pick);
    try {
      const { content, told, text } = readLive(spoilt, kind === 'presentation', pick);
      const { value } = readMarkdown(text, { pictures: 1, deck: kind === 'presentation' });
      assert.deepEqual(content.blocks, value.blocks, 'what was read live is what is read at once');
      assert.deepEqual(
        content.blocks.map(({ id }) => JSON.stringify(told.get(id))),
        content.blocks.map((block) => JSON.stringify(block)),
        'what was reported is what it is',
      );
      // each writer has its own tests for any document: here a part is enough
      if (seed % 5 === 0 && content.blocks.length > 0) made += build(kind, content) > 0 ? 1 : 0;
    } catch (error) {
      throw new Error(`answer ${seed}, a ${kind}: ${JSON.stringify(spoilt).slice(0, 1500)}`, { cause: error });
    }
  }
  assert.ok(made > ANSWERS / 8, `${made} made`);
});

test('what was repaired is reported', () => {
  const check = (text: string, codes: string[], kept: RegExp): void => {
    const mended = repairFences(text);
    const { value, notes } = readMarkdown(mended.value, { pictures: 0 });
    assert.deepEqual([...new Set([...mended.notes, ...notes].map(({ code }) => code))], codes, text);
    assert.match(JSON.stringify(value.blocks), kept);
  };
  check('```js\nlet a;\n\n## Next\n', ['code_unclosed'], /"heading"[^]*Next/);
  check(':::callout{kind=key}\nOpen.\n', ['directive_unclosed'], /Open/);
  check(':::madeup{x=1}\nInside.\n:::\n', ['directive_unknown'], /Inside/);
  check('<div class="x">Hello <b>you</b></div>\n', ['html_dropped'], /Hello/);
  check('| A | B |\n|---|---|\n| 1 |\n| 2 | 3 | four |\n', ['table_row_too_long'], /four/);
  check(':::chart{type=blob}\n| A | B |\n|---|---|\n| a | 1 |\n:::\n', ['attribute_invalid'], /"chart"/);
  check(':::chart{type=bar}\nno table\n:::\n', ['chart_invalid'], /no table/);
  check('![a mill](img:7)\n', ['image_missing'], /a mill/);
  check('See [the end](#nowhere).\n', ['link_broken'], /the end/);
});
