/** The text of a shape as it is set: size, weight, face and colour of every run, indents and spaces of every paragraph. */
import { childOf, valueOf, type Tag } from '../../ooxml/scan-tags.ts';
import { unescapeText } from '../../ooxml/xml-text.ts';
import { colorOf, fillOf, type ColorNames } from './colors.ts';
import { nearest } from './inheritance.ts';

interface DeckRun {
  text: string;
  sizePt: number;
  /** Raised or lowered, and smaller for that. */ script: boolean;
  bold: boolean;
  face: string;
  /** Between letters. */ spacingPt: number;
  /** Hex; undefined where it cannot be determined. */ color: string | undefined;
}

export interface DeckParagraph {
  text: string;
  runs: readonly DeckRun[];
  level: number;
  bullet: boolean;
  align: 'left' | 'center' | 'right';
  /** Of a line's beginning. */
  indentPt: number;
  /** Multiple of single spacing; 0 where `linePt` holds. */
  line: number;
  linePt: number;
  beforePt: number;
  afterPt: number;
}

export interface TextSetting {
  /** Lists of levels, nearest first. */
  lists: readonly Tag[];
  names: ColorNames;
  faces: { major: string; minor: string };
  /** Colour where no level says one: that of a shape's style. */
  color: string | undefined;
  /** Share of the sizes that shrinking leaves. */
  scale: number;
}

const POINTS = 12_700;
const SIZE_DEFAULT = 18;
/** What both office programs leave of the size. */
const SCRIPT_SHARE = 0.66;

export const numberOf = (tag: Tag | undefined, name: string): number | undefined => {
  const value = valueOf(tag, name);
  return value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
};

const onOf = (tag: Tag, name: string): boolean | undefined => {
  const value = valueOf(tag, name);
  return value === undefined ? undefined : value === '1' || value === 'true';
};

/** `a:spcPct` as a share, `a:spcPts` in points. */
function spacingOf(properties: Tag, name: string): { share?: number; pt?: number } | undefined {
  const spacing = childOf(properties, name)?.children[0];
  const value = spacing && Number((valueOf(spacing, 'val') ?? '').replace('%', ''));
  if (spacing === undefined || value === undefined || Number.isNaN(value)) return undefined;
  return spacing.local === 'spcPct'
    ? { share: valueOf(spacing, 'val')?.endsWith('%') === true ? value / 100 : value / 100_000 }
    : { pt: value / 100 };
}

function faceOf(typeface: string | undefined, faces: TextSetting['faces']): string | undefined {
  if (typeface === undefined || typeface === '') return undefined;
  return typeface.startsWith('+mj') ? faces.major : typeface.startsWith('+mn') ? faces.minor : unescapeText(typeface);
}

/** What a run may say of its own, or a level for it. */
function runOf(text: string, sources: readonly (Tag | undefined)[], setting: TextSetting): DeckRun {
  const fill = nearest(sources, (source) => fillOf(source, setting.names));
  const script = (numberOf(sources[0], 'baseline') ?? 0) !== 0;
  return {
    text,
    script,
    sizePt:
      ((nearest(sources, (source) => numberOf(source, 'sz')) ?? SIZE_DEFAULT * 100) / 100) * setting.scale * (script ? SCRIPT_SHARE : 1),
    bold: nearest(sources, (source) => onOf(source, 'b')) ?? false,
    spacingPt: ((nearest(sources, (source) => numberOf(source, 'spc')) ?? 0) / 100) * setting.scale,
    face: nearest(sources, (source) => faceOf(valueOf(childOf(source, 'latin'), 'typeface'), setting.faces)) ?? setting.faces.minor,
    color: fill === undefined ? (setting.color ?? setting.names.get('tx1')) : fill === 'none' || fill === 'unclear' ? undefined : fill,
  };
}

const BULLETS = new Set(['buChar', 'buAutoNum', 'buBlip']);

export function paragraphOf(paragraph: Tag, setting: TextSetting): DeckParagraph {
  const own = childOf(paragraph, 'pPr');
  const level = Math.min(8, numberOf(own, 'lvl') ?? 0);
  const levels = setting.lists.map((list) => childOf(list, `lvl${level + 1}pPr`));
  const sources = [own, ...levels];
  const runs: DeckRun[] = [];
  for (const child of paragraph.children) {
    const styles = [childOf(child, 'rPr'), ...levels.map((one) => childOf(one, 'defRPr'))];
    if (child.local === 'br') runs.push(runOf('\n', styles, setting));
    else if (child.local === 'r' || child.local === 'fld') runs.push(runOf(unescapeText(childOf(child, 't')?.text ?? ''), styles, setting));
  }
  const line = nearest(sources, (source) => spacingOf(source, 'lnSpc'));
  const size = runs[0]?.sizePt ?? SIZE_DEFAULT;
  const spaceOf = (name: string): number => {
    const spacing = nearest(sources, (source) => spacingOf(source, name));
    return spacing?.pt === undefined ? (spacing?.share ?? 0) * size : spacing.pt * setting.scale;
  };
  const bullet = nearest(sources, (source) => source.children.find(({ local }) => BULLETS.has(local) || local === 'buNone'));
  const align = nearest(sources, (source) => valueOf(source, 'algn'));
  return {
    text: runs.map(({ text }) => text).join(''),
    runs,
    level,
    bullet: bullet !== undefined && bullet.local !== 'buNone',
    align: align === 'ctr' ? 'center' : align === 'r' ? 'right' : 'left',
    indentPt: Math.max(0, (nearest(sources, (source) => numberOf(source, 'marL')) ?? 0) / POINTS),
    line: line?.pt === undefined ? (line?.share ?? 1) : 0,
    linePt: line?.pt ?? 0,
    beforePt: spaceOf('spcBef'),
    afterPt: spaceOf('spcAft'),
  };
}

/** The colour that a shape's style gives its text (`a:fontRef`). */
export function styleColor(shape: Tag, names: ColorNames): string | undefined {
  return colorOf(childOf(shape, 'style', 'fontRef')?.children[0], names);
}
