/** The layouts of slides that the prompt teaches are those that the writer has, and each holds what the prompt says it holds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { composeDeck } from '../src/document/compose-deck.ts';
import { resolveLook } from '../src/document/look.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { planDeck } from '../src/writers/pptx.ts';
import { ROOT } from './support/read-sources.ts';
import { pictureOf } from './support/word-file.ts';

const CONTENT: Readonly<Record<string, string>> = {
  title: 'What the trial showed',
  section: '',
  closing: '- Decide today',
  bullets: '- Requests lie unread\n- Nobody owns the queue',
  'two-col': '### Morning\n\n- Reads\n\n### Evening\n\n- Answers',
  compare: '### One owner\n\n- Begins next week\n\n### A second line\n\n- Begins in spring',
  cards: '- **Owner** One person reads the queue\n- **Hours** The queue is read at eight\n- **Report** Waiting is told every Friday',
  kpi: ':::kpis\n- 14 min | Before\n- 7 min | Now | -50 %\n:::',
  timeline: '- **December** Name an owner\n- **January** Train the shifts\n- **March** Report the result',
  quote: '> I was answered at once.\n>\n> — Ana Ruiz',
  chart:
    ':::chart{type=column x=Day y=Minutes unit=min}\n| Day | Minutes |\n|---|--:|\n| Mon | 14 |\n| Tue | 6 |\n:::\n\n- Mondays wait twice as long',
  table: '| Day | Minutes |\n|---|--:|\n| Mon | 14 |\n| Tue | 6 |',
  image: '![The room](img:1){alt="A small room"}',
};

/** Forms that the writer gives to what was asked for as another layout. */
const FORMS: Readonly<Record<string, string>> = {
  'title-deep': 'title',
  rows: 'bullets',
  side: 'bullets',
  columns: 'bullets',
  panels: 'bullets',
};

test('every layout that the prompt of presentations teaches is made of what it is said to hold', () => {
  const prompt = readFileSync(`${ROOT}src/agent/prompts/presentation.md`, 'utf8');
  const list = /What a layout holds:\n\n([^]*?)\n\n````/.exec(prompt)?.[1] ?? '';
  const taught = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
  assert.deepEqual(taught.toSorted(), Object.keys(CONTENT).toSorted());
  const markdown = taught.map((layout) => `::slide{layout=${layout}}\n\n# This slide is a ${layout}\n\n${CONTENT[layout]}\n`).join('\n');
  const { value, notes } = readMarkdown(markdown, { pictures: 1, deck: true });
  const deck = composeDeck({ ...value, lang: 'en', name: null, assets: new Map([['img:1', pictureOf('img:1', 800, 600)]]) });
  const plan = planDeck(deck, resolveLook('presentation'));
  assert.deepEqual([...notes, ...plan.notes], []);
  assert.deepEqual(
    plan.slides.map(
      ({ layout }) => FORMS[layout.name.replace(/(?:-\d)?(?:-deep)?$/, '')] ?? layout.name.replace(/(?:-\d)?(?:-deep)?$/, ''),
    ),
    taught,
  );
});
