import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../test/support/template-deck.ts';
import { applyEdits } from './apply-edits.ts';
import { compareContent, type BlockChange } from './compare-content.ts';
import { listContent, type AddressedBlock } from './list-content.ts';
import { slidePrints } from './slide-prints.ts';

/** A deck of slides by the texts of their shapes. */
const deckOf = (...slides: readonly (readonly string[])[]): AddressedBlock[] =>
  slides.map((texts, at) => ({
    address: `s${at + 1}`,
    type: 'slide',
    text: texts[0] ?? '',
    blocks: texts.map((text, place) => ({ address: `s${at + 1}.sh${place + 1}`, type: 'shape', text })),
  }));
const brief = ({ change, type, from, to }: BlockChange): string => `${change} ${type} ${from ?? '-'} ${to ?? '-'}`;
const check = (from: AddressedBlock[], to: AddressedBlock[], expected: readonly string[]): void =>
  assert.deepEqual(compareContent(from, to).map(brief), expected);

const plan = ['Plan', 'Roll out in March, train the teams in April'];
const team = ['Team', 'Ana leads, Bo writes, Cy tests'];
const money = ['Money', 'Two hundred thousand in the first year'];
const risks = ['Risks', 'Late deliveries and a weak currency'];

test('a slide that is elsewhere was moved, and nothing on it came or went', () => {
  check(deckOf(plan, team, money, risks), deckOf(team, money, risks, plan), ['moved slide s1 s4']);
  check(deckOf(plan, team, money, risks), deckOf(risks, plan, team, money), ['moved slide s4 s1']);
  const [move] = compareContent(deckOf(plan, team, money), deckOf(team, money, plan));
  assert.deepEqual([move?.before, move?.after, move?.words], [plan.join('\n'), plan.join('\n'), undefined]);
});

test('a slide of one short word that is elsewhere was moved, too', () => {
  check(deckOf(['Pause'], team, money, risks), deckOf(team, money, ['Pause'], risks), ['moved slide s1 s3']);
});

test('a slide that was moved and changed is told as moved, with what changed on it', () => {
  const later = ['Plan', 'Roll out in May, train the teams in April'];
  check(deckOf(plan, team, money, risks), deckOf(team, money, risks, later), ['moved slide s1 s4', 'changed shape s1.sh2 s4.sh2']);
  check(deckOf(plan, team, money, risks), deckOf(team, money, risks, [...plan, 'A new remark']), [
    'moved slide s1 s4',
    'inserted shape - s4.sh3',
  ]);
});

test('of slides that are alike each is known by what only it says', () => {
  const figures = (quarter: string, sum: string): string[] => [
    `Figures of quarter ${quarter}`,
    `Sales came to ${sum} thousand in all regions`,
  ];
  const from = deckOf(figures('one', '410'), figures('two', '520'), figures('three', '630'), team, money);
  const to = deckOf(team, money, figures('two', '525'), figures('one', '410'), figures('three', '630'));
  check(from, to, ['moved slide s2 s3', 'changed shape s2.sh2 s3.sh2', 'moved slide s1 s4', 'moved slide s3 s5']);
});

test('a new slide and one that is gone are told as wholes', () => {
  check(deckOf(plan, team), deckOf(plan, money, team), ['inserted slide - s2']);
  check(deckOf(plan, money, team), deckOf(plan, team), ['deleted slide s2 -']);
  check(deckOf(plan), deckOf(plan, []), ['inserted slide - s2']);
  const [come] = compareContent(deckOf(plan, team), deckOf(plan, money, team));
  assert.equal(come?.after, money.join('\n'));
});

test('what changed on slides that stayed is told by its shapes', () => {
  check(deckOf(plan, team), deckOf(plan, ['Team', 'Ana leads, Bo writes, Di tests']), ['changed shape s2.sh2 s2.sh2']);
  check(deckOf(plan, team), deckOf(plan, [...team, 'Everybody reads']), ['inserted shape - s2.sh3']);
});

test('a text that went from one slide to another was moved', () => {
  const remark = 'All figures are those of the audited report.';
  check(deckOf([...plan, remark], team, money), deckOf(plan, team, [...money, remark]), ['moved shape s1.sh3 s3.sh3']);
});

