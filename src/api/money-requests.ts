/** Queries and bodies about money. */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import {
  balancePatchSchema,
  statementDocumentRequestSchema,
  topUpRequestSchema,
  USAGE_GROUPS,
  type UsageGroup,
} from '../contract/money.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { parseQuery, type RawQuery } from './queries.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const DAYS_DEFAULT = 30;

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const isGroups = (text: string): boolean => {
  const parts = text.split(',');
  return parts.length > 0 && new Set(parts).size === parts.length && parts.every((part) => USAGE_GROUPS.some((group) => group === part));
};
const dayParameter = z.string().refine(isDay, 'This must be a day such as 2026-11-23.').meta({ format: 'date' });
const format = z.enum(['json', 'csv']).optional().describe('`json` where absent.');

export const usageQuerySchema = z.strictObject({
  from: dayParameter.optional().describe('First day, UTC; 30 days up to `to` where absent.'),
  to: dayParameter.optional().describe('Last day, UTC; today where absent. At most 366 days.'),
  group_by: z
    .string()
    .refine(isGroups, `This must be one or more of ${USAGE_GROUPS.join(', ')}, each once, parted by commas.`)
    .optional()
    .describe('`day`, `key`, `level`, or several with commas; `day` where absent.'),
  format,
});
export const statementQuerySchema = z.strictObject({ format });

export interface UsageRequest {
  from: Date;
  to: Date;
  groupBy: UsageGroup[];
  format: 'json' | 'csv';
}

/** `GET /usage`. @throws Refusal input_invalid */
export function parseUsageQuery(raw: RawQuery, now: Date): UsageRequest {
  const asked = parseQuery(usageQuerySchema, raw);
  const to = new Date(asked.to ?? now.toISOString().slice(0, 10));
  const from = asked.from === undefined ? new Date(to.getTime() - (DAYS_DEFAULT - 1) * DAY_MS) : new Date(asked.from);
  const days = (to.getTime() - from.getTime()) / DAY_MS + 1;
  if (days < 1) throw refuseFields([{ path: '?from', message: 'This must not be behind `to`.' }]);
  if (days > DAYS_MAX) throw refuseFields([{ path: '?from', message: `At most ${DAYS_MAX} days at once.` }]);
  const wanted = (asked.group_by ?? 'day').split(',');
  return { from, to, groupBy: USAGE_GROUPS.filter((group) => wanted.includes(group)), format: asked.format ?? 'json' };
}

/** `GET /statements/{month}`. @throws Refusal input_invalid */
export function parseStatementQuery(raw: RawQuery): 'json' | 'csv' {
  return parseQuery(statementQuerySchema, raw).format ?? 'json';
}

function parse<T>(schema: z.ZodType<T> & { shape: object }, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(schema.shape));
  if (!parsed.success) throw refuseFields(errors);
  return parsed.data;
}

/** `PATCH /balance`; null: no notice any more. @throws Refusal input_invalid */
export function parseBalancePatch(body: unknown): { below: number; email: string | null } | null {
  const { notice } = parse(balancePatchSchema, body);
  return notice === null ? null : { below: notice.below, email: notice.email ?? null };
}

/** `POST /statements/{month}/document`. @throws Refusal input_invalid */
export function parseStatementDocument(body: unknown): 'docx' | 'pdf' {
  return parse(statementDocumentRequestSchema, body).format ?? 'pdf';
}

/** `POST /top-ups`. @throws Refusal input_invalid */
export function parseTopUp(body: unknown): { amount: number; returnUrl: string } {
  const { amount, return_url: returnUrl } = parse(topUpRequestSchema, body);
  return { amount, returnUrl };
}
