import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameDownload, writeContentDisposition } from './content-disposition.ts';

test('a file is named after its document', () => {
  const cases: [string | null, string][] = [
    ['Plan', 'Plan.pdf'],
    [null, 'document.pdf'],
    ['Plan.pdf', 'Plan.pdf'],
    ['Plan.PDF', 'Plan.pdf'],
    ['Plan.docx', 'Plan.docx.pdf'],
    ['  a   b  ', 'a b.pdf'],
    ['...', 'document.pdf'],
    ['.hidden', 'hidden.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['a\r\nb\u0000c', 'a b c.pdf'],
    ['CON: x|y?*<>', 'CON x y.pdf'],
    ['evil\u202efdp.exe', 'evil fdp.exe.pdf'],
    ['日本', '日本.pdf'],
    ['/', 'document.pdf'],
    ['.pdf', 'pdf.pdf'],
  ];
  for (const [name, expected] of cases) assert.equal(nameDownload({ name }, { kind: 'pdf' }), expected, JSON.stringify(name));
  assert.equal(nameDownload({ name: 'Plan' }, { kind: 'preview', page: 12 }), 'Plan-12.png');
});

test('the header stays one header whatever the name', () => {
  for (const name of ['a"; x="b.pdf', "it's (1).pdf", '100%.pdf', 'é\u0301.pdf', '😀.pdf', '\u200b.pdf']) {
    const header = writeContentDisposition(name);
    assert.match(header, /^attachment; filename="[ !#$&-[\]-~]*"(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+)?$/, header);
    const encoded = /filename\*=UTF-8''(.+)$/.exec(header)?.[1];
    if (encoded !== undefined) assert.equal(decodeURIComponent(encoded), name);
  }
});
