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
