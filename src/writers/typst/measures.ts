/**
 * Sizes and spaces of each role in points, as Typst wants them. The look speaks in the sizes of an office file; the
 * faces set here run wider or narrower, so each role has its twin (looks §4), scaled by what the client asked. The line
 * box is exactly 1 em, so a pitch is size + leading; of two spaces that meet the larger counts.
 */
import { hasOwnTwin } from './faces.ts';
import { resolveLook, TEXT_ROLES, type Align, type Look, type TextRoleName } from '../../document/look.ts';

export interface Measure {
  sizePt: number;
  abovePt: number;
  belowPt: number;
  leadingPt: number;
  color: string;
  bold: boolean;
  italic: boolean;
  face: 'text' | 'display' | 'code';
  align: Align | undefined;
}

export interface Measures {
  roles: Record<TextRoleName, Measure>;
  /** From line to line of body text. */
  pitchPt: number;
  /** Between paragraphs. */
  parSpacingPt: number;
  /** Between items of a list. */
  itemSpacingPt: number;
  /** Above and below the text of a cell. */
  cellInsetPt: number;
  textWidthPt: number;
  textHeightPt: number;
}

type Twin = [sizePt: number, abovePt: number, belowPt: number];

const TWINS: Record<TextRoleName, Twin> = {
  body: [10.75, 0, 0],
  title: [27, 0, 8],
  subtitle: [13.5, 0, 20],
  meta: [10.25, 0, 0],
  heading1: [21, 30, 13],
  heading2: [14.5, 22, 9],
  heading3: [11.75, 17, 7],
  heading4: [10.75, 14, 6],
  lead: [14, 0, 20],
  listItem: [10.75, 0, 0],
  caption: [9.5, 16, 6],
  source: [8.5, 6, 18],
  quote: [14.5, 24, 24],
  quoteBy: [9.5, 0, 0],
  callout: [10.75, 16, 18],
  code: [8.4, 14, 20],
  headerFooter: [8.5, 0, 0],
  footnote: [8.5, 0, 0],
  toc1: [12, 15, 6],
  toc2: [10.75, 0, 5],
  tableText: [9.5, 0, 0],
  tableHead: [9.5, 0, 0],
  kpiValue: [20, 0, 0],
  kpiLabel: [9.5, 0, 0],
  kpiChange: [8.5, 0, 0],
};
const COMPACT: Partial<Record<TextRoleName, Twin>> = { heading1: [13, 20, 8], heading2: TWINS.heading3, heading3: TWINS.heading4 };
const CONTRACT: Partial<Record<TextRoleName, Twin>> = {
  body: [10, 0, 0],
  listItem: [10, 0, 0],
  title: [20, 10, 12],
  subtitle: [10, 0, 20],
  heading1: [12.5, 19, 9.5],
  heading2: [11.5, 17, 9.5],
  heading3: [11, 15, 8],
  heading4: [10, 13, 7],
  callout: [10, 16, 18],
  toc1: [10, 8, 8],
  toc2: [10, 0, 5],
  tableText: [9, 0, 0],
  tableHead: [9, 0, 0],
  quote: [11, 18, 18],
  lead: [11, 0, 14],
  kpiValue: [18, 0, 0],
};

/** The last resort of a size: below it nothing is read any more. */
const SIZE_MIN: Partial<Record<TextRoleName, number>> = { headerFooter: 8, source: 8, footnote: 8, tableText: 8.5, tableHead: 8.5 };
const PT_PER_CM = 72 / 2.54;
const BODY_PITCH = { serif: 14.2, sans: 15.4 };
const BODY_LINE = 1.15;

function twinOf(look: Look, name: TextRoleName): Twin {
  if (look.type === 'contract') return CONTRACT[name] ?? TWINS[name];
  if (look.type === 'memo' || look.type === 'minutes' || look.type === 'letter')
    return (name === 'title' && look.type === 'minutes' ? [23, 0, 8] : COMPACT[name]) ?? TWINS[name];
  return TWINS[name];
}

function leadingOf(name: TextRoleName, sizePt: number, bodyPt: { size: number; pitch: number }): number {
  switch (name) {
    case 'body':
    case 'listItem':
      return bodyPt.pitch - bodyPt.size;
    case 'callout':
      return (bodyPt.pitch - bodyPt.size) * 0.9;
    case 'lead':
      return sizePt * 0.33;
    case 'quote':
      return sizePt * 0.34;
    case 'code':
      return sizePt * 0.52;
    case 'title':
    case 'heading1':
    case 'heading2':
    case 'heading3':
    case 'heading4':
      return sizePt * 0.12;
    default:
      return sizePt * 0.32;
  }
}

/** Space that a look has made tighter or wider than its type's is so here too; 1 where the type has none. */
const ratio = (own: number, base: number): number => (base === 0 ? 1 : own / base);

/** All measures of a look. */
export function measuresOf(look: Look): Measures {
  const base = resolveLook(look.type).roles;
  const scale = look.roles.body.sizePt / base.body.sizePt;
  const basePitch = look.type === 'contract' ? BODY_PITCH.serif : BODY_PITCH.sans;
  const size = (name: TextRoleName): number => {
    // an own face is no twin of ours: it is set in the office size itself
    const face = look.faces[look.roles[name].face];
    const factor = name !== 'code' && (look.ownFont || !hasOwnTwin(face)) ? 1 : twinOf(look, name)[0] / base[name].sizePt;
    return Math.max(look.roles[name].sizePt * factor, SIZE_MIN[name] ?? 4);
  };
  const bodyPt = { size: size('body'), pitch: Math.max((basePitch * scale * look.roles.body.line) / BODY_LINE, size('body') * 0.9) };
  const roles = {} as Record<TextRoleName, Measure>;
  for (const name of TEXT_ROLES) {
    const role = look.roles[name];
    const [, abovePt, belowPt] = twinOf(look, name);
    const sizePt = size(name);
    roles[name] = {
      sizePt,
      abovePt: abovePt * ratio(role.beforePt, base[name].beforePt),
      belowPt: belowPt * ratio(role.afterPt, base[name].afterPt),
      leadingPt: leadingOf(name, sizePt, bodyPt),
      color: role.color,
      bold: role.bold === true,
      italic: role.italic === true,
      face: role.face,
      align: role.align,
    };
  }
  const { page } = look;
  const leading = bodyPt.pitch - bodyPt.size;
  return {
    roles,
    pitchPt: bodyPt.pitch,
    parSpacingPt: leading + 8 * scale * ratio(look.roles.body.afterPt, base.body.afterPt),
    itemSpacingPt: leading + 3 * scale * ratio(look.roles.listItem.afterPt, base.listItem.afterPt),
    cellInsetPt: 4.6 * ratio(look.roles.tableText.beforePt, base.tableText.beforePt),
    textWidthPt: (page.widthCm - page.leftCm - page.rightCm) * PT_PER_CM,
    textHeightPt: (page.heightCm - page.topCm - page.bottomCm) * PT_PER_CM,
  };
}
