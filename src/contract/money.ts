/** Money as clients see it: usage, balance, statements, top-ups. Amounts are whole numbers of minor units, such as cents. */
import { z } from 'zod';
import { countSchema, instantSchema } from './document.ts';
import { QUALITY_LEVELS } from './vocabulary.ts';

const amount = z.number().int().describe('In minor units of the currency, such as cents.');
const currency = z.string().describe('ISO 4217.');
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('UTC.');

export const USAGE_GROUPS = ['day', 'key', 'level'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

const counts = {
  documents: countSchema.describe('That were delivered.'),
  failed: countSchema.describe('Not charged.'),
  canceled: countSchema.describe('Not charged.'),
  pages: countSchema,
  amount,
};
export const usageRowSchema = z.object({
  day: day.optional().describe('Where it is grouped by.'),
  key: z
    .object({ id: z.string(), name: z.string(), prefix: z.string() })
    .nullable()
    .optional()
    .describe('Where it is grouped by; null for documents that no key has made.'),
  level: z.enum(QUALITY_LEVELS).nullable().optional().describe('Where it is grouped by; null for what has no level, such as reviews.'),
  ...counts,
});
export const usageSchema = z.object({
  object: z.literal('usage'),
  from: day,
  to: day,
  group_by: z.array(z.enum(USAGE_GROUPS)),
  currency,
  data: z.array(usageRowSchema),
  total: z.object(counts),
});
export type PublicUsage = z.infer<typeof usageSchema>;

const noticeSchema = z.strictObject({
  below: z.number().int().min(1).max(1_000_000_000_000).describe('A notice is sent once less than this is left, in minor units.'),
  email: z
    .email('This must be an e-mail address.')
    .max(254)
    .optional()
    .describe('Told by mail, where the installation sends mail; the owners of the organisation where absent.'),
});
export const balanceSchema = z.object({
  object: z.literal('balance'),
  currency,
  available: amount.describe('What is left to spend.'),
  reserved: amount.describe('For documents under way.'),
  granted: amount,
  charged: amount,
  notice: z.object({ below: amount, email: z.string().nullable() }).nullable(),
  prices: z.object({ fast: amount, standard: amount, best: amount }).describe('Of a document, by its level.'),
  can_pay_in: z.boolean().describe('Whether `POST /top-ups` leads to a payment page.'),
});
export type PublicBalance = z.infer<typeof balanceSchema>;
export const balancePatchSchema = z.strictObject({ notice: noticeSchema.nullable().describe('null: none is sent any more.') });

export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
export const statementLineSchema = z.object({
  day,
  kind: z.enum(['grant', 'documents']),
  description: z.string(),
  level: z.enum(QUALITY_LEVELS).nullable(),
  documents: countSchema,
  pages: countSchema,
  amount: amount.describe('Positive where money was added, negative for documents.'),
});
export const statementSchema = z.object({
  object: z.literal('statement'),
  month: z.string(),
  organisation: z.string(),
  currency,
  complete: z.boolean().describe('false while the month is not over (UTC).'),
  opening: amount.describe('What was there before the month: granted − charged.'),
  granted: amount,
  charged: amount,
  closing: amount,
  lines: z.array(statementLineSchema),
  created_at: instantSchema,
});
export type PublicStatement = z.infer<typeof statementSchema>;
export const statementDocumentRequestSchema = z.strictObject({
  format: z.enum(['docx', 'pdf']).optional().describe('`pdf` where absent.'),
});

export const topUpRequestSchema = z.strictObject({
  amount: z.number().int().min(100).max(100_000_000).describe('In minor units: 2500 is 25.00.'),
  return_url: z
    .url({ protocol: /^https?$/, error: 'This must be an http or https address.' })
    .max(2_048)
    .describe('Where the payer is sent afterwards.'),
});
export const topUpSchema = z.object({
  object: z.literal('top_up'),
  id: z.string(),
  url: z.string().describe('Where it is paid. The balance grows once the provider says that it was.'),
  amount,
  currency,
  expires_at: instantSchema.nullable(),
});
