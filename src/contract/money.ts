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
  pages: countSchema.describe('Pages of the documents that were delivered.'),
  amount,
};
export const usageRowSchema = z.object({
  day: day.optional().describe('Where it is grouped by.'),
  key: z
    .object({
      id: z.string().describe('Id of the key.'),
      name: z.string().describe('Its name.'),
      prefix: z.string().describe('How the key begins.'),
    })
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
  group_by: z.array(z.enum(USAGE_GROUPS)).describe('What the rows are divided by.'),
  currency,
  data: z.array(usageRowSchema).describe('A row for each day, key and level that has any.'),
  total: z.object(counts).describe('The sum of all rows.'),
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
  granted: amount.describe('What was added.'),
  charged: amount.describe('What was charged for documents.'),
  notice: z
    .object({
      below: amount.describe('A notice is sent once less than this is left, in minor units.'),
      email: z.string().nullable().describe('Who is told; null: the owners of the organisation.'),
    })
    .nullable()
    .describe('When to be told that the balance is low; null: never.'),
  prices: z.object({ fast: amount, standard: amount, best: amount }).describe('Of a document, by its level.'),
  can_pay_in: z.boolean().describe('Whether `POST /top-ups` leads to a payment page.'),
});
export type PublicBalance = z.infer<typeof balanceSchema>;
export const balancePatchSchema = z.strictObject({ notice: noticeSchema.nullable().describe('null: none is sent any more.') });

export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
export const statementLineSchema = z.object({
  day,
  kind: z.enum(['grant', 'documents']).describe('`grant`: money that was added. `documents`: documents of one day and level.'),
  description: z.string().describe('What it was, in words.'),
  level: z.enum(QUALITY_LEVELS).nullable().describe('Level of the documents; null for money that was added.'),
  documents: countSchema.describe('How many documents.'),
  pages: countSchema.describe('Pages of the documents that were delivered.'),
  amount: amount.describe('Positive where money was added, negative for documents.'),
});
export const statementSchema = z.object({
  object: z.literal('statement'),
  month: z.string().describe('Such as `2026-11`, in UTC.'),
  organisation: z.string().describe('Name of the organisation.'),
  currency,
  complete: z.boolean().describe('false while the month is not over (UTC).'),
  opening: amount.describe('What was there before the month: granted − charged.'),
  granted: amount.describe('What was added.'),
  charged: amount.describe('What was charged for documents.'),
  closing: amount.describe('What was there at the end: opening + granted − charged.'),
  lines: z.array(statementLineSchema).describe('Every addition and every day with documents, oldest first.'),
  created_at: instantSchema.describe('When the statement was drawn up.'),
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
  id: z.string().describe('Id of the payment at the provider.'),
  url: z.string().describe('Where it is paid. The balance grows once the provider says that it was.'),
  amount,
  currency,
  expires_at: instantSchema.nullable().describe('Until when the page takes the payment; null where it does not end.'),
});
