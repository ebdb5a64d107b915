/** Parts of Office files, for tests: the smallest Word file around a body, and the text of parts by their names. */
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { buildContentTypes, buildRelationships } from '../../src/ooxml/package-parts.ts';
import type { PartType, RelationshipInput } from '../../src/ooxml/package-parts.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';
import type { ZipEntryInput } from '../../src/ooxml/write-zip.ts';

const OFFICE_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export interface ExtraParts {
  entries: readonly ZipEntryInput[];
  types: readonly PartType[];
  relationships: readonly RelationshipInput[];
}

/** `body` is the content of `w:body`, with the prefixes w, r, m, wp, a, c available. */
export function wrapInDocx(body: string, extra: ExtraParts = { entries: [], types: [], relationships: [] }): Uint8Array {
  const document =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"' +
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"' +
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"' +
    ` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><w:body>${body}</w:body></w:document>`;
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes([{ name: 'word/document.xml', contentType: MAIN_TYPE }, ...extra.types]) },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: OFFICE_DOCUMENT, target: 'word/document.xml' }]) },
    { name: 'word/document.xml', data: document },
    { name: 'word/_rels/document.xml.rels', data: buildRelationships(extra.relationships) },
    ...extra.entries,
  ]);
}

/** The text of all parts whose names match, one below the other. */
export function partsText(bytes: Uint8Array, name: RegExp): string {
  const { parts } = readZip(bytes);
  return [...parts].flatMap(([path, part]) => (name.test(path) ? [decodeXml(part.read()).text] : [])).join('\n');
}
