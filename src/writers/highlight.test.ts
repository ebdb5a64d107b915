import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { contrast } from '../base/color.ts';
import { NEUTRALS } from '../document/look.ts';
import { CODE_COLORS } from './highlight/code-theme.ts';
import { LANGUAGE_NAMES } from './highlight/language-names.ts';
import { highlight, languagesOf, loadLanguages } from './highlight.ts';

/** Colours of the pieces that have one, as `text:COLOR` per line. */
function check(text: string, language: string | undefined, expected: string[][]): void {
  const lines = highlight(text, language);
  assert.deepEqual(
    lines.map((line) => line.filter((token) => token.color !== undefined).map((token) => `${token.text}:${token.color}`)),
    expected,
  );
  assert.equal(lines.map((line) => line.map((token) => token.text).join('')).join('\n'), text.replaceAll(/\r\n?/g, '\n'));
}

describe('highlight', () => {
  before(() => loadLanguages(['TypeScript', 'json', 'sh', 'nosuch']));

  it('colours what it knows', () => {
    check('const a = 1; // one\nreturn', 'ts', [
      [`const:${CODE_COLORS.keyword}`, `1:${CODE_COLORS.constant}`, `// one:${CODE_COLORS.comment}`],
      [`return:${CODE_COLORS.keyword}`],
    ]);
    check('{"a": "b"}', 'json', [[`"a":${CODE_COLORS.callable}`, `"b":${CODE_COLORS.string}`]]);
  });

  it('leaves plain: no language, an unknown one, one not loaded', () => {
    for (const language of [undefined, 'nosuch', 'python']) check('return 1\r\n\r\nend', language, [[], [], []]);
  });

  it('leaves plain: long texts and long lines', () => {
    check(
      'return 1\n'.repeat(2_500),
      'ts',
      Array.from({ length: 2_501 }, () => []),
    );
    check(`return ${'1'.repeat(400)}`, 'ts', [[]]);
  });

  it('keeps text whole that makes a grammar work hard, and colours the next as ever', () => {
    for (const opening of ['$(', '`', '${', '<<A']) {
      const text = Array.from({ length: 49 }, () => opening.repeat(120)).join('\n');
      assert.ok(
        highlight(text, 'sh')
          .map((line) => line.map((token) => token.text).join(''))
          .join('\n') === text,
      );
    }
    check('const a', 'ts', [[`const:${CODE_COLORS.keyword}`]]);
  });

  it('has a grammar for every name', async () => {
    await loadLanguages([...LANGUAGE_NAMES.keys()]);
    for (const name of new Set(LANGUAGE_NAMES.values()))
      assert.equal(
        highlight('a b', name)
          .flat()
          .map((token) => token.text)
          .join(''),
        'a b',
        name,
      );
  });
});

it('reads on the code ground: every colour at 4.5:1 or more', () => {
  for (const [name, color] of Object.entries(CODE_COLORS)) assert.ok(contrast(color, NEUTRALS.surface) >= 4.5, name);
});

it('finds the languages of a tree', () => {
  assert.deepEqual(
    languagesOf([
      { id: 'b1', type: 'code', text: '', language: 'ts' },
      {
        id: 'b2',
        type: 'callout',
        kind: 'note',
        blocks: [
          { id: 'b3', type: 'code', text: '', language: 'sql' },
          { id: 'b4', type: 'code', text: '' },
        ],
      },
      { id: 'b5', type: 'code', text: '', language: 'ts' },
    ]),
    ['ts', 'sql'],
  );
});
