/** The template: theme, the one master and its layouts. All that a person restyles in PowerPoint's master view. */
import { SCRIPT_FACES } from '../../script.ts';
import { A } from '../../../ooxml/names.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { SLOTS, type DeckTheme } from '../deck-theme.ts';
import type { Layout, LevelStyle, Placeholder } from '../plan/layout.ts';
import type { TextName } from '../plan/planned.ts';
import { bodyLevels, CONTENT } from '../plan/layouts/frame.ts';
import { bodyPropertiesXml, fillXml, frameXml, levelXml, NAMESPACES, placeholderXml, shapeXml, frameGeometry } from './xml.ts';
import { TREE_HEAD } from '../../../ooxml/notes-page.ts';

const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const FORMATS = `<a:fmtScheme name="Octavo"><a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${FILL}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`;

export function deckThemeXml(theme: DeckTheme): string {
  const colors = SLOTS.map((slot) => `<a:${slot}><a:srgbClr val="${theme.slots[slot]}"/></a:${slot}>`).join('');
  const scripts = SCRIPT_FACES.map(([script, face]) => `<a:font script="${script}" typeface="${face}"/>`).join('');
  const fonts = (name: string, face: string): string =>
    `<a:${name}><a:latin typeface="${escapeAttribute(face)}"/><a:ea typeface=""/><a:cs typeface=""/>${scripts}</a:${name}>`;
  const name = theme.name === 'dark' ? 'Dark bold' : 'Light editorial';
  return (
    `${XML_DECLARATION}<a:theme xmlns:a="${A}" name="${name}"><a:themeElements><a:clrScheme name="${name}">${colors}</a:clrScheme>` +
    `<a:fontScheme name="${name}">${fonts('majorFont', theme.faces.display)}${fonts('minorFont', theme.faces.text)}</a:fontScheme>${FORMATS}</a:themeElements></a:theme>`
  );
}

const background = (theme: DeckTheme, layout: Pick<Layout, 'ground'>): string =>
  layout.ground === undefined ? '' : `<p:bg><p:bgPr>${fillXml(theme, layout.ground)}<a:effectLst/></p:bgPr></p:bg>`;

const listStyle = (theme: DeckTheme, levels: readonly LevelStyle[]): string =>
  levels.map((level, i) => levelXml(theme, level, `lvl${i + 1}pPr`)).join('');

const NAMES: Readonly<Record<Placeholder['type'], string>> = {
  title: 'Title',
  body: 'Text',
  pic: 'Picture',
  chart: 'Chart',
  tbl: 'Table',
  ftr: 'Footer',
  sldNum: 'Slide number',
};

/** What a text is on its slide, by the key of its placeholder; our reader finds lists and parts again by these names. */
const TEXT_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:item|step)\d+$/, 'Item'],
  [/^card\d+$/, 'Part'],
  [/^head\d+$/, 'Head'],
  [/^term\d+$/, 'Term'],
  [/^option\d+$/, 'Option'],
  [/^kpi\d+$/, 'Key figure'],
  [/^code$/, 'Code'],
  [/^by$/, 'Said by'],
  [/^date\d+$/, 'Date'],
  [/^(?:mark\d*|figure)$/, 'Mark'],
  [/^eyebrow$/, 'Topic'],
];

/** Names by which PowerPoint's selection pane and screen readers tell the shapes of a slide apart. @param called what it is where its placeholder does not tell */
export function shapeName({ type, key }: Placeholder, id: number, called?: TextName): string {
  const named = type === 'body' ? TEXT_NAMES.find(([pattern]) => pattern.test(key))?.[1] : undefined;
  return `${called ?? named ?? NAMES[type]} ${id}`;
}

const NUMBER_FIELD =
  '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld><a:endParaRPr lang="en-US"/>';

