/**
 * A finding as an event: its kind and place, without content of the document (docs/events.md). The report has the whole message.
 * Names of sheets and parts are content too, and so is an address that names a sheet.
 */
import type { Finding, FindingLocation } from '../base/finding.ts';
import { NOTE_SUMMARIES, type FindingCode } from '../base/finding-code.ts';
import type { NewEvent } from '../contract/event.ts';
import { ALL_RULES } from '../review/all-rules.ts';

const SUMMARIES: ReadonlyMap<FindingCode, string> = new Map([
  ...Object.entries(NOTE_SUMMARIES).map(([code, summary]) => [code as keyof typeof NOTE_SUMMARIES, summary] as const),
  ...ALL_RULES.map(({ code, summary }) => [code, summary] as const),
]);

/** `p3`, `t2.r1.c3`, `b12`: made by the service, never by the author. */
const BLOCK_ADDRESS = /^[a-z]{1,8}\d{1,7}(?:\.[a-z]{1,8}\d{1,7}){0,9}$/;
/** `B7`, `B2:D9`, `5:7`, `B:D`. */
const CELL = /^[A-Z]{0,3}\d{0,7}(?::[A-Z]{0,3}\d{0,7})?$/;

function placeOf({ page, slide, cell, block_id: block, bbox }: FindingLocation): FindingLocation {
  return {
    ...(page === undefined ? {} : { page }),
    ...(slide === undefined ? {} : { slide }),
    ...(cell === undefined || !CELL.test(cell) ? {} : { cell }),
    ...(block === undefined || !BLOCK_ADDRESS.test(block) ? {} : { block_id: block }),
    ...(bbox === undefined ? {} : { bbox }),
  };
}

function describePlace({ page, slide, cell, block_id: block }: FindingLocation): string {
  if (cell !== undefined) return ` (cell ${cell})`;
  if (slide !== undefined) return ` (slide ${slide})`;
  if (page !== undefined) return ` (page ${page})`;
  return block === undefined ? '' : ` (block ${block})`;
}

/** The event of one finding. */
export function issueEvent({ code, severity, fixable, location }: Finding): NewEvent {
  const place = placeOf(location);
  const summary = SUMMARIES.get(code) ?? code;
  const message = `Found ${summary}${describePlace(place)}.`;
  return { type: 'validation.issue_found', data: { code, severity, message, location: place, fixable } };
}
