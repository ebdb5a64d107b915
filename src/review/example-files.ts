/** Builder for the examples of package rules: small Word files, whole but for what an example changes. */
import { CORE_PROPERTIES_RELATIONSHIP, OFFICE_RELATIONSHIP, xmlns } from '../ooxml/names.ts';
import { buildContentTypes, buildRelationships, XML_DECLARATION, type RelationshipInput } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const NAMESPACES = xmlns('w', 'r', 'wp');
const DEFAULTS = '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>';

export interface WordFileInput {
  /** Content of `w:body`. */
  body: string;
  /** Contents of the other parts' roots; the styles hold a language where they are left out. */
  styles?: string;
  numbering?: string;
  footnotes?: string;
  title?: string;
  relationships?: readonly RelationshipInput[];
  /** Part names that are given no media type. */
  untyped?: readonly string[];
}

const CORE = xmlns('cp', 'dc');

export function wordFileOf({
  body,
  styles = DEFAULTS,
  numbering,
  footnotes,
  title = 'A title',
  relationships = [],
  untyped = [],
}: WordFileInput): Uint8Array {
  const parts: [kind: string, root: string, content: string][] = [['styles', 'w:styles', styles]];
  if (numbering !== undefined) parts.push(['numbering', 'w:numbering', numbering]);
  if (footnotes !== undefined) parts.push(['footnotes', 'w:footnotes', footnotes]);
  const typed = [
    { name: 'word/document.xml', contentType: `${TYPES}document.main+xml` },
    ...parts.map(([kind]) => ({ name: `word/${kind}.xml`, contentType: `${TYPES}${kind}+xml` })),
    { name: 'docProps/core.xml', contentType: 'application/vnd.openxmlformats-package.core-properties+xml' },
  ];
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes(typed) },
    {
      name: '_rels/.rels',
      data: buildRelationships([
        { id: 'rId1', type: `${OFFICE_RELATIONSHIP}officeDocument`, target: 'word/document.xml' },
        {
          id: 'rId2',
          type: CORE_PROPERTIES_RELATIONSHIP,
          target: 'docProps/core.xml',
        },
      ]),
    },
    { name: 'word/document.xml', data: `${XML_DECLARATION}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>` },
    {
      name: 'word/_rels/document.xml.rels',
      data: buildRelationships([
        ...parts.map(([kind], i) => ({ id: `rIdPart${i}`, type: OFFICE_RELATIONSHIP + kind, target: `${kind}.xml` })),
        ...relationships,
      ]),
    },
    ...parts.map(([kind, root, content]) => ({
      name: `word/${kind}.xml`,
      data: `${XML_DECLARATION}<${root} ${NAMESPACES}>${content}</${root}>`,
    })),
    {
      name: 'docProps/core.xml',
      data: `${XML_DECLARATION}<cp:coreProperties ${CORE}>${title === '' ? '' : `<dc:title>${title}</dc:title>`}</cp:coreProperties>`,
    },
    ...untyped.map((name) => ({ name, data: 'bytes' })),
  ]);
}

export const paragraphXml = (inner: string): string => `<w:p>${inner}</w:p>`;

/** A table of equal columns; `cells` of each row as XML. */
export function tableXml(columns: number, rows: readonly string[], look = ''): string {
  return `<w:tbl><w:tblPr>${look}</w:tblPr><w:tblGrid>${'<w:gridCol w:w="1000"/>'.repeat(columns)}</w:tblGrid>${rows.map((cells) => `<w:tr>${cells}</w:tr>`).join('')}</w:tbl>`;
}

/** @param span over how many columns */
export const cellXml = (span = 1): string => `<w:tc><w:tcPr>${span === 1 ? '' : `<w:gridSpan w:val="${span}"/>`}</w:tcPr><w:p/></w:tc>`;
