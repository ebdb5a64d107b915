/** Pages that somebody has written whole: what is taken out, what is read, what stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePage, libraryPlace, readFreePage } from './free-page.ts';

const codes = (source: string): string[] => readFreePage(source).notes.map(({ code }) => code);
const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title> My  page </title>${head}</head><body>${body}</body></html>`;

test('a page is found bare and in its fence, and Markdown is none', () => {
  assert.equal(findFreePage('\n<!-- made by hand -->\n<!DOCTYPE html>\n<p>A')?.includes('<p>A'), true);
  assert.equal(findFreePage('<html lang="en"><p>A')?.endsWith('A'), true);
  assert.equal(findFreePage('````html page\n<p>```</p>\n````\n'), '<p>```</p>');
  assert.equal(findFreePage('---\nlang: en\n---\n\n```html page\n<p>A</p>\n```'), '<p>A</p>');
  for (const markdown of ['# A page\n', '```html\n<p>A</p>\n```', '# A\n\n```html page\n<p>A</p>\n```', '<p>A</p>'])
    assert.equal(findFreePage(markdown), null, markdown);
});

test('what loads from elsewhere is taken out and named; what is inside stays', () => {
  const { value, notes } = readFreePage(
    page(
      '<base href="https://x.example/"><meta http-equiv="refresh" content="0;url=https://x.example"><link rel="stylesheet" href="https://x.example/a.css"><style>@import "https://x.example/b.css"; p{background:url(https://x.example/c.png)} q{background:url(data:image/gif;base64,AA)}</style><script src="https://x.example/d.js"></script>',
      '<img src="//x.example/e.png" alt="E"><img src="data:image/gif;base64,AA" alt="F"><img src="img:1" alt="G"><iframe src="https://x.example"></iframe><a href="https://x.example/h">A link</a><template><img src="http://x.example/i" alt=""></template><p style="background:url(http://x.example/j)">Text</p><script>const inside = 1;</script>',
    ),
  );
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['page_reaches_out'],
  );
  assert.match(notes[0]?.message ?? '', /<base>.*<iframe>|<link href="https:\/\/x\.example\/a\.css">/);
  const left = value.html.match(/x\.example[^"<)]*/g);
  assert.deepEqual(left, ['x.example/h'], 'only what a visitor opens himself');
  for (const kept of ['data:image/gif;base64,AA', 'src="img:1"', 'const inside = 1;', '<p style="background:none">Text</p>'])
    assert.ok(value.html.includes(kept), kept);
  assert.deepEqual([value.title, value.lang], ['My page', 'en']);
});

test('libraries, collections and a forgotten viewport', () => {
  const { value, notes } = readFreePage(
    page(
      '<script type="application/json" id="octavo-collections">[{"name":"a","mode":"open"}]</script>',
      '<p>A</p><script data-library="preact"></script><script data-library="jquery" src="https://x.example/jquery.js"></script>',
    ),
  );
  assert.deepEqual([value.libraries, value.collections], [['preact'], '[{"name":"a","mode":"open"}]']);
  assert.ok(value.html.includes(libraryPlace('preact')));
  assert.match(value.html, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
  assert.equal(notes.length, 1);
  assert.doesNotMatch(readFreePage(page('<meta name="Viewport" content="width=500">', '')).value.html, /device-width/);
});

test('a form that keeps nothing is said, one that is wired is not', () => {
  const form = '<form action="https://x.example/send"><label>A <input name="a"></label><button>Send</button></form>';
  assert.deepEqual(codes(page('', form)), ['page_form_unwired']);
  assert.deepEqual(codes(page('', `${form}<script>octavo.collection('a').add({})</script>`)), []);
  assert.doesNotMatch(readFreePage(page('', form)).value.html, /x\.example/);
});

test('odd pages are read', () => {
  for (const source of [
    '',
    '<html',
    '<!doctype html>',
    '<html><frameset><frame src="http://x.example"></frameset></html>',
    '<svg><script href="http://x"/></svg>',
  ])
    readFreePage(source);
  assert.ok(readFreePage('<p>'.repeat(2_000)).value.html.length > 2_000);
});
