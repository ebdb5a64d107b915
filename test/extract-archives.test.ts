/** Files that hold others: archives and messages, each of whose files is read as a section. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from '../src/ooxml/write-zip.ts';
import { createExtractTools, extractMarkdown } from '../src/pipeline/extract.ts';

const tools = createExtractTools(null, { threads: false });

test('files in an archive or a message are sections; what cannot be read is named, and nesting ends', async () => {
  const message =
    'Subject: Costs\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n--b\nContent-Type: text/csv; name=c.csv\nContent-Disposition: attachment; filename=c.csv\n\nx,y\n1,2\n--b--\n';
  const archive = (depth: number): Uint8Array =>
    writeZip([
      { name: 'notes/a.md', data: `level ${depth}` },
      { name: 'odd.bin', data: Uint8Array.of(0, 1, 2) },
      { name: '__MACOSX/x', data: 'x' },
      ...(depth < 3 ? [{ name: 'inner.zip', data: archive(depth + 1) }] : []),
    ]);
  const read = await extractMarkdown({ bytes: archive(1), filename: 'all.zip' }, tools);
  assert.equal(read.format, 'zip');
  assert.deepEqual(read.markdown.match(/^(?:# .*|level .*)$/gm), [
    '# notes/a.md',
    'level 1',
    '# inner.zip',
    '# notes/a.md',
    'level 2',
    '# inner.zip',
  ]);
  const left = read.notes.filter(({ code }) => code === 'part_left_out').map(({ message: text }) => text);
  assert.ok(left.some((text) => text.includes('odd.bin')) && left.some((text) => text.includes('nested too deeply')));
  const mail = await extractMarkdown({ bytes: Buffer.from(message), filename: 'm.eml' }, tools);
  assert.match(mail.markdown, /^# Costs\n\nSee below\.\n\n# c\.csv\n\n\| x \| y \|/);
});

test('files in an archive have a time in common; those that are not begun in it are named', async () => {
  const bytes = writeZip([
    { name: 'a.md', data: 'first' },
    { name: 'b.md', data: 'second' },
  ]);
  const { markdown, notes } = await extractMarkdown({ bytes, filename: 'all.zip' }, { ...tools, innerMsMax: 0 });
  assert.ok(!/first|second/.test(markdown));
  assert.match(notes.map(({ message }) => message).join(), /a\.md \(.*time.*\); b\.md \(.*time/);
  assert.match((await extractMarkdown({ bytes, filename: 'all.zip' }, tools)).markdown, /first[^]*second/);
});