test('of two slides that say the same, the one too many came or went', () => {
  check(deckOf(['Pause'], plan, ['Pause'], team), deckOf(plan, ['Pause'], team), ['deleted slide s1 -']);
  check(deckOf(plan, ['Pause'], team), deckOf(plan, ['Pause'], team, ['Pause']), ['inserted slide - s4']);
});

test('slides change places in any number, and each is told once', () => {
  const slides = Array.from({ length: 300 }, (_, i) => [`Item ${i}`, `What is said of the thing that has the number ${i * 7 + 1000}`]);
  const changes = compareContent(deckOf(...slides), deckOf(...slides.toReversed()));
  assert.equal(changes.length, 299);
  assert.ok(changes.every(({ change, type }) => change === 'moved' && type === 'slide'));
});

test('the number on a slide that another place gave it is no change', () => {
  const numbered = (...slides: readonly string[][]): AddressedBlock[] => deckOf(...slides.map((texts, at) => [...texts, `${at + 1}`]));
  check(numbered(plan, team, money), numbered(plan, risks, team, money), ['inserted slide - s2']);
  check(numbered(plan, team, money, risks), numbered(team, money, risks, plan), ['moved slide s1 s4']);
  check(deckOf(plan, team), numbered(plan, team), ['inserted shape - s1.sh3', 'inserted shape - s2.sh3']);
  check(deckOf(plan, ['Teams', '2']), deckOf(plan, ['Teams', '5']), ['changed shape s2.sh2 s2.sh2']);
});

const PICTURES = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
];

/** A deck whose first slides show a picture each and say nothing; three with words follow. */
function pictured(): Uint8Array {
  const context = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
  const made = applyEdits(
    templateDeck({
      layouts: [
        { name: 'Text', places: [['title', '', [1, 1, 8, 1]]] },
        { name: 'Blank', places: [] },
      ],
    }),
    [
      ...PICTURES.map(() => ({ op: 'insert_slide', layout: 'Blank' })),
      ...['Team', 'Money', 'Risks'].map((title) => ({ op: 'insert_slide', layout: 'Text', title })),
      ...PICTURES.map((data, at) => ({
        op: 'insert_image',
        target: `s${at + 2}`,
        image: { data },
        alt: '',
        left_cm: 2,
        top_cm: 2,
        width_cm: 5,
      })),
      { op: 'delete_slide', target: 's1' },
    ],
    context,
  );
  for (const { status, message } of made.results) assert.equal(status, 'applied', message);
  return made.bytes;
}

test('slides without words that are elsewhere were told as deleted and inserted', () => {
  const from = pictured();
  const move = (target: string, position: number): Uint8Array =>
    applyEdits(from, [{ op: 'move_slide', target, position }], { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' }).bytes;
  const changes = (to: Uint8Array): string[] =>
    compareContent(listContent(from), listContent(to), {
      from: (slides) => slidePrints(from, slides),
      to: (slides) => slidePrints(to, slides),
    }).map(brief);
  assert.equal(slidePrints(from, new Set([0, 1, 2, 3, 4])).filter((print) => print !== '').length, 5);
  assert.deepEqual(changes(move('s1', 5)), ['moved slide s1 s5']);
  assert.deepEqual(changes(move('s2', 4)), ['moved slide s2 s4']);
  assert.deepEqual(changes(move('s4', 1)), ['moved slide s4 s1']);
  assert.deepEqual(changes(from), []);
});

test('the pictures of slides with words were read as well', () => {
  const from = pictured();
  const asked: number[][] = [];
  const prints = (slides: ReadonlySet<number>): string[] => {
    asked.push([...slides]);
    return slidePrints(from, slides);
  };
  assert.deepEqual(compareContent(listContent(from), listContent(from), { from: prints, to: prints }), []);
  assert.deepEqual(asked, [
    [0, 1],
    [0, 1],
  ]);
  assert.deepEqual(
    slidePrints(from, new Set([0, 1])).map((print) => print !== ''),
    [true, true, false, false, false],
  );
});
