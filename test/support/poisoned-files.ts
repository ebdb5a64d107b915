/** Files that carry a text where people do not look, for tests of what a model is made to do by its sources. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Changes parts of an Office file; every change has to find what it changes. */
export function changeParts(bytes: Uint8Array, changes: Record<string, (xml: string) => string>): Uint8Array {
  const parts = unzipSync(bytes);
  for (const [name, change] of Object.entries(changes)) {
    const found = Object.keys(parts).find((path) => new RegExp(`^${name}$`).test(path));
    if (found === undefined) throw new Error(`there is no part ${name} among ${Object.keys(parts).join(', ')}`);
    const before = strFromU8(parts[found] ?? new Uint8Array());
    const after = change(before);
    if (after === before) throw new Error(`${found} has nothing to change`);
    parts[found] = strToU8(after);
  }
  return zipSync(parts);
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const wordRun = (text: string, properties: string): string => `<w:p><w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;

/** Word files are made from one that is sound. */
export const inWord = {
  paragraph: (docx: Uint8Array, text: string): Uint8Array => changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '')}`) }),
  vanished: (docx: Uint8Array, text: string): Uint8Array => changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '<w:vanish/>')}`) }),
  white: (docx: Uint8Array, text: string): Uint8Array => changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '<w:color w:val="FFFFFF"/><w:sz w:val="2"/>')}`) }),
  deleted: (docx: Uint8Array, text: string): Uint8Array => changeParts(docx, {
    'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body><w:p><w:del w:id="900" w:author="a" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>${escape(text)}</w:delText></w:r></w:del></w:p>`),
  }),
  field: (docx: Uint8Array, text: string): Uint8Array => changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body><w:p><w:fldSimple w:instr=" DOCPROPERTY &quot;${escape(text)}&quot; "><w:r><w:t>shown</w:t></w:r></w:fldSimple></w:p>`) }),
  title: (docx: Uint8Array, text: string): Uint8Array => changeParts(docx, { 'docProps/core\\.xml': (xml) => xml.replace(/<dc:title>[^<]*<\/dc:title>|(?=<\/cp:coreProperties>)/, `<dc:title>${escape(text)}</dc:title>`) }),
};

export const inDeck = {
  hiddenSlide: (pptx: Uint8Array): Uint8Array => changeParts(pptx, { 'ppt/slides/slide2\\.xml': (xml) => xml.replace('<p:sld ', '<p:sld show="0" ') }),
};

export const inBook = {
  hiddenSheet: (xlsx: Uint8Array): Uint8Array => changeParts(xlsx, { 'xl/workbook\\.xml': (xml) => xml.replace(/(<sheet [^>]*?)(\/>(?=\s*<\/sheets>))/, '$1 state="hidden"$2') }),
};

/** All that a file says, whatever it is packed in: parts of a package, or a PDF with its streams undone. */
export function unpackText(bytes: Uint8Array, inflate: (bytes: Uint8Array) => Uint8Array | null): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return Object.entries(unzipSync(bytes)).map(([name, part]) => `${name}\n${strFromU8(part, !/\.(?:xml|rels)$/.test(name))}`).join('\n');
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body = '']) => inflate(Buffer.from(body, 'latin1')));
  return [raw, ...streams.map((stream) => (stream === null ? '' : Buffer.from(stream).toString('latin1')))].join('\n');
}
