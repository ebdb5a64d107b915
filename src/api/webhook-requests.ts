/** Bodies of webhook endpoints. */
import type { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { WEBHOOK_EVENTS, webhookPatchSchema, webhookRequestSchema } from '../contract/webhook.ts';
import { refuseFields } from './document-request.ts';
import { withoutNulls } from './absent-nulls.ts';
import { toFieldErrors } from './field-errors.ts';
import type { CheckUrl } from './file-reference.ts';
import { didYouMean } from './suggest.ts';

function eventErrors(events: readonly string[]): FieldError[] {
  return events.flatMap((type, at) => {
    const path = `/events/${at}`;
    if (events.indexOf(type) !== at) return [{ path, message: 'Name this type once.' }];
    if (WEBHOOK_EVENTS.includes(type)) return [];
    const carries = /^(?:content\.|edit\.|style\.)/.test(type);
    const message = carries
      ? 'Events that carry content are never sent; follow GET /documents/{id}/events.'
      : `There is no such type of event; the types are in docs/webhooks.md.${didYouMean(type, WEBHOOK_EVENTS)}`;
    return [{ path, message }];
  });
}

/** What the schema does not see: addresses and types of events. @param found errors of the fields that it does see */
function furtherErrors(body: unknown, found: readonly FieldError[], checkUrl: CheckUrl): FieldError[] {
  const given = typeof body === 'object' && body !== null ? new Map<string, unknown>(Object.entries(body)) : new Map<string, unknown>();
  const isWrong = (path: string): boolean => found.some((error) => error.path === path || error.path.startsWith(`${path}/`));
  const [url, events] = [given.get('url'), given.get('events')];
  const wrong = typeof url === 'string' && !isWrong('/url') ? checkUrl(url) : null;
  return [
    ...(wrong === null ? [] : [{ path: '/url', message: wrong }]),
    ...(Array.isArray(events) && !isWrong('/events') ? eventErrors(events.map(String)) : []),
  ];
}

/** All problems of one body together. */
function parse<T>(schema: z.ZodType<T> & { shape: object }, body: unknown, checkUrl: CheckUrl): T {
  const parsed = schema.safeParse(withoutNulls(schema, body), { reportInput: true });
  const found = parsed.success ? [] : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(schema.shape));
  const errors = [...found, ...furtherErrors(body, found, checkUrl)];
  if (!parsed.success || errors.length > 0) throw refuseFields(errors);
  return parsed.data;
}

/** `POST /webhook-endpoints`. @param checkUrl what is wrong with an address by itself. @throws Refusal input_invalid */
export function parseWebhookRequest(body: unknown, checkUrl: CheckUrl): z.output<typeof webhookRequestSchema> {
  return parse(webhookRequestSchema, body, checkUrl);
}

/** `PATCH /webhook-endpoints/{id}`. @param checkUrl what is wrong with an address by itself. @throws Refusal input_invalid */
export function parseWebhookPatch(body: unknown, checkUrl: CheckUrl): z.output<typeof webhookPatchSchema> {
  return parse(webhookPatchSchema, body, checkUrl);
}
