import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../../document/walk.ts';
import { readMessage } from '../email.ts';
import { readCalendar } from './calendar.ts';

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'DTSTART;TZID=Europe/Berlin:20261102T100000',
  'DTEND:20261102T100000Z',
  'SUMMARY:Review\\, second',
  '  round',
  'LOCATION:Room 4\\; north',
  'ORGANIZER;CN="Ruiz, Ana":mailto:ana@example.com',
  'ATTENDEE;CN=Tom;PARTSTAT=ACCEPTED:mailto:tom@example.com',
  'ATTENDEE;PARTSTAT=NEEDS-ACTION:MAILTO:x@example.org',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'DESCRIPTION:Agenda\\n\\nOne',
  'BEGIN:VALARM',
  'DESCRIPTION:Reminder',
  'END:VALARM',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\n');

test('an invitation tells what, when, where and who, and no alarms', () => {
  const {
    invitations: [event, ...more],
  } = readCalendar(CALENDAR);
  assert.deepEqual(more, []);
  assert.equal(event?.title, 'Invitation: Review, second round');
  assert.equal(event?.description, 'Agenda\n\nOne');
  assert.deepEqual(Object.fromEntries(event?.facts.filter(([, said]) => said !== '') ?? []), {
    Starts: '2026-11-02 10:00 Europe/Berlin',
    Ends: '2026-11-02 10:00 UTC',
    Repeats: 'FREQ=WEEKLY;COUNT=4',
    Where: 'Room 4; north',
    Organizer: 'Ruiz, Ana <ana@example.com>',
    Guests: 'Tom <tom@example.com> (accepted), x@example.org',
  });
});

test('a message with an invitation reads it once, though it is attached too', () => {
  const part = (type: string): string[] => ['--b', `Content-Type: ${type}`, '', CALENDAR];
  const lines = [
    'Subject: Meet',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'Hello',
    ...part('text/calendar; method=REQUEST'),
    ...part('text/calendar; name=a.ics'),
    '--b--',
  ];
  const { value } = readMessage(Buffer.from(lines.join('\n')));
  const texts = value.blocks.map(blockText);
  assert.deepEqual(texts.slice(0, 3), ['Meet', 'Hello', 'Invitation: Review, second round']);
  assert.equal(texts.length, 6);
  assert.deepEqual(value.attachments, []);
});

test('what is no calendar is none', () => {
  assert.deepEqual(readCalendar('END:VEVENT\nBEGIN:VEVENT\nSUMMARY:x').invitations, []);
});
