import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { assets as randomAssets, block as randomBlock, looks } from './support/any-document.ts';
import type { Block } from '../src/document/block.ts';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { numberBlocks } from '../src/document/walk.ts';
import { writeHtml, type HtmlPage } from '../src/writers/html.ts';

type Element = DefaultTreeAdapterMap['element'];

function* elements(node: DefaultTreeAdapterMap['node']): Generator<Element> {
  if ('tagName' in node) yield node;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* elements(child);
}
const attribute = (element: Element, name: string): string | undefined => element.attrs.find((each) => each.name === name)?.value;

function pageOf(markdown: string, lang = 'en'): HtmlPage {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  const look = resolveLook('report');
  const { document } = composeDocument({ blocks, meta, lang, name: null, assets: new Map() }, look);
  return writeHtml(document, look).value;
}

/** What a browser would fetch while it shows the page. */
function fetched(html: string): string[] {
  const found: string[] = [];
  for (const element of elements(parse(html))) {
    const { tagName } = element;
    for (const name of ['src', 'srcset', 'poster', 'data', 'action', 'background']) {
      const value = attribute(element, name);
      if (value !== undefined && !value.startsWith('data:')) found.push(`${tagName} ${name} ${value}`);
    }
    const href = attribute(element, 'href');
    if (href !== undefined && tagName !== 'a' && !href.startsWith('data:')) found.push(`${tagName} ${href}`);
    if (['link', 'iframe', 'object', 'embed', 'base', 'form'].includes(tagName)) found.push(tagName);
  }
  return [...found, ...(html.match(/url\((?!#)[^)]*\)|@import[^;]*/g) ?? [])];
}

test('any document of the model becomes a page that fetches nothing, with one h1, and ids that occur once', () => {
  fc.assert(
    fc.property(
      fc.array(randomBlock, { maxLength: 8 }),
      fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), fc.array(randomBlock, { maxLength: 2 })), { maxLength: 3 }),
      looks,
      (body, notes, { type, lang, style }) => {
        const blocks: Block[] = [...body, { id: 'fn', type: 'footnotes', notes: notes.map(([id, inner]) => ({ id, blocks: inner })) }];
        numberBlocks(blocks);
        const look = resolveLook(type, style);
        const { document } = composeDocument({ blocks, meta: {}, lang, name: 'Name', assets: randomAssets }, look);
        const { html, bytes } = writeHtml(document, look).value;
        assert.equal(bytes, Buffer.byteLength(html));
        assert.deepEqual(fetched(html), []);
        const all = [...elements(parse(html))];
        assert.equal(all.filter(({ tagName }) => tagName === 'h1').length, 1);
        const ids = all.flatMap((element) => attribute(element, 'id') ?? []);
        assert.deepEqual(
          ids.filter((id, at) => ids.indexOf(id) !== at),
          [],
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('words of an author never become markup or script', () => {
  const html = pageOf(
    '# <img src=x onerror=alert(1)>\n\nA `</style><script>alert(2)</script>` and [x](javascript:alert(3)).\n\n```js\n</code><script>alert(4)</script>\n```\n\n| a"b | <b> |\n|---|---|\n| </td><script>alert(5)</script> | "onmouseover="x |\n',
  ).html;
  for (const element of elements(parse(html))) {
    assert.notEqual(element.tagName, 'script');
    for (const { name, value } of element.attrs) assert.ok(!name.startsWith('on') && !value.includes('javascript:'), `${name}=${value}`);
  }
});

test('headings have no gaps, and contents lead to each of them', () => {
  const html = pageOf(['# Title', '## One', '#### Deep', '## Two', '## Three', '## Four'].join('\n\nText.\n\n')).html;
  const all = [...elements(parse(html))];
  assert.deepEqual(
    all.flatMap(({ tagName }) => (/^h\d$/.test(tagName) ? [tagName] : [])),
    ['h1', 'h2', 'h3', 'h2', 'h2', 'h2'],
  );
  const targets = all.flatMap((element) => (element.tagName === 'a' ? (attribute(element, 'href') ?? []) : []));
  const ids = new Set(all.flatMap((element) => attribute(element, 'id') ?? []));
  for (const target of targets) assert.ok(ids.has(decodeURIComponent(target.slice(1))), target);
  assert.ok(targets.filter((target) => target === '#three').length >= 1);
});

test('footnotes and comments lead there and back', () => {
  const html = pageOf('# T\n\nWords[^1] and {==more==}{>>Why?<<}.\n\n[^1]: The note.\n').html;
  for (const [from, to] of [
    ['o-fnref-1', 'o-fn-1'],
    ['o-cref-1', 'o-c-1'],
  ]) {
    assert.match(html, new RegExp(`id="${from}" href="#${to}"`));
    assert.match(html, new RegExp(`<li id="${to}">.*href="#${from}"`));
  }
});

test('a page speaks the language of its document wherever the house has words in it', () => {
  const said = (lang: string): (string | undefined)[] =>
    [...elements(parse(pageOf('# One\n\nText.[^a]\n\n[^a]: A note.\n', lang).html))]
      .filter((element) => attribute(element, 'role') === 'doc-backlink')
      .map((element) => attribute(element, 'aria-label'));
  assert.deepEqual(said('nl-BE'), ['Terug naar de tekst']);
  assert.deepEqual(said('gl'), ['Volver al texto']);
  assert.deepEqual(said('ja'), ['本文に戻る']);
  assert.deepEqual(said('fi'), ['Back to the text']);
});

test('a chart has a title, a description and its figures', () => {
  const html = pageOf(
    '# T\n\n:::chart{type=column x=Q y=Sales title="Sales"}\n| Q | Sales |\n|---|--:|\n| Q1 | 31 |\n| Q2 | 38 |\n:::\n',
  ).html;
  const all = [...elements(parse(html))];
  const drawings = all.filter((element) => element.tagName === 'svg' && attribute(element, 'role') === 'img');
  assert.equal(drawings.length, 2);
  for (const drawing of drawings) assert.ok(all.some((element) => attribute(element, 'id') === attribute(drawing, 'aria-labelledby')));
  assert.match(html, /<details class="figures">.*<th scope="row">Q1<\/th><td class="n">31<\/td>/s);
});

test('a page without pictures stays far below 150 KB', () => {
  assert.ok(pageOf('# Title\n\nText.\n').bytes < 40_000);
});
