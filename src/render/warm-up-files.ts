/**
 * Tiny files that renderers draw before the first real one, so that the libraries, filters and fonts of a kind are
 * loaded by then: the first document of a kind costs 200-400 ms more than the next. The Word file uses what our
 * documents use: the faces of all looks, a table, a list, a picture, an equation, a contents field.
 */
import { encodePng } from './pages/encode-png.ts';
import { storeZip } from './warm-up/stored-zip.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const FORMATS = 'application/vnd.openxmlformats-officedocument';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const M = `${OFFICE}/math`;

/** `overrides` are part → content type below `application/vnd.openxmlformats-officedocument.` */
function contentTypes(overrides: Record<string, string>): string {
  const rows = Object.entries(overrides).map(([part, type]) => `<Override PartName="/${part}" ContentType="${FORMATS}.${type}+xml"/>`);
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${rows.join('')}</Types>`
  );
}

/** Relationships `r1`, `r2` … by type below officeDocument/2006/relationships and target. */
function relationships(...targets: [type: string, target: string][]): string {
  const rows = targets.map(
    ([type, target], i) => `<Relationship Id="r${i + 1}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const face = (name: string): string => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const field = (code: string, content: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${content}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const EQUATION =
  '<m:oMathPara><m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad></m:den></m:f></m:oMath></m:oMathPara>';

const PICTURE =
  '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="360000" cy="360000"/><wp:docPr id="1" name="p" descr="p"/>' +
  `<a:graphic xmlns:a="${A}"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>` +
  `<pic:blipFill><a:blip xmlns:r="${OFFICE}/relationships" r:embed="r3"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
  '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="360000" cy="360000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';

function wordFile(body: string): Uint8Array {
  const styles =
    `${DECLARATION}<w:styles xmlns:w="${W}"><w:docDefaults><w:rPrDefault><w:rPr>${face('Calibri')}<w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>` +
    `<w:style w:type="paragraph" w:default="1" w:styleId="n"><w:name w:val="Normal"/></w:style>` +
    `<w:style w:type="paragraph" w:styleId="h"><w:name w:val="heading 1"/><w:basedOn w:val="n"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr>${face('Georgia')}<w:sz w:val="42"/></w:rPr></w:style></w:styles>`;
  const numbering = `${DECLARATION}<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  return storeZip({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': 'wordprocessingml.document.main',
      'word/styles.xml': 'wordprocessingml.styles',
      'word/numbering.xml': 'wordprocessingml.numbering',
    }),
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relationships(['styles', 'styles.xml'], ['numbering', 'numbering.xml'], ['image', 'media/p.png']),
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
    'word/media/p.png': encodePng(Uint32Array.of(0xff0000, 0x00ff00, 0x0000ff, 0), 2, 2),
    'word/document.xml': `${DECLARATION}<w:document xmlns:w="${W}" xmlns:m="${M}"><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417"/></w:sectPr></w:body></w:document>`,
  });
}

