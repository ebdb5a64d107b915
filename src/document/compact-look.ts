/** One step tighter (looks §7.1): the few lines of a last page come back to the page before, and nobody sees why. */
import { TEXT_ROLES, type Look, type TextRole } from './look.ts';

const SIZE_MIN_PT = 10;
const LINE_MIN = 1.08;
const RUNNING: readonly string[] = ['body', 'listItem', 'callout'];

function tighten(name: string, role: TextRole): TextRole {
  if (RUNNING.includes(name)) {
    const sizePt = Math.max(SIZE_MIN_PT, role.sizePt - 0.5);
    return {
      ...role,
      sizePt: Math.min(role.sizePt, sizePt),
      line: Math.min(role.line, Math.max(LINE_MIN, role.line - 0.05)),
      afterPt: name === 'callout' ? Math.min(role.afterPt, 11) : Math.max(0, role.afterPt - 2),
      beforePt: name === 'callout' ? Math.min(role.beforePt, 8) : role.beforePt,
    };
  }
  if (name.startsWith('heading')) return { ...role, beforePt: Math.max(0, role.beforePt - 3) };
  if (name === 'tableText' || name === 'tableHead')
    return { ...role, beforePt: Math.max(1, role.beforePt - 0.8), afterPt: Math.max(1, role.afterPt - 0.8) };
  return role;
}

/** The look with less space between and within lines; never below 10 pt or a line of 1.08. */
export function compactLook(look: Look): Look {
  const roles = { ...look.roles };
  for (const name of TEXT_ROLES) roles[name] = tighten(name, roles[name]);
  return { ...look, roles, compact: true };
}

export const isCompact = (look: Look): boolean => look.compact === true;
