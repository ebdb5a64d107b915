/** Presentations that serve as templates in tests, written by hand: a master, layouts of every kind, slides with notes, media and comments. */
import { buildRelationships, XML_DECLARATION } from '../../src/ooxml/package-parts.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TREE =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const DECK = 'application/vnd.openxmlformats-officedocument.presentationml.';

/** Inches. */
type Box = readonly [x: number, y: number, w: number, h: number];
const emu = (inches: number): number => Math.round(inches * 914_400);

export interface LayoutInput {
  name: string;
  type?: string;
  places: readonly (readonly [type: string, idx: string, box: Box])[];
}

const shape = (id: number, [type, idx, [x, y, w, h]]: LayoutInput['places'][number], text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Place ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph${type === 'obj' ? '' : ` type="${type}"`}${idx === '' ? '' : ` idx="${idx}"`}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

const TITLE: Box = [0.5, 0.4, 9, 1];
const FEET: LayoutInput['places'] = [
  ['ftr', '11', [0.5, 6.9, 5, 0.35]],
  ['sldNum', '12', [8.5, 6.9, 1, 0.35]],
];

/** Layouts as most templates have them, on a slide of 10 × 7.5 inches. */
export const USUAL_LAYOUTS: readonly LayoutInput[] = [
  {
    name: 'Opening',
    type: 'title',
    places: [
      ['ctrTitle', '', [1, 2, 8, 1.6]],
      ['subTitle', '1', [1, 3.8, 8, 1.6]],
    ],
  },
  { name: 'Text', type: 'obj', places: [['title', '', TITLE], ['obj', '1', [0.5, 1.6, 9, 5]], ...FEET] },
  {
    name: 'Chapter',
    type: 'secHead',
    places: [
      ['title', '', [1, 3, 8, 1.4]],
      ['body', '1', [1, 4.5, 8, 1]],
    ],
  },
  {
    name: 'Two places',
    type: 'twoObj',
    places: [['title', '', TITLE], ['obj', '1', [0.5, 1.6, 4.4, 5]], ['obj', '2', [5.1, 1.6, 4.4, 5]], ...FEET],
  },
  { name: 'Title alone', type: 'titleOnly', places: [['title', '', TITLE], ...FEET] },
];

export interface TemplateInput {
  layouts?: readonly LayoutInput[];
  /** Media type of the main part, after `presentationml.`. */
  main?: string;
  /** More parts: name → data and media type. */
  parts?: Readonly<Record<string, { data: string | Uint8Array; type?: string }>>;
  /** More relationships of the master, as XML rows. */
  masterRelations?: string;
}

const COLORS: readonly (readonly [string, string])[] = [
  ['dk1', '1B1B1B'],
  ['lt1', 'FFFFFF'],
  ['dk2', '2B2A4C'],
  ['lt2', 'EEF0F2'],
  ['accent1', 'B4532A'],
  ['accent2', '2B6CB0'],
  ['accent3', '2F855A'],
  ['accent4', 'D69E2E'],
  ['accent5', '6B46C1'],
  ['accent6', '718096'],
  ['hlink', '2B6CB0'],
  ['folHlink', '6B46C1'],
];
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const THEME = `${XML_DECLARATION}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="House"><a:themeElements><a:clrScheme name="House">${COLORS.map(([slot, color]) => `<a:${slot}><a:srgbClr val="${color}"/></a:${slot}>`).join('')}</a:clrScheme><a:fontScheme name="House"><a:majorFont><a:latin typeface="Georgia"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="House"><a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${FILL}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const level = (at: number, size: number): string =>
  `<a:lvl${at}pPr marL="${at * 285_750}" indent="-285750"><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${size}00"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${at}pPr>`;

/** A template with one example slide, its notes, its picture and a comment. */
export function templateDeck({
  layouts = USUAL_LAYOUTS,
  main = 'presentation.main+xml',
  parts = {},
  masterRelations = '',
}: TemplateInput = {}): Uint8Array {
  const files = new Map<string, { data: string | Uint8Array; type?: string }>();
  const rels = (source: string, rows: readonly (readonly [id: string, kind: string, target: string])[], more = ''): void => {
    const xml = buildRelationships(rows.map(([id, kind, target]) => ({ id, type: `${R}/${kind}`, target })));
    files.set(source, { data: xml.replace('</Relationships>', `${more}</Relationships>`) });
  };
  const lists = layouts.map((_, at) => `<p:sldLayoutId id="${2_147_483_649 + at}" r:id="rId${at + 1}"/>`).join('');
  files.set('ppt/presentation.xml', {
    type: `${DECK}${main}`,
    data: `${XML_DECLARATION}<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/><p:custShowLst><p:custShow name="Short" id="0"><p:sldLst><p:sld r:id="rId2"/></p:sldLst></p:custShow></p:custShowLst></p:presentation>`,
  });
  rels('ppt/_rels/presentation.xml.rels', [
    ['rId1', 'slideMaster', 'slideMasters/slideMaster1.xml'],
    ['rId2', 'slide', 'slides/slide1.xml'],
    ['rId3', 'theme', 'theme/theme1.xml'],
    ['rId4', 'commentAuthors', 'commentAuthors.xml'],
  ]);
  files.set('ppt/theme/theme1.xml', { data: THEME, type: 'application/vnd.openxmlformats-officedocument.theme+xml' });
  files.set('ppt/slideMasters/slideMaster1.xml', {
    type: `${DECK}slideMaster+xml`,
    data: `${XML_DECLARATION}<p:sldMaster ${NAMESPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg><p:spTree>${TREE}${shape(2, ['title', '', TITLE], 'Title')}${shape(3, ['body', '1', [0.5, 1.6, 9, 5]], 'Text')}${FEET.map((place, at) => shape(4 + at, place, 'Foot')).join('')}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>${lists}</p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="3200" b="1"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>${[24, 20, 18].map((size, at) => level(at + 1, size)).join('')}</p:bodyStyle><p:otherStyle><a:lvl1pPr><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:otherStyle></p:txStyles></p:sldMaster>`,
  });
  rels(
    'ppt/slideMasters/_rels/slideMaster1.xml.rels',
    [
      ...layouts.map((_, at) => [`rId${at + 1}`, 'slideLayout', `../slideLayouts/slideLayout${at + 1}.xml`] as const),
      ['rId9000', 'theme', '../theme/theme1.xml'],
    ],
    masterRelations,
  );
  for (const [at, { name, type, places }] of layouts.entries()) {
    files.set(`ppt/slideLayouts/slideLayout${at + 1}.xml`, {
      type: `${DECK}slideLayout+xml`,
      data: `${XML_DECLARATION}<p:sldLayout ${NAMESPACES}${type === undefined ? '' : ` type="${type}"`}><p:cSld name="${name}"><p:spTree>${TREE}${places.map((place, i) => shape(2 + i, place, 'Prompt')).join('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    });
    rels(`ppt/slideLayouts/_rels/slideLayout${at + 1}.xml.rels`, [['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml']]);
  }
  files.set('ppt/slides/slide1.xml', {
    type: `${DECK}slide+xml`,
    data: `${XML_DECLARATION}<p:sld ${NAMESPACES}><p:cSld><p:spTree>${TREE}${shape(2, ['title', '', TITLE], 'Old example')}${shape(3, ['sldNum', '12', [8.5, 6.9, 1, 0.35]], '1')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
  });
  rels('ppt/slides/_rels/slide1.xml.rels', [
    ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['rId2', 'image', '../media/old.png'],
    ['rId3', 'comments', '../comments/comment1.xml'],
  ]);
  files.set('ppt/media/old.png', { data: Buffer.from('old picture'), type: 'image/png' });
  files.set('ppt/comments/comment1.xml', { data: `${XML_DECLARATION}<p:cmLst ${NAMESPACES}/>`, type: `${DECK}comments+xml` });
  files.set('ppt/commentAuthors.xml', { data: `${XML_DECLARATION}<p:cmAuthorLst ${NAMESPACES}/>`, type: `${DECK}commentAuthors+xml` });
  for (const [name, part] of Object.entries(parts)) files.set(name, part);
  rels('_rels/.rels', [['rId1', 'officeDocument', 'ppt/presentation.xml']]);
  const overrides = [...files].flatMap(([name, { type }]) =>
    type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`],
  );
  const types = `${XML_DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
  return writeZip([{ name: '[Content_Types].xml', data: types }, ...[...files].map(([name, { data }]) => ({ name, data }))]);
}
