/** Bodies of the dashboard's routes, and those of joining. */
import { z } from 'zod';
import {
  apiKeyRequestSchema,
  brandPreviewRequestSchema,
  invitationRequestSchema,
  memberPatchSchema,
  projectPatchSchema,
  projectRequestSchema,
} from '../contract/dashboard.ts';
import { NAME_CHARS } from '../contract/limits.ts';
import { textField } from '../contract/text-field.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';

/** As many as a password that sign-in takes; the upper end bounds the work of hashing. */
const PASSWORD_CHARS = { min: 10, max: 200 };
const TOKEN_CHARS_MAX = 200;

const joinSchema = z.strictObject({
  token: z.string().max(TOKEN_CHARS_MAX),
  name: textField(NAME_CHARS).optional(),
  email: z.string().max(254).optional(),
  password: textField(PASSWORD_CHARS).optional(),
});
const newcomerSchema = joinSchema.required();
const tokenQuerySchema = z.strictObject({ token: z.string().max(TOKEN_CHARS_MAX) });

/** @throws Refusal input_invalid with every field at fault */
function parse<T extends z.ZodObject>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw refuseFields(toFieldErrors(parsed.error.issues, '', undefined, Object.keys(schema.shape)));
  return parsed.data;
}

/** @throws Refusal input_invalid */
export const parseKeyRequest = (body: unknown) => parse(apiKeyRequestSchema, body);
/** @throws Refusal input_invalid */
export const parseMemberPatch = (body: unknown) => parse(memberPatchSchema, body);
/** @throws Refusal input_invalid */
export const parseInvitationRequest = (body: unknown) => parse(invitationRequestSchema, body);
/** @throws Refusal input_invalid */
export const parseProjectRequest = (body: unknown) => parse(projectRequestSchema, body);
/** @throws Refusal input_invalid */
export const parseProjectPatch = (body: unknown) => parse(projectPatchSchema, body);
/** @throws Refusal input_invalid */
export const parseBrandPreview = (body: unknown) => parse(brandPreviewRequestSchema, body);
/** Of somebody who is signed in the token alone counts. @throws Refusal input_invalid */
export const parseJoin = (body: unknown): { token: string } => parse(joinSchema, body);
/** Of somebody new every field does. @throws Refusal input_invalid */
export const parseNewcomer = (body: unknown) => parse(newcomerSchema, body);

/** `?token=` of a link to join. @throws Refusal input_invalid */
export function parseTokenQuery(raw: unknown): string {
  const parsed = tokenQuerySchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) throw refuseFields(toFieldErrors(parsed.error.issues, '', (path) => `?${String(path[0] ?? '')}`));
  return parsed.data.token;
}
