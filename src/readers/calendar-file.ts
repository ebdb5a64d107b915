/** A calendar as a file of its own (`.ics`, RFC 5545) → a section for each event, task and entry of a journal. */
import type { Noted } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { noteEventsLeft, readCalendar } from './email/calendar.ts';
import { messageBlocks } from './email/message-blocks.ts';

/** @param text with \n at its line ends. Notes: `part_left_out` of events beyond 200 */
export function readCalendarFile(text: string): Noted<{ blocks: Block[]; pages: null }> {
  const { invitations, left } = readCalendar(text);
  return {
    value: { blocks: messageBlocks({ subject: '', facts: [], bodies: [], invitations }, []), pages: null },
    notes: noteEventsLeft(left),
  };
}
