/** Word files that serve as templates in tests, written by hand: styles with names of their own, a header with a logo, a title page. */
import { buildRelationships, XML_DECLARATION } from '../../src/ooxml/package-parts.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

export interface TemplateWordInput {
  front?: boolean;
  /** Headings and text are formatted by hand, in no styles. */
  byHand?: boolean;
  macros?: boolean;
  /** Media type of the main part, after `wordprocessingml.`. */
  main?: string;
}

const style = (kind: string, id: string, name: string, inner: string, standard = false): string =>
  `<w:style w:type="${kind}"${standard ? ' w:default="1"' : ''} w:styleId="${id}"><w:name w:val="${name}"/>${standard || kind === 'table' ? '' : '<w:basedOn w:val="Normal"/>'}${inner}</w:style>`;
const face = (font: string, half: number, more = ''): string =>
  `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>${more}<w:sz w:val="${half}"/></w:rPr>`;

const STYLES = `${XML_DECLARATION}<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman"/><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults>${[
  style('paragraph', 'Normal', 'Normal', '', true),
  style('character', 'DefaultParagraphFont', 'Default Paragraph Font', '', true),
  style('table', 'TableNormal', 'Normal Table', '', true),
  style('paragraph', 'Title', 'Title', face('Georgia', 56)),
  style('paragraph', 'Heading1', 'heading 1', `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>${face('Calibri', 32)}`),
  style(
    'paragraph',
    'CorpHead',
    'House Heading',
    `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>${face('Georgia', 36, '<w:color w:val="B4532A"/>')}`,
  ),
  style('paragraph', 'CorpBody', 'House Text', `<w:pPr><w:spacing w:after="120"/></w:pPr>${face('Verdana', 20)}`),
  style('table', 'CorpTable', 'House Table', '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr>'),
].join('')}</w:styles>`;

const run = (text: string, properties = ''): string => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;
const paragraph = (text: string, id?: string, more = ''): string =>
  `<w:p>${id === undefined && more === '' ? '' : `<w:pPr>${id === undefined ? '' : `<w:pStyle w:val="${id}"/>`}${more}</w:pPr>`}${run(text)}</w:p>`;
const LONG = 'Old text that runs on for long enough to be running text, and says nothing of the new document at all, twice over.';

const FRONT = [
  paragraph('Old report', 'Title'),
  `<w:p>${run('Old words under it', face('Georgia', 28))}</w:p>`,
  paragraph('By Somebody Else'),
  paragraph('1 January 2020'),
  '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
].join('');

const styledBody = (): string =>
  [
    paragraph('Old heading', 'CorpHead'),
    paragraph(LONG, 'CorpBody'),
    paragraph('Old item', 'CorpBody', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>'),
    paragraph(LONG, 'CorpBody'),
    '<w:tbl><w:tblPr><w:tblStyle w:val="CorpTable"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>',
  ].join('');

const handBody = (): string => {
  const head = (text: string): string => `<w:p>${run(text, face('Verdana', 30, '<w:b/>'))}</w:p>`;
  const text = `<w:p>${run(LONG, face('Verdana', 20))}</w:p>`;
  return [head('First part'), text, text, head('Second part'), text, head('Third part'), text].join('');
};

/** A page of Letter with wide margins, a header with a logo, protected against changes, from a template elsewhere. */
export function templateWord({
  front = false,
  byHand = false,
  macros = false,
  main = 'document.main+xml',
}: TemplateWordInput = {}): Uint8Array {
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rIdH"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="2000" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';
  const rels = (rows: readonly (readonly [string, string, string, boolean?])[]): string =>
    buildRelationships(rows.map(([id, kind, target, external = false]) => ({ id, type: `${R}/${kind}`, target, external })));
  const parts: [name: string, data: string | Buffer, type?: string][] = [
    [
      'word/document.xml',
      `${XML_DECLARATION}<w:document ${W}><w:body>${front ? FRONT : ''}${byHand ? handBody() : styledBody()}${section}</w:body></w:document>`,
      WORD + main,
    ],
    [
      'word/_rels/document.xml.rels',
      rels([
        ['rIdS', 'styles', 'styles.xml'],
        ['rIdN', 'numbering', 'numbering.xml'],
        ['rIdT', 'theme', 'theme/theme1.xml'],
        ['rIdX', 'settings', 'settings.xml'],
        ['rIdH', 'header', 'header1.xml'],
        ['rIdI', 'image', 'media/old.png'],
      ]),
    ],
    ['word/styles.xml', STYLES, `${WORD}styles+xml`],
    [
      'word/numbering.xml',
      `${XML_DECLARATION}<w:numbering ${W}><w:abstractNum w:abstractNumId="3"><w:multiLevelType w:val="hybridMultilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="■"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
      `${WORD}numbering+xml`,
    ],
    [
      'word/settings.xml',
      `${XML_DECLARATION}<w:settings ${W}><w:attachedTemplate r:id="rId1"/><w:documentProtection w:edit="forms" w:enforcement="1"/></w:settings>`,
      `${WORD}settings+xml`,
    ],
    ['word/_rels/settings.xml.rels', rels([['rId1', 'attachedTemplate', 'file:///C:/house.dotx', true]])],
    ['word/header1.xml', `${XML_DECLARATION}<w:hdr ${W}>${paragraph('House of Norte')}</w:hdr>`, `${WORD}header+xml`],
    ['word/_rels/header1.xml.rels', rels([['rId1', 'image', 'media/logo.png']])],
    ['word/media/logo.png', Buffer.from('logo'), 'image/png'],
    ['word/media/old.png', Buffer.from('old'), 'image/png'],
    [
      'word/theme/theme1.xml',
      `${XML_DECLARATION}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="House"><a:themeElements><a:clrScheme name="House">${['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'].map((slot, at) => `<a:${slot}><a:srgbClr val="${['000000', 'FFFFFF', '2B2A4C', 'EEF0F2', '2B6CB0', '2B6CB0', '2F855A', 'D69E2E', '6B46C1', '718096', '2B6CB0', '6B46C1'][at] ?? '000000'}"/></a:${slot}>`).join('')}</a:clrScheme><a:fontScheme name="House"><a:majorFont><a:latin typeface="Georgia"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Verdana"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="House"><a:fillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${'<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
      'application/vnd.openxmlformats-officedocument.theme+xml',
    ],
    ...(macros ? [['word/vbaProject.bin', Buffer.from('x'), 'application/vnd.ms-office.vbaProject'] as [string, Buffer, string]] : []),
    ['_rels/.rels', rels([['rId1', 'officeDocument', 'word/document.xml']])],
  ];
  const overrides = parts.flatMap(([name, , type]) =>
    type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`],
  );
  const types = `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
  return writeZip([{ name: '[Content_Types].xml', data: types }, ...parts.map(([name, data]) => ({ name, data }))]);
}
