/** Presentations as the service makes them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { download, makeDocument, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { validateAllOffice } from '../support/validate-office.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

test('content with slides makes a presentation, its PDF and a picture of every slide', async () => {
  const markdown =
    '---\ntitle: Review\ntheme: dark\n---\n\n::slide{title="Orders grew in every region"}\n- North by a tenth\n- South by a fifth\n\n:::notes\nSay why.\n:::\n\n::slide{title="Costs"}\n| Region | Cost |\n|---|---|\n| North | 12 |\n';
  const document = await makeDocument(octavo, { content: { markdown } });
  assert.deepEqual(
    [document.format, document.type, document.status, document.pages],
    ['pptx', 'presentation', 'ready', 3],
    JSON.stringify(document.validation_summary),
  );
  assert.deepEqual(
    document.outputs?.map(({ kind }) => kind),
    ['pptx', 'pdf', 'preview', 'preview', 'preview'],
  );
  assert.deepEqual([document.style_applied?.font, document.style_applied?.orientation], ['Arial', 'landscape']);
  const bytes = await download(document.outputs?.[0]?.url ?? '');
  assert.deepEqual(await validateAllOffice({ made: { bytes, kind: 'pptx' } }), {});
});

test('any content becomes slides when a presentation is asked for', async () => {
  const document = await makeDocument(octavo, {
    format: 'pptx',
    content: { markdown: '# Review\n\nBy us\n\n## One\n\nText\n\n## Two\n\nMore text\n' },
  });
  assert.deepEqual([document.format, document.status, document.pages], ['pptx', 'ready', 3], JSON.stringify(document.validation_summary));
});