function placeholderShape(theme: DeckTheme, placeholder: Placeholder, id: number): string {
  const text =
    placeholder.type === 'sldNum'
      ? NUMBER_FIELD
      : placeholder.type === 'ftr'
        ? '<a:endParaRPr lang="en-US"/>'
        : `<a:r><a:rPr lang="en-US"/><a:t>${escapeText(placeholder.prompt)}</a:t></a:r>`;
  const right = placeholder.type === 'sldNum';
  const levels = listStyle(theme, placeholder.levels);
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${shapeName(placeholder, id)}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${placeholderXml(placeholder, true)}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${frameXml(placeholder.box, 'a', 0, placeholder.flipped)}${frameGeometry(placeholder)}${placeholder.fill === undefined ? '' : fillXml(theme, placeholder.fill)}</p:spPr>` +
    `<p:txBody>${bodyPropertiesXml(placeholder)}<a:lstStyle>${right ? levels.replace(/algn="[lr]"/, (own) => (own === 'algn="l"' ? 'algn="r"' : 'algn="l"')) : levels}</a:lstStyle><a:p>${text}</a:p></p:txBody></p:sp>`
  );
}

/** Links on a background of full colour take the colour of the text there: the theme's own would not be read. */
export function mapOverrideXml(theme: DeckTheme, layout: Layout): string {
  if (layout.ground !== 'block') return '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>';
  return `<p:clrMapOvr><a:overrideClrMapping ${colorMap(theme, theme.map.bg1)}/></p:clrMapOvr>`;
}

/** @param link slot that links take */
const colorMap = (theme: DeckTheme, link: string): string =>
  `bg1="${theme.map.bg1}" tx1="${theme.map.tx1}" bg2="${theme.map.bg2}" tx2="${theme.map.tx2}" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="${link}" folHlink="${link === 'hlink' ? 'folHlink' : link}"`;

export function layoutXml(theme: DeckTheme, layout: Layout): string {
  let id = 1;
  const next = (): number => (id += 1);
  const shapes = layout.shapes.map((shape) => shapeXml(theme, shape, next()));
  const placeholders = layout.placeholders.map((placeholder) => placeholderShape(theme, placeholder, next()));
  // cards and panels are placeholders with a background of their own: bars of the layout lie on them
  const tree = [...placeholders, ...shapes].join('');
  const type = layout.type === undefined ? '' : ` type="${layout.type}"`;
  return `${XML_DECLARATION}<p:sldLayout ${NAMESPACES}${type} preserve="1" userDrawn="1"><p:cSld name="${escapeAttribute(layout.label)}">${background(theme, layout)}<p:spTree>${TREE_HEAD}${tree}</p:spTree></p:cSld>${mapOverrideXml(theme, layout)}</p:sldLayout>`;
}

/** Ids of masters and layouts are of one space and begin here (§19.2.1.34). */
export const MASTER_ID = 2_147_483_648;

function masterPlaceholders(layouts: readonly Layout[]): Placeholder[] {
  const normal = layouts.find(({ name }) => name === 'bullets');
  const keys = ['title', 'body', 'footer', 'number'];
  return keys
    .flatMap((key) => normal?.placeholders.find((placeholder) => placeholder.key === key) ?? [])
    .map((placeholder) => (placeholder.key === 'body' ? { ...placeholder, box: CONTENT } : placeholder));
}

function masterShape(theme: DeckTheme, placeholder: Placeholder, id: number): string {
  // the master's body is typed and has the first index, whatever layouts make of it
  const shape = placeholderShape(theme, placeholder, id).replace(' hasCustomPrompt="1"', '');
  return placeholder.key === 'body' ? shape.replace('<p:ph idx="1"/>', '<p:ph type="body" idx="1"/>') : shape;
}

export function masterXml(theme: DeckTheme, layouts: readonly Layout[], layoutIds: readonly string[]): string {
  const placeholders = masterPlaceholders(layouts);
  const title = placeholders.find(({ key }) => key === 'title');
  const levels = bodyLevels(theme, 20);
  const text: LevelStyle = { face: 'text', sizePt: 18, bold: false, ink: 'text', line: 1, afterPt: 0, bullet: 'none' };
  const nine = (styles: readonly LevelStyle[]): string =>
    Array.from({ length: 9 }, (_, i) => levelXml(theme, styles[Math.min(i, styles.length - 1)] ?? text, `lvl${i + 1}pPr`)).join('');
  const map = `<p:clrMap ${colorMap(theme, 'hlink')}/>`;
  const ids = layoutIds.map((id, i) => `<p:sldLayoutId id="${MASTER_ID + 1 + i}" r:id="${id}"/>`).join('');
  return (
    `${XML_DECLARATION}<p:sldMaster ${NAMESPACES}><p:cSld>${background(theme, { ground: 'ground' })}<p:spTree>${TREE_HEAD}${placeholders.map((placeholder, i) => masterShape(theme, placeholder, i + 2)).join('')}</p:spTree></p:cSld>${map}` +
    `<p:sldLayoutIdLst>${ids}</p:sldLayoutIdLst><p:hf hdr="0" dt="0"/><p:txStyles><p:titleStyle>${levelXml(theme, title?.levels[0] ?? text, 'lvl1pPr')}</p:titleStyle><p:bodyStyle>${nine(levels)}</p:bodyStyle><p:otherStyle>${nine([text])}</p:otherStyle></p:txStyles></p:sldMaster>`
  );
}
