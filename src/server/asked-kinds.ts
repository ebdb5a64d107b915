/** Requests that may hold many values, and what reads them: loaded where one comes, since all operations of edits come with it. */
import type { EditsRequest } from '../api/edits-request.ts';
import type { CheckUrl } from '../api/file-reference.ts';
import type { FillRequest } from '../api/fill-request.ts';

export interface Asked {
  edits: EditsRequest;
  fill: FillRequest;
}
export type AskedKind = keyof Asked;

/** @throws Refusal input_invalid with every field at fault; file_too_large */
type Parser<Kind extends AskedKind> = (given: unknown, checkUrl: CheckUrl) => Asked[Kind];

export const PARSERS: { [Kind in AskedKind]: () => Promise<Parser<Kind>> } = {
  edits: async () => (await import('../api/edits-request.ts')).parseEditsRequest,
  fill: async () => (await import('../api/fill-request.ts')).parseFillRequest,
};
