import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import type { Block } from '../../document/block.ts';
import { writeMarkdown } from '../markdown.ts';
import type { Run } from '../../document/inline.ts';
import { writePlainMarkdown } from '../plain-markdown.ts';
import { relaxEscapes } from './relax-escapes.ts';

const write = (...texts: string[]): string =>
  relaxEscapes(writeMarkdown(texts.map((text): Block => ({ id: '', type: 'paragraph', runs: [{ text }] })))).trimEnd();

test('what only our dialect takes for more than text is not escaped', () => {
  for (const text of [
    'ann@example.com',
    'see https://example.com/a_b and www.example.com',
    'R&D, AT&T',
    'a {b} c',
    'Source: the file',
    '• a point',
    '— a dash',
    'costs $5',
    '[1] and [see below], {x}',
    'table: of things',
  ]) {
    assert.equal(write(text), text, text);
  }
});

test('what others take for more stays escaped', () => {
  const cases: [text: string, markdown: string][] = [
    ['a *b* _c_ `d`', 'a \\*b\\* \\_c\\_ \\`d\\`'],
    ['&amp; <b>', '\\&amp; \\<b>'],
    ['between $5 and 6 US$', 'between \\$5 and 6 US\\$'],
    ['between $5 and $6', 'between $5 and $6'],
    ['[x](y)', '\\[x\\](y)'],
    ['[ ] open [x] done', '\\[ \\] open \\[x\\] done'],
    ['[^1] note', '\\[^1\\] note'],
    ['# no heading', '\\# no heading'],
    ['1. no list', '1\\. no list'],
    ['back \\ slash \\@', 'back \\\\ slash \\\\@'],
  ];
  for (const [text, markdown] of cases) assert.equal(write(text), markdown, text);
});

test('code and formulas stay as they are', () => {
  for (const text of ['`a\\@b` and c', '```\na\\@b \\{\n```', '$a\\{b\\}$ and', '$$\na\\@b\n$$', '> ```\n> \\@\n> ```', '- ``a`\\@``'])
    assert.equal(relaxEscapes(text), text, text);
  assert.equal(relaxEscapes('`a\\@` b\\@c\n\n```\n\\@\n```\n\nd\\@e'), '`a\\@` b@c\n\n```\n\\@\n```\n\nd@e');
  assert.equal(relaxEscapes('$$x\\@$$\n\na\\@b'), '$$x\\@$$\n\na@b');
});

test('what our dialect says of tables goes, bold and italic are written with signs where that is certain', () => {
  assert.equal(
    relaxEscapes('a\n\n:::table{total=none}\n| A |\n| --- |\n| Total |\n:::\n\nb\n\n> ::::table{header=1}\n> |  |\n> ::::\n> c'),
    'a\n\n| A |\n| --- |\n| Total |\n\nb\n\n> |  |\n> c',
  );
  const cases: [string, string][] = [
    ['<b>\\$9.80</b>', '**$9.80**'],
    ['| <b>Total:</b> | x', '| **Total:** | x'],
    ['a <i>b</i>, c', 'a *b*, c'],
    ['x<b>y</b>z', 'x**y**z'],
    ['x<s>y</s>z', 'x<s>y</s>z'],
    ['(<b>"q"</b>)', '(<b>"q"</b>)'],
    ['<b> a</b>', '<b> a</b>'],
    ['<s>old</s> new', '~~old~~ new'],
    ['C:\\\\Users\\\\a', 'C:\\Users\\a'],
    ['\\\\\\\\server', '\\\\\\\\server'],
    ['A1\\*10', 'A1*10'],
    ['a\\*b\\*c', 'a\\*b\\*c'],
    ['\\* a', '\\* a'],
    ['Name: \\_\\_\\_ Date: \\_\\_', 'Name: ___ Date: __'],
    ['\\_\\_\\_', '\\___'],
    ['- \\_\\_\\_', '- \\___'],
    ['| a&#32;<br>&#9;b&#32; | -&#32;&#32; |', '| a<br>b | - |'],
    ['<b>a <i>b</i></b>', '<b>a <i>b</i></b>'],
    ['| \\=B3*2 |', '| =B3*2 |'],
  ];
  for (const [text, relaxed] of cases) assert.equal(relaxEscapes(text), relaxed, text);
});

test('another reader of Markdown sees the words as they were', () => {
  const markdown = new MarkdownIt();
  const pieces = [
    'a',
    ' ',
    '@',
    '{',
    '}',
    '&',
    '&lt;',
    '[',
    ']',
    '(',
    '$',
    '\\',
    '*',
    '_',
    'https://x.y',
    'www.z',
    ':',
    '!',
    '•',
    'Source:',
    '1.',
    '<',
    '>',
    '`',
    '~',
    '#',
  ];
  for (let seed = 1; seed < 400; seed++) {
    let state = seed;
    const text = `w${Array.from({ length: 12 }, () => pieces[(state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % pieces.length]).join('')}w`;
    const shown = markdown
      .renderInline(write(text))
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    assert.equal(shown, text, `${seed}: ${write(text)}`);
  }
});

test('another reader of Markdown sees the marks as they were', () => {
  const markdown = new MarkdownIt();
  const words = ['word', ' ', ' ', 'a', '한', '다', '.', ',', '(', ')', '5', '$', '-'];
  for (let seed = 1; seed < 600; seed++) {
    let state = seed;
    const random = (most: number): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % most;
    const runs: Run[] = Array.from({ length: 6 }, () => ({
      text: Array.from({ length: 1 + random(4) }, () => words[random(words.length)] ?? '').join(''),
      ...[{}, { bold: true }, { italic: true }][random(3)],
    }));
    const plain = writePlainMarkdown([{ id: '', type: 'paragraph', runs: [{ text: 'x' }, ...runs, { text: 'x' }] }]);
    // HTML that we write is read as the same marks.
    const shown = markdown
      .renderInline(plain.trimEnd())
      .replaceAll(/&lt;(\/?)([bi])&gt;/g, (_, slash: string, tag: string) => `<${slash}${tag === 'b' ? 'strong' : 'em'}>`);
    const marked = (mark: 'bold' | 'italic'): string =>
      runs
        .filter((run) => run[mark])
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\s/g, '');
    const found = (tag: string): string =>
      [...shown.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))]
        .map(([, inner = '']) => inner)
        .join('')
        .replaceAll(/\s|<[^>]*>/g, '');
    assert.deepEqual([found('strong'), found('em')], [marked('bold'), marked('italic')], `${seed}: ${plain}`);
  }
});

test('long lines of one sign take no longer than others', () => {
  for (const sign of ['`', '$', '\\', '\\[', '[', '&#', '\\@', '`a', '$ ']) assert.ok(relaxEscapes(sign.repeat(50_000)).length > 0, sign);
});
