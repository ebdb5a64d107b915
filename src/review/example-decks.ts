/** Builder for the examples of deck rules: small presentations of one layout, whole but for what an example changes. Lengths in inches. */
import { DRAWINGML, OFFICE_RELATIONSHIP, xmlns } from '../ooxml/names.ts';
import { buildContentTypes, buildRelationships, XML_DECLARATION, type RelationshipInput } from '../ooxml/package-parts.ts';
import { writeZip, type ZipEntryInput } from '../ooxml/write-zip.ts';
import type { SlideExample } from './define-rule.ts';
import { drawnOf } from './example-pages.ts';

const DECK = 'application/vnd.openxmlformats-officedocument.presentationml.';
const NAMES = xmlns('a', 'r', 'p');
const TREE = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
const COLORS = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '14202B',
  lt2: 'EEF2F5',
  accent1: '1B5E9C',
  accent2: '257D87',
  accent3: 'DD783C',
  accent4: '86BBDD',
  accent5: '902F61',
  accent6: 'F0CB7D',
  hlink: '1B5E9C',
  folHlink: '713A80',
};
const MAP =
  'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';

const emu = (inches: number): number => Math.round(inches * 914_400);

export type Place = readonly [x: number, y: number, w: number, h: number];

const frame = ([x, y, w, h]: Place, prefix = 'a'): string =>
  `<${prefix}:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></${prefix}:xfrm>`;

export interface TextInput {
  at?: Place;
  /** One paragraph for each. */
  text?: readonly string[];
  sizePt?: number;
  /** Hex. */
  color?: string;
  fill?: string;
  /** Attributes of `p:ph`. */
  holder?: string;
  name?: string;
  /** Content of `a:bodyPr`. */
  fit?: string;
}

/** A box with text. */
export function textXml({ at, text = ['Some text'], sizePt, color, fill, holder, name, fit = '' }: TextInput): string {
  const run = (words: string): string =>
    `<a:r><a:rPr lang="en-GB"${sizePt === undefined ? '' : ` sz="${sizePt * 100}"`}>${color === undefined ? '' : `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`}</a:rPr><a:t>${words}</a:t></a:r>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name ?? 'Text'}"/><p:cNvSpPr/><p:nvPr>${holder === undefined ? '' : `<p:ph ${holder}/>`}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${at === undefined ? '' : `${frame(at)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`}${fill === undefined ? '' : `<a:solidFill><a:srgbClr val="${fill}"/></a:solidFill>`}</p:spPr>` +
    `<p:txBody><a:bodyPr wrap="square">${fit}</a:bodyPr>${text.map((words) => (words === '' ? '<a:p/>' : `<a:p>${run(words)}</a:p>`)).join('')}</p:txBody></p:sp>`
  );
}

export const titleXml = (text: string): string => textXml({ holder: 'type="title"', name: 'Title', text: [text] });

/** @param relation of the slide: that of the picture's bytes */
export function pictureXml(at: Place, alt = 'A plant by the river', relation = 'rIdPicture'): string {
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture"${alt === '' ? '' : ` descr="${alt}"`}/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
    `<p:spPr>${frame(at)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`
  );
}

