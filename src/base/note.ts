/**
 * What a reader or a writer could not carry as it was, returned beside its value: never silence, never an exception for an
 * odd document. Notes become findings of the report (`code`, `severity`, `message`).
 */
import { z } from 'zod';
import { findingCodeSchema } from './finding.ts';

export const noteSchema = z.object({
  code: findingCodeSchema,
  severity: z.enum(['warning', 'info']).describe('`warning`: something was lost or changed. `info`: good to know.'),
  message: z.string().describe('One English sentence. It may quote the document.'),
  line: z.number().int().optional().describe('Line of the source text, from 1.'),
  blockId: z.string().optional().describe('Block of the content that it concerns.'),
});
export type Note = z.infer<typeof noteSchema>;

export interface Noted<T> {
  value: T;
  notes: Note[];
}
