/** The body of every error answer: problem details (RFC 9457) with a stable code and the fields at fault. */
import { z } from 'zod';
import { REFUSAL_CODES } from '../base/refusal.ts';

export const problemSchema = z.object({
  type: z.url().describe('Address of a page about the code.'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().describe('What was refused here, why, and how to repair it.'),
  code: z.enum(REFUSAL_CODES),
  request_id: z.string().regex(/^req_/),
  errors: z.array(
    z.object({ path: z.string().describe('JSON pointer into the body; `?name` for a query parameter.'), message: z.string() }),
  ),
});
export type ProblemBody = z.infer<typeof problemSchema>;
