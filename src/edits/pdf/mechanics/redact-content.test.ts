import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PDFDocument } from '@cantoo/pdf-lib';
import { readOperators } from './content-tokens.ts';
import { loadStandardFaces } from './glyph-widths.ts';
import type { Area } from './areas.ts';
import { redactContent } from './redact-content.ts';

const faces = await loadStandardFaces();
const scratch = await PDFDocument.create();
const { context } = scratch;
const resources = context.obj({ Font: { F1: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' } } });

/** Courier at 10 pt: each letter is 6 pt wide. */
function check(content: string, area: Partial<Area>, expected: string, unsure = false): void {
  const { bytes, unsure: said } = redactContent(Buffer.from(content, 'latin1'), resources, [1, 0, 0, 1, 0, 0], {
    context,
    faces,
    areas: [{ left: 0, right: 600, bottom: 0, top: 800, ...area }],
    depth: 0,
  });
  assert.equal(Buffer.from(bytes).toString('latin1').trim(), expected);
  assert.equal(said, unsure);
}

const hex = (text: string): string => `<${Buffer.from(text).toString('hex')}>`;
const FAR = { left: 590, right: 600, bottom: 790, top: 800 };

test('letters within an area go, and the pen moves on', () => {
  check(
    'BT /F1 10 Tf 100 500 Td (abcd) Tj ET',
    { left: 106, right: 118, bottom: 495, top: 512 },
    `BT /F1 10 Tf 100 500 Td [${hex('a')} -600 -600 ${hex('d')}] TJ  ET`,
  );
});

test('what lies outside keeps every byte', () => {
  const content = 'q 1 0 0 1 10 10 cm BT /F1 10 Tf 1 Tc (a\\(b\\)\\101) Tj [(x) -20 <41>] TJ ET Q % done\n';
  check(content, FAR, content.trim());
});

test('spaces between letters and words, lines, matrices and turns are followed', () => {
  check(
    'BT /F1 10 Tf 2 Tc 100 500 Td (ab) Tj ET',
    { left: 108, right: 120, bottom: 495, top: 512 },
    `BT /F1 10 Tf 2 Tc 100 500 Td [${hex('a')} -800] TJ  ET`,
  );
  check(
    'BT /F1 10 Tf 12 TL 100 500 Td (ab) Tj T* (cd) Tj ET',
    { bottom: 485, top: 497 },
    `BT /F1 10 Tf 12 TL 100 500 Td (ab) Tj T* [-600 -600] TJ  ET`,
  );
  check(
    '2 0 0 2 0 0 cm BT /F1 10 Tf 50 250 Td (ab) Tj ET',
    { left: 112, right: 130, bottom: 490, top: 530 },
    `2 0 0 2 0 0 cm BT /F1 10 Tf 50 250 Td [${hex('a')} -600] TJ  ET`,
  );
  check(
    "BT /F1 10 Tf 12 TL 100 500 Td (ab) ' ET",
    { left: 106, right: 113, bottom: 484, top: 500 },
    `BT /F1 10 Tf 12 TL 100 500 Td T* [${hex('a')} -600] TJ  ET`,
  );
});

test('text said once more beside the drawing goes', () => {
  check('/Span <</ActualText (secret)>> BDC EMC', FAR, '/Span <<>> BDC EMC');
});

test('a font that nobody knows, a picture and a drawing within an area are not sure', () => {
  check('BT /F9 10 Tf 100 500 Td (ab) Tj ET', {}, 'BT /F9 10 Tf 100 500 Td (ab) Tj ET', true);
  check('10 10 50 50 re f', {}, '10 10 50 50 re f', true);
  check('10 10 50 50 re f', FAR, '10 10 50 50 re f');
});

test('any bytes are read to their end', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '(',
        ')',
        '<',
        '>',
        '<<',
        '>>',
        '[',
        ']',
        '/F1',
        'BT',
        'ET',
        'Tj',
        'TJ',
        'BI',
        'ID',
        'EI',
        'q',
        'Q',
        '%',
        '\n',
        ' ',
        '-1.5',
        '10 Tf',
        '\\',
        "'",
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const content = Buffer.from(parts.join(' '), 'latin1');
      const operators = readOperators(content);
      for (const [i, { start, end }] of operators.entries())
        assert.ok(start <= end && end <= content.length && start >= (operators[i - 1]?.end ?? 0));
      redactContent(content, resources, [1, 0, 0, 1, 0, 0], {
        context,
        faces,
        areas: [{ left: 0, right: 600, bottom: 0, top: 800 }],
        depth: 0,
      });
    }),
    { numRuns: 500, seed: 3 },
  );
});