/** A chart; its part is `ChartInput`. */
export function chartFrameXml(at: Place): string {
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name="Chart" descr="Sales by quarter"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${frame(at, 'p')}<a:graphic><a:graphicData uri="${DRAWINGML}/chart"><c:chart xmlns:c="${DRAWINGML}/chart" r:id="rIdChart"/></a:graphicData></a:graphic></p:graphicFrame>`;
}

export function chartXml(kind: string, series: number, points: number, labelPt = 12): string {
  const values = `<c:numRef><c:numCache><c:ptCount val="${points}"/></c:numCache></c:numRef>`;
  return `${XML_DECLARATION}<c:chartSpace xmlns:c="${DRAWINGML}/chart" xmlns:a="${DRAWINGML}/main"><c:chart><c:plotArea><c:${kind}>${`<c:ser><c:val>${values}</c:val></c:ser>`.repeat(series)}</c:${kind}></c:plotArea></c:chart><c:txPr><a:p><a:pPr><a:defRPr sz="${labelPt * 100}"/></a:pPr></a:p></c:txPr></c:chartSpace>`;
}

export function tableFrameXml(at: Place, rows: readonly (readonly string[])[], sizePt = 14): string {
  const columns = rows[0]?.length ?? 1;
  const cell = (text: string): string =>
    `<a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB" sz="${sizePt * 100}"/><a:t>${text}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>`;
  const grid = `<a:gridCol w="${emu(at[2] / columns)}"/>`.repeat(columns);
  return (
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name="Table" descr="Figures of the year"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>${frame(at, 'p')}<a:graphic><a:graphicData uri="${DRAWINGML}/table"><a:tbl><a:tblPr/><a:tblGrid>${grid}</a:tblGrid>` +
    `${rows.map((row) => `<a:tr h="${emu(at[3] / rows.length)}">${row.map(cell).join('')}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  );
}

export interface DeckFileInput {
  /** Shapes of each slide. */
  slides: readonly string[];
  chart?: string;
  /** A PNG of this many pixels. */
  picture?: readonly [width: number, height: number];
}

/** No more of a PNG than its header: nothing draws it. */
function pngHeader(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set([8, 2, 0, 0, 0], 24);
  return bytes;
}

const THEME =
  `${XML_DECLARATION}<a:theme ${NAMES} name="t"><a:themeElements><a:clrScheme name="t">${Object.entries(COLORS)
    .map(([name, hex]) => `<a:${name}><a:srgbClr val="${hex}"/></a:${name}>`)
    .join('')}</a:clrScheme>` +
  '<a:fontScheme name="t"><a:majorFont><a:latin typeface="Calibri"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>';
const HOLDERS =
  textXml({ at: [0.75, 0.6, 11.8, 1], holder: 'type="title"', sizePt: 28 }) +
  textXml({ at: [0.75, 2, 11.8, 4.6], holder: 'type="body" idx="1"' });
const LEVEL = (sizePt: number): string =>
  `<a:lvl1pPr><a:defRPr sz="${sizePt * 100}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr>`;
const MASTER =
  `${XML_DECLARATION}<p:sldMaster ${NAMES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${TREE}${HOLDERS}</p:spTree></p:cSld><p:clrMap ${MAP}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>` +
  `<p:txStyles><p:titleStyle>${LEVEL(28)}</p:titleStyle><p:bodyStyle>${LEVEL(20)}</p:bodyStyle><p:otherStyle>${LEVEL(18)}</p:otherStyle></p:txStyles></p:sldMaster>`;
const LAYOUT = `${XML_DECLARATION}<p:sldLayout ${NAMES} type="obj"><p:cSld name="Text"><p:spTree>${TREE}${HOLDERS}</p:spTree></p:cSld></p:sldLayout>`;

const relation = (id: string, kind: string, target: string): RelationshipInput => ({ id, type: OFFICE_RELATIONSHIP + kind, target });

export function deckFileOf({ slides, chart, picture }: DeckFileInput): Uint8Array {
  const own = [
    relation('rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'),
    ...(chart === undefined ? [] : [relation('rIdChart', 'chart', '../charts/chart1.xml')]),
    ...(picture === undefined ? [] : [relation('rIdPicture', 'image', '../media/image1.png')]),
  ];
  const parts: [name: string, data: string, type: string, relations: RelationshipInput[]][] = [
    [
      'ppt/presentation.xml',
      `${XML_DECLARATION}<p:presentation ${NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdMaster"/></p:sldMasterIdLst><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      `${DECK}presentation.main+xml`,
      [
        relation('rIdMaster', 'slideMaster', 'slideMasters/slideMaster1.xml'),
        ...slides.map((_, i) => relation(`rId${i + 1}`, 'slide', `slides/slide${i + 1}.xml`)),
      ],
    ],
    [
      'ppt/slideMasters/slideMaster1.xml',
      MASTER,
      `${DECK}slideMaster+xml`,
      [relation('rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'), relation('rId2', 'theme', '../theme/theme1.xml')],
    ],
    [
      'ppt/slideLayouts/slideLayout1.xml',
      LAYOUT,
      `${DECK}slideLayout+xml`,
      [relation('rId1', 'slideMaster', '../slideMasters/slideMaster1.xml')],
    ],
    ['ppt/theme/theme1.xml', THEME, 'application/vnd.openxmlformats-officedocument.theme+xml', []],
    ...slides.map((shape, i): [string, string, string, RelationshipInput[]] => [
      `ppt/slides/slide${i + 1}.xml`,
      `${XML_DECLARATION}<p:sld ${NAMES}><p:cSld><p:spTree>${TREE}${shape}</p:spTree></p:cSld></p:sld>`,
      `${DECK}slide+xml`,
      own,
    ]),
  ];
  if (chart !== undefined)
    parts.push(['ppt/charts/chart1.xml', chart, 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml', []]);
  const entries: ZipEntryInput[] = [
    {
      name: '[Content_Types].xml',
      data: buildContentTypes(
        parts.map(([name, , contentType]) => ({ name, contentType })),
        { png: 'image/png' },
      ),
    },
    { name: '_rels/.rels', data: buildRelationships([relation('rId1', 'officeDocument', 'ppt/presentation.xml')]) },
  ];
  for (const [name, data, , relations] of parts) {
    entries.push({ name, data });
    if (relations.length > 0) entries.push({ name: name.replace(/([^/]+)$/, '_rels/$1.rels'), data: buildRelationships(relations) });
  }
  if (picture !== undefined) entries.push({ name: 'ppt/media/image1.png', data: pngHeader(...picture) });
  return writeZip(entries);
}

const BODY_TEXT = [
  'The works began in spring and will be finished before the first frost.',
  'Two of the three offers were within the budget.',
];

/** A sound slide, and what is put on it. @param more shapes besides the title */
export const slideXml = (
  more = textXml({ holder: 'idx="1"', name: 'Body', text: BODY_TEXT }),
  title = 'Works will end before the frost',
): string => titleXml(title) + more;

/** An example: one slide, or several. */
export const deckExample = (
  name: string,
  slides: readonly string[],
  more: Omit<DeckFileInput, 'slides'> = {},
): { name: string; file(): Uint8Array } => ({ name, file: () => deckFileOf({ slides, ...more }) });

/** One slide with lines as they were drawn: text, left and top in points, size. */
export function drawnSlideExample(
  name: string,
  slide: string,
  lines: readonly (readonly [text: string, left: number, top: number, sizePt: number])[],
): SlideExample {
  const drawn = lines.map(([text, left, top, sizePt]) => ({
    text,
    left,
    top,
    right: left + text.length * sizePt * 0.5,
    bottom: top + sizePt * 1.1,
    sizePt,
    font: 'Carlito',
    bold: false,
  }));
  return {
    ...deckExample(name, [slide]),
    drawn: drawnOf([{ page: 1, widthPt: 960, heightPt: 540, lines: drawn, pictures: [], missingGlyphs: 0 }]),
  };
}
