/** The body of every error answer: problem details (RFC 9457) with a stable code and the fields at fault. */
import { z } from 'zod';
import { REFUSAL_CODES } from '../base/refusal.ts';

export const problemSchema = z.object({
  type: z.url().describe('Address of a page about the code.'),
  title: z.string().describe('What the code means, in two or three words.'),
  status: z.number().int().describe('HTTP status of the answer.'),
  detail: z.string().describe('What was refused here, why, and how to repair it.'),
  code: z.enum(REFUSAL_CODES).describe('Stable code: branch on it, never on the words.'),
  request_id: z.string().regex(/^req_/).describe('Names the request, as the header `Request-Id` does; tell it when asking for help.'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('JSON pointer into the body; `?name` for a query parameter.'),
        message: z.string().describe('What is wrong with this field, and what it takes.'),
      }),
    )
    .describe('Every field at fault, all at once; empty where no field is.'),
});
export type ProblemBody = z.infer<typeof problemSchema>;
