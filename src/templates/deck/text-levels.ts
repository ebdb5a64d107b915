/** How text in a placeholder looks at each of its levels, gathered from layout, master and presentation (ISO/IEC 29500-1 §21.1.2.4). */
import { A } from '../../ooxml/names.ts';
import { attributeOf, firstElementOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { colorIn, type ColorMap, type FileTheme } from '../theme-part.ts';

export interface TemplateLevel {
  sizePt: number;
  bold: boolean;
  /** In capitals, whatever is typed. */
  caps: boolean;
  /** RRGGBB. */
  color: string;
  /** As the theme has it. */
  face: 'display' | 'text';
  /** A face of its own, named. */
  typeface: string | undefined;
  bullet: boolean;
  /** Inches from the edge at which the text begins. */
  marginIn: number;
  /** Multiple of single spacing. */
  line: number;
  beforePt: number;
  afterPt: number;
  align: 'left' | 'center' | 'right';
}

const LEVELS = 9;
const EMU_PER_INCH = 914_400;
const ALIGNMENTS: Readonly<Record<string, TemplateLevel['align']>> = { ctr: 'center', r: 'right' };
const START: TemplateLevel = {
  sizePt: 18,
  bold: false,
  caps: false,
  color: '000000',
  face: 'text',
  typeface: undefined,
  bullet: false,
  marginIn: 0,
  line: 1,
  beforePt: 0,
  afterPt: 0,
  align: 'left',
};

const on = (value: string | undefined): boolean => value === '1' || value === 'true';
const numberIn = (element: XmlElement | undefined, name: string): number | undefined => {
  const value = element === undefined ? undefined : attributeOf(element, name);
  const number = value === undefined ? Number.NaN : Number(value.replace('%', value.includes('.') ? '' : '000'));
  return Number.isFinite(number) ? number : undefined;
};

/** Points of a spacing; shares of the size are of this level's. */
function spacing(properties: XmlElement, name: string, sizePt: number): number | undefined {
  const element = firstElementOf(properties, name, A);
  if (element === undefined) return undefined;
  const points = numberIn(firstElementOf(element, 'spcPts', A), 'val');
  if (points !== undefined) return points / 100;
  const share = numberIn(firstElementOf(element, 'spcPct', A), 'val');
  return share === undefined ? undefined : (share / 100_000) * sizePt * 1.2;
}

function faceOf(run: XmlElement | undefined): Pick<TemplateLevel, 'face' | 'typeface'> | undefined {
  const latin = run && firstElementOf(run, 'latin', A);
  const name = latin && attributeOf(latin, 'typeface');
  if (name === undefined || name === '') return undefined;
  if (name.startsWith('+mj')) return { face: 'display', typeface: undefined };
  if (name.startsWith('+mn')) return { face: 'text', typeface: undefined };
  return { face: 'text', typeface: name.slice(0, 100) };
}

function withProperties(level: TemplateLevel, properties: XmlElement, theme: FileTheme, map: ColorMap): TemplateLevel {
  const run = firstElementOf(properties, 'defRPr', A);
  const sizePt = (numberIn(run, 'sz') ?? level.sizePt * 100) / 100;
  const margin = numberIn(properties, 'marL');
  const align = attributeOf(properties, 'algn');
  const line = firstElementOf(properties, 'lnSpc', A);
  const share = line && numberIn(firstElementOf(line, 'spcPct', A), 'val');
  const exact = line && numberIn(firstElementOf(line, 'spcPts', A), 'val');
  const bold = run && attributeOf(run, 'b');
  const caps = run && attributeOf(run, 'cap');
  const marked = ['buChar', 'buAutoNum', 'buBlip'].some((name) => firstElementOf(properties, name, A) !== undefined);
  const unmarked = firstElementOf(properties, 'buNone', A) !== undefined;
  return {
    ...level,
    sizePt,
    ...(bold === undefined ? {} : { bold: on(bold) }),
    ...(caps === undefined ? {} : { caps: caps === 'all' }),
    color: colorIn(run && firstElementOf(run, 'solidFill', A), theme, map) ?? level.color,
    ...faceOf(run),
    bullet: marked || (level.bullet && !unmarked),
    ...(margin === undefined ? {} : { marginIn: Math.max(0, margin / EMU_PER_INCH) }),
    line: share === undefined ? (exact === undefined ? level.line : exact / 100 / (sizePt * 1.2)) : share / 100_000,
    beforePt: spacing(properties, 'spcBef', sizePt) ?? level.beforePt,
    afterPt: spacing(properties, 'spcAft', sizePt) ?? level.afterPt,
    ...(align === undefined ? {} : { align: ALIGNMENTS[align] ?? 'left' }),
  };
}

/** @param lists lists of level styles, the farthest first: the presentation's, the master's, the layout's */
export function gatherLevels(lists: readonly (XmlElement | undefined)[], theme: FileTheme, map: ColorMap): TemplateLevel[] {
  const start: TemplateLevel = { ...START, color: colorOfText(theme, map) };
  return Array.from({ length: LEVELS }, (_, at) => {
    let level = start;
    for (const list of lists) {
      if (list === undefined) continue;
      for (const name of ['defPPr', `lvl${at + 1}pPr`]) {
        const properties = firstElementOf(list, name, A);
        if (properties !== undefined) level = withProperties(level, properties, theme, map);
      }
    }
    return level;
  });
}

function colorOfText(theme: FileTheme, map: ColorMap): string {
  const slot = map['tx1'] ?? 'dk1';
  return slot === 'lt1' ? theme.slots.lt1 : slot === 'dk2' ? theme.slots.dk2 : slot === 'lt2' ? theme.slots.lt2 : theme.slots.dk1;
}
