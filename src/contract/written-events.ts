/** JSON of stored events whose data is long, so that what sends them need not build the data to write it down again. */
import type { StoredEvent } from './event.ts';

const written = new WeakMap<StoredEvent, string>();

/** @param json the data of the event, as JSON without line ends */
export const keepWritten = (event: StoredEvent, json: string): void => void written.set(event, json);

/** The whole event as JSON. */
export function writeEvent(event: StoredEvent): string {
  const json = written.get(event);
  if (json === undefined) return JSON.stringify(event);
  const { id, type, version, document_id, sequence, timestamp } = event;
  return `${JSON.stringify({ id, type, version, document_id, sequence, timestamp }).slice(0, -1)},"data":${json}}`;
}
