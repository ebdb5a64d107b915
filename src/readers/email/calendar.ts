/** Invitations and what else a calendar file tells people (iCalendar, RFC 5545): events and tasks with their times, places and guests. */
import type { Note } from '../../base/note.ts';

export type Fact = [label: string, text: string];

export interface Invitation {
  title: string;
  facts: Fact[];
  description: string;
}

/** A line of a calendar, or of a card of a contact (RFC 6350 §3.3). */
export interface ContentLine {
  /** In capitals. */
  name: string;
  /** With the `;` before each. */
  parameters: string;
  /** Its escapes as they are. */
  value: string;
}
type Line = ContentLine;

const COMPONENTS = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);
const EVENTS_MAX = 200;
const KINDS: Readonly<Record<string, string>> = {
  REQUEST: 'Invitation',
  CANCEL: 'Cancellation',
  REPLY: 'Reply to an invitation',
  COUNTER: 'Counter-proposal',
};
const ANSWERS: Readonly<Record<string, string>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
  DELEGATED: 'delegated',
};

/** Text as it was before `\\n`, `\\,` and `\\;` stood in it for signs (RFC 5545 §3.3.11). */
export const unescapeContent = (text: string): string =>
  text.replaceAll(/\\([nN\\;,])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** Lines that were folded as one; those of groups (`item1.TEL`) by their own names. @param text with \n at its line ends */
export function* contentLines(text: string): Generator<ContentLine> {
  for (const line of text.replaceAll(/\n[ \t]/g, '').split('\n')) {
    const [, name, parameters = '', value = ''] = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/.exec(line) ?? [];
    if (name !== undefined) yield { name: name.toUpperCase(), parameters, value };
  }
}

/** `20261102T100000Z` → `2026-11-02 10:00 UTC`; what is no time stays as it is. */
function timeText({ parameters, value }: Line): string {
  const [, year, month, day, hour, minute, zulu] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value.trim()) ?? [];
  if (year === undefined) return value.trim();
  const zone = zulu === 'Z' ? 'UTC' : /;TZID="?([^";]+)/i.exec(parameters)?.[1];
  return [`${year}-${month}-${day}`, hour && `${hour}:${minute}`, hour && zone].filter(Boolean).join(' ');
}

function personText({ parameters, value }: Line): string {
  const name = /;CN=(?:"([^"]*)"|([^;]*))/i.exec(parameters);
  const address = value.trim().replace(/^mailto:/i, '');
  const called = name?.[1] ?? name?.[2] ?? '';
  const answer = ANSWERS[/;PARTSTAT=([\w-]+)/i.exec(parameters)?.[1]?.toUpperCase() ?? ''];
  const person = called === '' || called === address ? address : `${called} <${address}>`;
  return answer === undefined ? person : `${person} (${answer})`;
}

/** Lines of a component by their names. */
type Component = Map<string, Line[]>;

function invitationOf(component: Component, method: string): Invitation {
  const all = (name: string): Line[] => component.get(name) ?? [];
  const text = (name: string): string => unescapeContent(all(name)[0]?.value ?? '').trim();
  const time = (name: string): string => all(name).map(timeText).join(', ');
  const summary = text('SUMMARY').replaceAll(/\s+/g, ' ');
  const kind = KINDS[method] ?? (component.has('DUE') ? 'Task' : 'Event');
  return {
    title: summary === '' ? kind : `${kind}: ${summary}`,
    facts: [
      ['Starts', time('DTSTART')],
      ['Ends', time('DTEND')],
      ['Lasts', text('DURATION')],
      ['Due', time('DUE')],
      ['Repeats', text('RRULE')],
      ['Also on', time('RDATE')],
      ['Not on', time('EXDATE')],
      ['Where', text('LOCATION').replaceAll(/\s+/g, ' ')],
      ['Organizer', all('ORGANIZER').map(personText).join(', ')],
      ['Guests', all('ATTENDEE').map(personText).join(', ')],
      ['Status', text('STATUS').toLowerCase()],
      ['Address', text('URL')],
    ],
    description: text('DESCRIPTION') || text('COMMENT'),
  };
}

/** @param left how many events of a calendar were not read. @returns `part_left_out`, or nothing */
export const noteEventsLeft = (left: number): Note[] =>
  left === 0
    ? []
    : [
        {
          code: 'part_left_out',
          severity: 'warning',
          message: `${left} events of a calendar were left out: the first ${EVENTS_MAX} of each were read.`,
        },
      ];

/** @param text with \n at its line ends. @returns the first 200 events, how many more there are, tasks and journal entries; alarms and time zones are left out */
export function readCalendar(text: string): { invitations: Invitation[]; left: number } {
  const found: Invitation[] = [];
  let method = '';
  let component: Component | null = null;
  let inside = 0;
  let left = 0;
  for (const line of contentLines(text)) {
    const { name, value } = line;
    if (name === 'METHOD' && component === null) method = value.trim().toUpperCase();
    if (name === 'BEGIN') {
      if (component !== null) inside++;
      else if (COMPONENTS.has(value.trim().toUpperCase())) component = new Map();
    } else if (name === 'END' && component !== null) {
      if (inside-- > 0) continue;
      inside = 0;
      if (found.length < EVENTS_MAX) found.push(invitationOf(component, method));
      else left++;
      component = null;
    } else if (component !== null && inside === 0) component.set(name, [...(component.get(name) ?? []), line]);
  }
  return { invitations: found, left };
}
