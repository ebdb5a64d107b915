import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../document/walk.ts';
import { readContactCards } from './contact-cards.ts';
import { readCalendarFile } from './calendar-file.ts';
import { nameKnownText } from './known-text.ts';

test('each card is a section with what it says of the person', () => {
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Ruiz;Ana;;Dr.;',
    'FN:Dr. Ana Ruiz',
    'ORG:Example\\, Ltd.;Research',
    'TEL;TYPE=WORK,VOICE:+34 91 000',
    'item1.EMAIL;type=INTERNET;type=HOME;type=pref:ana@example.com',
    'ADR;TYPE=HOME:;;Calle 1;Madrid;;28001;Spain',
    'NOTE:Line one\\nline',
    '  two',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BC=',
    'rgen',
    'TEL;CELL:0170',
    'END:VCARD',
  ].join('\n');
  assert.equal(nameKnownText(cards), 'contacts');
  const { value, notes } = readContactCards(cards);
  assert.deepEqual(
    value.blocks.flatMap((block) => blockText(block).split('\n')),
    [
      'Dr. Ana Ruiz',
      'Company: Example, Ltd., Research',
      'E-mail (home): ana@example.com',
      'Phone (work): +34 91 000',
      'Address (home): Calle 1, Madrid, 28001, Spain',
      'Note: Line one, line two',
      'Jürgen Müller',
      'Phone (cell): 0170',
    ],
  );
  assert.deepEqual(
    notes.map(({ code, message }) => [code, message]),
    [['part_left_out', 'Left out: 1 picture of contacts.']],
  );
});

test('a calendar has a section for each event; events beyond the bound are counted in a note', () => {
  const event = (name: string): string => `BEGIN:VEVENT\nDTSTART:20261102T100000Z\nSUMMARY:${name}\nEND:VEVENT\n`;
  const calendar = `BEGIN:VCALENDAR\n${event('Review')}${event('x').repeat(202)}END:VCALENDAR\n`;
  assert.equal(nameKnownText(calendar), 'calendar');
  const { value, notes } = readCalendarFile(calendar);
  assert.deepEqual(value.blocks.slice(0, 2).map(blockText), ['Event: Review', 'Starts: 2026-11-02 10:00 UTC']);
  assert.match(notes[0]?.message ?? '', /^3 events/);
});
