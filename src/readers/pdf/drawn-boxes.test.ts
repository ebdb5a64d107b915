import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

/** Four lines around a square of 10 pt. */
const square = (left: number, top: number): Box[] => [
  { left, right: left + 10, top, bottom: top },
  { left, right: left + 10, top: top + 10, bottom: top + 10 },
  { left, right: left, top, bottom: top + 10 },
  { left: left + 10, right: left + 10, top, bottom: top + 10 },
];
const OPTIONS = ['Application or resume', 'Transcripts', 'Answers to the questions'];
const lines = OPTIONS.map((text, at) => line(text, 70, 100 + at * 30));

test('squares that are drawn before lines are boxes to be ticked', () => {
  const { value } = readPdf(exampleDocument([examplePage(lines, { rules: OPTIONS.flatMap((_, at) => square(50, 99 + at * 30)) })]));
  assert.deepEqual(
    value.pages[0]?.flatMap((block) => (block.type === 'list' ? block.items.map(({ checked }) => checked) : [undefined])),
    [false, false, false],
  );
  assert.deepEqual(
    outlineOf(value.pages[0] ?? []),
    OPTIONS.map((text) => `- ${text}`),
  );
});

test('squares with rounded corners are boxes too', () => {
  const rounded = (left: number, top: number): Box[] => [
    { left: left + 1, right: left + 7.5, top, bottom: top },
    { left: left + 1, right: left + 7.5, top: top + 8.5, bottom: top + 8.5 },
    { left, right: left, top: top + 1, bottom: top + 7.5 },
    { left: left + 8.5, right: left + 8.5, top: top + 1, bottom: top + 7.5 },
  ];
  const { value } = readPdf(exampleDocument([examplePage(lines, { rules: OPTIONS.flatMap((_, at) => rounded(50, 99 + at * 30)) })]));
  assert.deepEqual(
    outlineOf(value.pages[0] ?? []),
    OPTIONS.map((text) => `- ${text}`),
  );
});

test('squares beside each other, and those with something in them, are none', () => {
  const row = [...square(50, 99), ...square(60, 99), ...square(50, 129), ...square(60, 129)];
  const filled = [line('4', 52, 101), line('7', 52, 131)];
  const read = (rules: Box[], more: ReturnType<typeof line>[]): string[] =>
    readPdf(exampleDocument([examplePage([...more, ...lines], { rules })])).value.pages.flatMap((blocks) => outlineOf(blocks));
  assert.ok(!read(row, []).some((entry) => entry.startsWith('- ')));
  assert.ok(!read([...square(50, 99), ...square(50, 129)], filled).some((entry) => entry.startsWith('- ')));
});

test('boxes with slanting strokes or a typed letter in them are ticked', () => {
  const read = (more: ReturnType<typeof line>[], ticks: Box[]): { texts: string[]; ticked: (boolean | undefined)[] } => {
    const rules = OPTIONS.flatMap((_, at) => square(50, 99 + at * 30));
    const blocks = readPdf(exampleDocument([examplePage([...more, ...lines], { rules, ticks })])).value.pages.flat();
    return {
      texts: outlineOf(blocks),
      ticked: blocks.flatMap((block) => (block.type === 'list' ? block.items.map(({ checked }) => checked) : [])),
    };
  };
  const texts = OPTIONS.map((text) => `- ${text}`);
  assert.deepEqual(read([], [{ left: 51, right: 59, top: 130, bottom: 138 }]), { texts, ticked: [false, true, false] });
  // a stroke that goes over two boxes, and one beside them
  const beside = [
    { left: 50, right: 60, top: 100, bottom: 140 },
    { left: 62, right: 68, top: 131, bottom: 137 },
  ];
  assert.deepEqual(read([], beside), { texts, ticked: [false, false, false] });
  assert.deepEqual(read([line('X', 53, 160)], []), { texts, ticked: [false, false, true] });
  const first = line('X Application or resume', 53, 100, { at: { 1: 70 } });
  const rules = OPTIONS.flatMap((_, at) => square(50, 99 + at * 30));
  const blocks = readPdf(exampleDocument([examplePage([first, ...lines.slice(1)], { rules })])).value.pages.flat();
  assert.deepEqual(outlineOf(blocks), texts);
  assert.deepEqual(
    blocks.flatMap((block) => (block.type === 'list' ? block.items.map(({ checked }) => checked) : [])),
    [true, false, false],
  );
  // a lone square with an `x` is part of a drawing
  const lone = readPdf(exampleDocument([examplePage([first], { rules: square(50, 99) })])).value.pages.flat();
  assert.deepEqual(outlineOf(lone), ['p X Application or resume']);
});

test('boxes between words and in cells are there', () => {
  const option = line('Charges filed: Yes No', 50, 100, { at: { 2: 140, 3: 180 } });
  const rules = [...square(127, 98), ...square(167, 98)];
  const ticks = [{ left: 168, right: 176, top: 99, bottom: 107 }];
  const read = (more: Box[]): string[] =>
    readPdf(
      exampleDocument([
        examplePage([option, line('Told by', 50, 130), line('the owner', 140, 130)], { rules: [...rules, ...more], ticks }),
      ]),
    ).value.pages.flatMap((blocks) => outlineOf(blocks));
  const said = read([]).join('\n');
  assert.match(said, /Charges filed:[^]*Yes[^]*No/);
  assert.match(said.replaceAll('\n', ' '), /☐ Yes.*☒ No/);
  const bar = (left: number, right: number, top: number, bottom: number): Box => ({ left, right, top, bottom });
  const grid = [...[90, 115, 145].map((y) => bar(45, 250, y, y)), ...[45, 122, 250].map((x) => bar(x, x, 90, 145))];
  assert.deepEqual(read(grid).slice(0, 1), ['| Charges filed: | ☐ Yes ☒ No']);
});
