/** The API as tools use it: answers as JSON, problems as errors, documents awaited with their progress. */
import { z } from 'zod';
import type { CallApi, ApiRequest } from '../api/call-api.ts';
import { documentSchema, type PublicDocument } from '../contract/document.ts';
import { FINAL_STATUSES } from '../contract/vocabulary.ts';

const problemSchema = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** A problem of the API, in the words that a model can act on. */
export class ApiProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

async function problemOf(answer: Response): Promise<ApiProblem> {
  const text = await answer.text();
  const parsed = problemSchema.safeParse(parseJson(text));
  if (!parsed.success) return new ApiProblem('internal_error', `The service answered ${answer.status} without saying why.`);
  const { code, title, detail, errors = [] } = parsed.data;
  // a fault that stands alone is the detail already; of several, all are listed
  const [only] = errors;
  const said = errors.length === 1 && only !== undefined && (detail ?? title).includes(only.message);
  const fields = (said ? [] : errors).map(({ path, message }) => `- ${path === '' ? 'request' : path}: ${message}`);
  const retry = answer.headers.get('retry-after');
  const head = `${code}: ${detail ?? title}${retry === null ? '' : ` Try again in ${retry} s.`}`;
  return new ApiProblem(code, [head, ...fields].join('\n'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The answer where it is no problem. @throws ApiProblem */
export async function ask(call: CallApi, request: ApiRequest): Promise<Response> {
  const answer = await call(request);
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

/** The JSON of an answer, checked. @throws ApiProblem */
export async function askJson<T>(call: CallApi, request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await (await ask(call, request)).json());
}

export const isFinal = ({ status }: PublicDocument): boolean => FINAL_STATUSES.includes(status);

/** @throws ApiProblem not_found */
export const getDocument = (call: CallApi, id: string): Promise<PublicDocument> =>
  askJson(call, { method: 'GET', path: `/v1/documents/${encodeURIComponent(id)}` }, documentSchema);

/** What happens to a document while it is awaited. */
export type Progress = (message: string) => Promise<void>;

const eventSchema = z.object({ type: z.string(), data: z.looseObject({}) });

/** What an event says to whoever waits; null for those that only a viewer needs. */
function describeEvent({ type, data }: z.infer<typeof eventSchema>): string | null {
  switch (type) {
    case 'document.started':
      return 'started';
    case 'content.block_completed':
      return 'writing';
    case 'edit.planned':
      return `${String(data['operations'])} changes planned`;
    case 'render.completed':
      return `${String(data['pages'])} ${data['pages'] === 1 ? 'page' : 'pages'} drawn`;
    case 'validation.completed':
      return 'checked';
    case 'preview.page_ready':
      return `page ${String(data['page'])} of ${String(data['total'])}`;
    default:
      return null;
  }
}

/** Follows the events of a document until it ends or the signal is set. */
async function followEvents(call: CallApi, id: string, progress: Progress, signal: AbortSignal): Promise<void> {
  const { body } = await ask(call, { method: 'GET', path: `/v1/documents/${id}/events`, signal });
  if (body === null) return;
  let rest = '';
  let said = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream(), { signal })) {
    const pieces = (rest + chunk).split('\n\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      const line = /^data: (.*)$/m.exec(piece)?.[1];
      const event = line === undefined ? null : eventSchema.safeParse(parseJson(line)).data;
      const message = event ? describeEvent(event) : null;
      if (message === null || message === said) continue;
      said = message;
      await progress(message);
    }
  }
}

/** The document once it is finished, or as it is after `waitMs`. @throws ApiProblem; the signal's reason */
export async function waitForDocument(
  call: CallApi,
  document: PublicDocument,
  { waitMs, progress, signal }: { waitMs: number; progress: Progress; signal: AbortSignal },
): Promise<PublicDocument> {
  if (isFinal(document) || waitMs <= 0) return document;
  const late = AbortSignal.timeout(waitMs);
  try {
    await followEvents(call, document.id, progress, AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
  }
  return getDocument(call, document.id);
}
