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
const wordRun = (text: string, properties: string): string =>
  `<w:p><w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;

/** Word files are made from one that is sound. */
export const inWord = {
  paragraph: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '')}`) }),
  vanished: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '<w:vanish/>')}`) }),
  white: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, {
      'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '<w:color w:val="FFFFFF"/><w:sz w:val="2"/>')}`),
    }),
  pale: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, { 'word/document\\.xml': (xml) => xml.replace('<w:body>', `<w:body>${wordRun(text, '<w:color w:val="FFFFFF"/>')}`) }),
  themed: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, {
      'word/document\\.xml': (xml) =>
        xml.replace('<w:body>', `<w:body>${wordRun(text, '<w:color w:val="000000" w:themeColor="background1"/>')}`),
    }),
  shaded: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, {
      'word/document\\.xml': (xml) =>
        xml.replace(
          '<w:body>',
          `<w:body>${wordRun(text, '<w:color w:val="000000"/><w:shd w:val="clear" w:color="auto" w:fill="000000"/>')}`,
        ),
    }),
  deleted: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, {
      'word/document\\.xml': (xml) =>
        xml.replace(
          '<w:body>',
          `<w:body><w:p><w:del w:id="900" w:author="a" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>${escape(text)}</w:delText></w:r></w:del></w:p>`,
        ),
    }),
  field: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, {
      'word/document\\.xml': (xml) =>
        xml.replace(
          '<w:body>',
          `<w:body><w:p><w:fldSimple w:instr=" DOCPROPERTY &quot;${escape(text)}&quot; "><w:r><w:t>shown</w:t></w:r></w:fldSimple></w:p>`,
        ),
    }),
  title: (docx: Uint8Array, text: string): Uint8Array =>
    changeParts(docx, {
      'docProps/core\\.xml': (xml) =>
        xml.replace(/<dc:title>[^<]*<\/dc:title>|(?=<\/cp:coreProperties>)/, `<dc:title>${escape(text)}</dc:title>`),
    }),
};

export const inDeck = {
  hiddenSlide: (pptx: Uint8Array): Uint8Array =>
    changeParts(pptx, { 'ppt/slides/slide2\\.xml': (xml) => xml.replace('<p:sld ', '<p:sld show="0" ') }),
  /** A text box on the second slide. @param at left and top, in EMU */
  box: (
    pptx: Uint8Array,
    text: string,
    { properties = '', at = [900_000, 6_000_000], named = '' }: { properties?: string; at?: readonly [number, number]; named?: string },
  ): Uint8Array =>
    changeParts(pptx, {
      'ppt/slides/slide2\\.xml': (xml) =>
        xml.replace(
          '</p:spTree>',
          `<p:sp><p:nvSpPr><p:cNvPr id="900" name="Box" ${named}/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${at[0]}" y="${at[1]}"/><a:ext cx="300000" cy="200000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US">${properties}</a:rPr><a:t>${escape(text)}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree>`,
        ),
    }),
};

export const inBook = {
  /** The cells that hold the text get letters in white. */
  pale: (xlsx: Uint8Array): Uint8Array =>
    changeParts(xlsx, {
      'xl/styles\\.xml': (xml) =>
        xml.replaceAll(/<font>([^]*?)<\/font>/g, (_, inner: string) =>
          `<font>${inner.replaceAll(/<color [^>]*\/>/g, '')}<color rgb="FFFFFFFF"/></font>`.replace(
            /(<color [^>]*\/>)<\/font>/,
            '$1</font>',
          ),
        ),
    }),
  hiddenSheet: (xlsx: Uint8Array): Uint8Array =>
    changeParts(xlsx, { 'xl/workbook\\.xml': (xml) => xml.replace(/(<sheet [^>]*?)(\/>(?=\s*<\/sheets>))/, '$1 state="hidden"$2') }),
};

/** A PDF of one page. @param how operators before the text, such as `3 Tr` */
export function pdfSaying(text: string, hidden: string, how: string, at = '50 600'): Uint8Array {
  const content = `BT /F1 12 Tf 50 700 Td (${text}) Tj ET q ${how} BT /F1 12 Tf ${at} Td (${hidden}) Tj ET Q`;
  return new TextEncoder().encode(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream
endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`);
}

/** All that a file says, whatever it is packed in: parts of a package, or a PDF with its streams undone. */
export function unpackText(bytes: Uint8Array, inflate: (bytes: Uint8Array) => Uint8Array | null): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return Object.entries(unzipSync(bytes))
      .map(([name, part]) => `${name}\n${strFromU8(part, !/\.(?:xml|rels)$/.test(name))}`)
      .join('\n');
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body = '']) => inflate(Buffer.from(body, 'latin1')));
  return [raw, ...streams.map((stream) => (stream === null ? '' : Buffer.from(stream).toString('latin1')))].join('\n');
}
