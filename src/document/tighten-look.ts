/**
 * A look with less space, or with more: how layout gives way before anything else does, so that a limit of pages holds. First
 * the white between things, margins and figures; only then the letters, and never below what is read with ease.
 */
import { TEXT_ROLES, type Look, type PageGeometry, type TextRole, type TextRoleName } from './look.ts';

/** Least values, at tightness 1. */
const BODY_PT_MIN = 9.5;
const SMALL_PT_MIN = 8;
const LINE_MIN = 1;
const SIDE_CM_MIN = 1.8;
const ENDS_CM_MIN = 1.5;
const EDGE_CM_MIN = 0.7;
const FIGURE_SCALE_MIN = 0.5;

/** White is taken first and is gone at this tightness; letters begin to shrink at the other. */
const WHITE_UNTIL = 0.65;
const LETTERS_FROM = 0.35;

const RUNNING: ReadonlySet<TextRoleName> = new Set(['body', 'listItem', 'callout', 'lead', 'quote']);
const LARGE: ReadonlySet<TextRoleName> = new Set(['title', 'heading1', 'heading2', 'kpiValue', 'subtitle']);
const FIXED: ReadonlySet<TextRoleName> = new Set(['headerFooter', 'footnote', 'source', 'kpiLabel', 'kpiChange']);

const between = (from: number, to: number, share: number): number => from + (to - from) * share;
const half = (size: number): number => Math.round(size * 2) / 2;
const tenth = (value: number): number => Math.round(value * 10) / 10;

interface Shares {
  white: number;
  letters: number;
}

function tighterRole(name: TextRoleName, role: TextRole, { white, letters }: Shares, keep: Look['asked']): TextRole {
  const sizeMin = Math.min(role.sizePt, RUNNING.has(name) ? (name === 'lead' || name === 'quote' ? 11 : BODY_PT_MIN) : SMALL_PT_MIN);
  const smaller = LARGE.has(name) ? between(1, 0.68, Math.max(white, letters)) : between(1, 0.84, letters);
  const sizePt =
    FIXED.has(name) || (keep?.size === true && RUNNING.has(name)) ? role.sizePt : half(Math.max(sizeMin, role.sizePt * smaller));
  const line = RUNNING.has(name) && keep?.line !== true ? between(role.line, Math.min(role.line, LINE_MIN), white) : role.line;
  const space = between(1, 0.4, white);
  return {
    ...role,
    sizePt,
    line: Math.round(line * 100) / 100,
    beforePt: tenth(role.beforePt * space),
    afterPt: tenth(role.afterPt * space),
  };
}

function tighterPage(page: PageGeometry, white: number): PageGeometry {
  const to = (value: number, least: number): number => Math.round(between(value, Math.min(value, least), white) * 100) / 100;
  return {
    ...page,
    leftCm: to(page.leftCm, SIDE_CM_MIN),
    rightCm: to(page.rightCm, SIDE_CM_MIN),
    topCm: to(page.topCm, ENDS_CM_MIN),
    bottomCm: to(page.bottomCm, ENDS_CM_MIN + 0.2),
    headerEdgeCm: to(page.headerEdgeCm, EDGE_CM_MIN),
    footerEdgeCm: to(page.footerEdgeCm, EDGE_CM_MIN),
  };
}

function looserRole(name: TextRoleName, role: TextRole, share: number, keep: Look['asked']): TextRole {
  const more = between(1, 1.6, share);
  return {
    ...role,
    sizePt: RUNNING.has(name) && keep?.size !== true ? half(role.sizePt + 0.5 * share) : role.sizePt,
    line: RUNNING.has(name) && keep?.line !== true ? Math.round((role.line + 0.2 * share) * 100) / 100 : role.line,
    beforePt: tenth(role.beforePt * more),
    afterPt: tenth(role.afterPt * more),
  };
}

/**
 * @param tightness 0 is the look itself, 1 the tightest that is still read with ease, −1 the most open. What the client has asked
 * of margins, size and line spacing stays as asked.
 */
export function tightenLook(look: Look, tightness: number): Look {
  if (tightness === 0) return look;
  const roles = { ...look.roles };
  if (tightness < 0) {
    for (const name of TEXT_ROLES) roles[name] = looserRole(name, roles[name], Math.min(1, -tightness), look.asked);
    return { ...look, roles, tightness };
  }
  const share = Math.min(1, tightness);
  const shares: Shares = { white: Math.min(1, share / WHITE_UNTIL), letters: Math.max(0, (share - LETTERS_FROM) / (1 - LETTERS_FROM)) };
  for (const name of TEXT_ROLES) roles[name] = tighterRole(name, roles[name], shares, look.asked);
  return {
    ...look,
    roles,
    page: look.asked?.margins === true ? look.page : tighterPage(look.page, shares.white),
    figureScale: between(1, FIGURE_SCALE_MIN, shares.white) * (look.figureScale ?? 1),
    compact: true,
    tightness: share,
  };
}

/** Less than this of a chart's own width, and its labels run together. */
const CHART_SCALE_MIN = 0.7;

/** Factor on the width, and with it the height, of charts in this look. */
export const chartScale = (look: Look): number => Math.max(CHART_SCALE_MIN, look.figureScale ?? 1);