export function makeWarmUpDocx(): Uint8Array {
  const border = '<w:tblBorders><w:top w:val="single" w:sz="4"/><w:insideH w:val="single" w:sz="4"/></w:tblBorders>';
  const cell = (text: string): string => `<w:tc><w:tcPr><w:shd w:val="clear" w:fill="EEF2F5"/></w:tcPr>${paragraph(run(text))}</w:tc>`;
  const toc = field(
    ' TOC \\o "1-3" \\h \\z ',
    `<w:hyperlink w:anchor="_Toc1">${run('Warm-up')}${field(' PAGEREF _Toc1 \\h ', run('1'))}</w:hyperlink>`,
  );
  return wordFile(
    [
      paragraph(toc),
      paragraph(`<w:bookmarkStart w:id="1" w:name="_Toc1"/>${run('Warm-up')}<w:bookmarkEnd w:id="1"/>`, '<w:pStyle w:val="h"/>'),
      paragraph(
        `${run('Plain, ')}${run('bold, ', '<w:b/>')}${run('italic, ', '<w:i/>')}${run('Cambria, ', face('Cambria'))}${run('Consolas', face('Consolas'))}${run(' ☐', face('Segoe UI Symbol'))}${run(' á ñ € “ ” –')}`,
      ),
      paragraph(run('One'), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
      `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/>${border}</w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('A')}${cell('1.5')}</w:tr></w:tbl>`,
      paragraph(PICTURE),
      paragraph(EQUATION),
      paragraph(field(' PAGE ', run('1')), '<w:jc w:val="right"/>'),
    ].join(''),
  );
}

/** Nothing but an equation: its page is blank where LibreOffice's Math is not installed. */
export function makeEquationDocx(): Uint8Array {
  return wordFile(paragraph(EQUATION));
}

export function makeWarmUpPptx(): Uint8Array {
  const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
  const namespaces = `xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${OFFICE}/relationships"`;
  const emptyTree = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
  const shape =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="5000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
    '<p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB"><a:latin typeface="Georgia"/></a:rPr><a:t>Warm-up</a:t></a:r></a:p></p:txBody></p:sp>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const colour = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
  const colours = [
    colour('dk1', '000000'),
    colour('lt1', 'FFFFFF'),
    colour('dk2', '14202B'),
    colour('lt2', 'EEF2F5'),
    ...[1, 2, 3, 4, 5, 6].map((n) => colour(`accent${n}`, '336699')),
    colour('hlink', '0000FF'),
    colour('folHlink', '800080'),
  ].join('');
  const fonts = (kind: string): string => `<a:${kind}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${kind}>`;
  return storeZip({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': 'presentationml.presentation.main',
      'ppt/slides/slide1.xml': 'presentationml.slide',
      'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      'ppt/theme/theme1.xml': 'theme',
    }),
    '_rels/.rels': relationships(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `${DECLARATION}<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="r2"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(['slideMaster', 'slideMasters/slideMaster1.xml'], ['slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': `${DECLARATION}<p:sld ${namespaces}><p:cSld><p:spTree>${emptyTree}${shape}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationships(['slideLayout', '../slideLayouts/slideLayout1.xml']),
    'ppt/slideLayouts/slideLayout1.xml': `${DECLARATION}<p:sldLayout ${namespaces}><p:cSld><p:spTree>${emptyTree}</p:spTree></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships(['slideMaster', '../slideMasters/slideMaster1.xml']),
    'ppt/slideMasters/slideMaster1.xml': `${DECLARATION}<p:sldMaster ${namespaces}><p:cSld><p:spTree>${emptyTree}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships(
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ),
    'ppt/theme/theme1.xml': `${DECLARATION}<a:theme xmlns:a="${A}" name="t"><a:themeElements><a:clrScheme name="t">${colours}</a:clrScheme><a:fontScheme name="t">${fonts('majorFont')}${fonts('minorFont')}</a:fontScheme><a:fmtScheme name="t"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln>${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  });
}

export function makeWarmUpXlsx(): Uint8Array {
  const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return storeZip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${S}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `${DECLARATION}<worksheet xmlns="${S}"><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f></c><c r="C1" t="inlineStr"><is><t>Warm-up</t></is></c></row></sheetData></worksheet>`,
  });
}

/** Two pages' worth of letters in one of the fourteen standard faces, which every PDF program brings. */
export function makeWarmUpPdf(): Uint8Array {
  const line = 'The quick brown fox jumps over the lazy dog, 0123456789; and again, (nearly) as fast: over it.';
  const escaped = line.replaceAll(/[()]/g, String.raw`\$&`);
  const content = `0.9 0.93 0.95 rg 50 50 200 100 re f 0 g BT /F 9 Tf 50 800 Td 11 TL ${`(${escaped}) Tj T* `.repeat(65)}ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream\n`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return new TextEncoder().encode(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
  );
}
