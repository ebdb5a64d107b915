import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createLiveMarkdown } from './live-markdown.ts';
import { readMarkdown, type StreamStep } from './markdown.ts';

const chunks = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));

/** What a client has that does as the events say: id → its text and its block. */
function follow(steps: readonly StreamStep[]): Map<string, { text: string; json?: string }> {
  const seen = new Map<string, { text: string; json?: string }>();
  for (const step of steps) {
    if (step.kind === 'started') seen.set(step.blockId, { text: '' });
    const one = seen.get(step.blockId);
    assert.ok(one, `${step.kind} of a block that was not started`);
    if (step.kind === 'delta') one.text += step.text;
    if (step.kind === 'completed') one.json = JSON.stringify(step.block);
  }
  return seen;
}

/** Whatever the pieces, a follower ends with the blocks of the whole text. */
function check(text: string, size: number): StreamStep[] {
  const live = createLiveMarkdown({ pictures: 2 });
  const steps = [...chunks(text, size).flatMap((piece) => live.push(piece)), ...live.end()];
  const { value } = readMarkdown(text, { pictures: 2 });
  assert.equal(JSON.stringify(live.result().value.blocks), JSON.stringify(value.blocks));
  const seen = follow(steps);
  for (const block of value.blocks)
    assert.ok(seen.get(block.id)?.json === JSON.stringify(block), `${block.type} ${block.id} differs in pieces of ${size}`);
  return steps;
}

const MIXED = `# Title

A first paragraph that is long enough to be reported before it ends, with **bold** words.[^1]

Table: Sales

| City | Pieces |
|---|--:|
| Vigo | 12 |
| Lugo | 7 |

Source: accounts

- one
- two

  still two

:::callout{kind=key title="Mind"}
Inside.

More inside.
:::

![A picture](img:1)

1. first
2. second

Setext
------

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

The end.

[^1]: A note.
`;

test('in pieces of any size a follower ends with the blocks of the whole text', () => {
  for (const size of [1, 3, 7, 20, 64, 1000]) check(MIXED, size);
});

test('slides, sheets, clauses and front matter come through too', () => {
  const texts = [
    '::slide{layout=title title="Hello"}\n\n::slide{layout=bullets title="Second"}\n\n- a\n- b\n\n:::notes\nSay it.\n:::\n\n---\n\n# Third\n\nText.\n',
    '# Sheet: Budget\n\n| Item | Units |\n|---|---|\n| Paper | 10 |\n\n# Sheet: Other\n\n| A | B |\n|---|---|\n| 1 | 2 |\n',
    '---\ntitle: Services agreement\nlang: en\n---\n\n:::clause{title="Term"}\nOne year.\n:::\n\n:::clause{title="Ending"}\nBy notice.\n:::\n\n:::signatures{parties="A|B"}\n:::\n',
  ];
  for (const text of texts) for (const size of [1, 5, 40]) check(text, size);
});

test('text is reported as it grows, long before its block is complete', () => {
  const live = createLiveMarkdown({ pictures: 0 });
  assert.deepEqual(
    live.push('The qu').map(({ kind }) => kind),
    ['started', 'delta'],
  );
  assert.deepEqual(live.push('ick brown fox'), [{ kind: 'delta', blockId: 'b1', text: 'ick brown fox' }]);
});

test('a block that is certain is reported complete before the end, with the next one begun', () => {
  const live = createLiveMarkdown({ pictures: 0 });
  const steps = live.push('# Title\n\nFirst words');
  assert.deepEqual(
    steps.map(({ kind, blockId }) => `${kind} ${blockId}`),
    ['started b1', 'delta b1', 'completed b1', 'started b2', 'delta b2'],
  );
});

test('most blocks of a long text are reported once only', () => {
  const text = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
  const steps = check(text, 40);
  const started = steps.filter(({ kind }) => kind === 'started').length;
  assert.ok(started <= readMarkdown(text, { pictures: 2 }).value.blocks.length * 1.3, `${started} starts`);
});

test('a long text in small pieces takes time in proportion to its length', () => {
  const live = createLiveMarkdown({ pictures: 0 });
  const text = `# T\n\n${'A sentence of some length that says little.\n\n'.repeat(1_000)}`;
  let told = 0;
  for (const piece of chunks(text, 40)) told += live.push(piece).filter(({ kind }) => kind === 'completed').length;
  assert.ok(told >= 999, `${told} blocks`);
});

test('one block without an end is not read again for each piece', () => {
  const live = createLiveMarkdown({ pictures: 0 });
  let told = 0;
  for (let i = 0; i < 5_000; i++) told += live.push('forty characters of one long paragraph.. ').length;
  assert.ok(told < 700, `${told} steps`);
  assert.equal(live.end().filter(({ kind }) => kind === 'completed').length, 1);
});

test('odd pieces in any order come through: open fences, stray directives, tables cut short, HTML', () => {
  const odd = [
    '```ts\nconst a = 1;\n',
    ':::callout{kind=',
    ':::',
    '\n\n',
    '| a | b |\n|---|',
    '\n| 1 |\n',
    '# ',
    '- x\n',
    '  - y\n',
    '> q\n',
    '<div>',
    '</table>',
    '[^1]',
    '[^1]: note\n',
    '$$\nx\n',
    '---\n',
    '===\n',
    'Table: t\n\n',
    'Source: s\n',
    '::slide{layout=title}\n',
    '# Sheet: A\n',
    '1. one\n',
    '![p](img:1)\n',
    '::::clause\n',
    'text ',
    '\n',
    '{#id}\n',
    '[a]: http://x.y\n',
    '**',
    '\\\n',
  ];
  let seed = 7;
  const next = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 3 + next(25) }, () => odd[next(odd.length)]).join('');
    check(text, 1 + next(12));
  }
});
