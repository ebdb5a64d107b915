import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveLook } from '../../document/look.ts';
import { styleApplied } from '../../document/style-applied.ts';
import { unmetWishes } from './unmet-wishes.ts';
import { composeDraft } from './compose-draft.ts';
import type { MakeInput } from '../make.ts';
import { readMarkdown } from '../../readers/markdown.ts';

const applied = styleApplied(resolveLook('report', { font: 'Georgia', margins_cm: 2 }), { cover: false, contents: true });

test('a wish that was granted is not reported', () => {
  assert.deepEqual(unmetWishes({ font: 'georgia', margins_cm: 2, font_size: 11, cover_page: false }, applied, 'docx'), []);
});

test('each field that is otherwise is reported with what is used', () => {
  assert.deepEqual(
    unmetWishes({ margins_cm: 4, cover_page: true, colors: { ...applied.colors, accent: '000001' }, header: 'Head' }, applied, 'pptx'),
    [
      'margins_cm 4 is not possible in a presentation; 2 is used',
      'cover_page true is not possible in a presentation',
      `colors.accent 000001 is not possible in a presentation; ${applied.colors.accent} is used`,
      'header Head is not possible in a presentation',
    ],
  );
});

test('the style of a workbook claims no contents, no cover and no line spacing, and a wish for them is told as unmet', () => {
  const input: MakeInput = { markdown: '', format: 'xlsx', name: null, pictures: [] };
  const sections = Array.from({ length: 30 }, (_, at) => `# Sheet: Part ${at}\n\n## Section\n\n| A | B |\n|---|---|\n| 1 | 2 |\n`).join(
    '\n',
  );
  const { value } = readMarkdown(`---\ntitle: Book\n---\n\n:::cover{title=Book}\n:::\n\n::toc\n\n${sections}`, {
    pictures: 0,
    deck: false,
    workbook: true,
  });
  const { style } = composeDraft(input, value);
  assert.deepEqual([style.line_spacing, style.cover_page, style.table_of_contents], [1, false, false]);
  assert.deepEqual(unmetWishes({ table_of_contents: true, line_spacing: 1.5 }, style, 'xlsx'), [
    'table_of_contents true is not possible in a workbook',
    'line_spacing 1.5 is not possible in a workbook; 1 is used',
  ]);
});
