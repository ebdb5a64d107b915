/** What the dashboard's own routes take and give; sessions only. */
import { z } from 'zod';
import { countSchema, instantSchema, listSchemaOf } from './document.ts';
import { brandSchema, languageSchema, paperSchema } from './brand.ts';
import { NAME_CHARS } from './limits.ts';
import { textField } from './text-field.ts';
import { KEY_SCOPES, RETENTIONS, ROLES } from './vocabulary.ts';

const name = textField(NAME_CHARS);
const role = z.enum(ROLES);

export const projectSettingsSchema = z.object({
  id: z.string(),
  object: z.literal('project'),
  name: z.string(),
  region: z.string().describe('Fixed: keys carry it.'),
  retention: z.enum(RETENTIONS).describe('How long content is kept where a request does not say; `none` stores nothing.'),
  language: languageSchema
    .nullable()
    .describe('Of documents whose text does not show it; a region (`en-US`) holds for all in that language.'),
  paper: paperSchema.nullable().describe('null: that of the language.'),
  brand: brandSchema.nullable(),
  created_at: instantSchema,
});
export const projectRequestSchema = z.strictObject({ name, retention: z.enum(RETENTIONS).optional().describe('`30d` where absent.') });
export const projectPatchSchema = z.strictObject({
  name: name.optional(),
  retention: z.enum(RETENTIONS).optional().describe('For documents that are asked for from now on.'),
  language: languageSchema.nullable().optional().describe('null: none.'),
  paper: paperSchema.nullable().optional().describe('null: that of the language.'),
  brand: brandSchema.nullable().optional().describe('Takes the place of the one before; null: none.'),
});

export const brandPreviewRequestSchema = projectPatchSchema
  .pick({ language: true, paper: true, brand: true })
  .extend({ format: z.enum(['pdf', 'docx', 'pptx']).optional().describe('`pdf` where absent.') });

export const dashboardSessionSchema = z.object({
  object: z.literal('dashboard_session'),
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), two_factor: z.boolean() }),
  organisations: z.array(z.object({ id: z.string(), name: z.string(), role, projects: z.array(projectSettingsSchema) })),
  project: z.string().nullable().describe('The project that this request acted in: that of `Octavo-Project`, or the first one.'),
  expires_at: instantSchema.describe('Prolonged while the session is used.'),
});

export const apiKeySchema = z.object({
  id: z.string(),
  object: z.literal('api_key'),
  name: z.string(),
  scope: z.enum(KEY_SCOPES).describe('`read`: reads. `write`: makes and changes documents too. `admin`: webhooks as well.'),
  prefix: z.string().describe('How the key begins.'),
  created_at: instantSchema,
  last_used_at: instantSchema.nullable().describe('To the minute.'),
  revoked_at: instantSchema.nullable(),
});
export const apiKeyRequestSchema = z.strictObject({ name, scope: z.enum(KEY_SCOPES).optional().describe('`write` where absent.') });
export const apiKeyMadeSchema = apiKeySchema.extend({ key: z.string().describe('Shown once; only its hash is kept.') });

export const memberSchema = z.object({
  id: z.string(),
  object: z.literal('member'),
  name: z.string(),
  email: z.string(),
  role,
  two_factor: z.boolean(),
  disabled: z.boolean(),
  created_at: instantSchema.describe('Since when the user belongs to the organisation.'),
  last_seen_at: instantSchema.nullable(),
});
export const memberPatchSchema = z.strictObject({ role });

export const invitationSchema = z.object({
  id: z.string(),
  object: z.literal('invitation'),
  email: z.string().nullable().describe('null: whoever has the link.'),
  role,
  invited_by: z.string().nullable().describe('Id of a user.'),
  created_at: instantSchema,
  expires_at: instantSchema,
});
export const invitationRequestSchema = z.strictObject({
  email: z.string().max(254).optional().describe('Absent: whoever has the link may join.'),
  role: role.optional().describe('`member` where absent; never above the own.'),
});
export const invitationMadeSchema = invitationSchema.extend({
  link: z.string().describe('Shown once; works once, for seven days.'),
  mail: z.enum(['sent', 'failed', 'none']).describe('Whether it went by mail.'),
});

export const userSessionSchema = z.object({
  id: z.string(),
  object: z.literal('user_session'),
  current: z.boolean(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: instantSchema,
  last_seen_at: instantSchema.describe('To the day.'),
  expires_at: instantSchema,
});

export const auditEntrySchema = z.object({
  id: z.string(),
  object: z.literal('audit_entry'),
  action: z.string(),
  actor: z.string().describe('Who did it, as it was called then.'),
  user_id: z.string().nullable(),
  project_id: z.string().nullable(),
  target: z.string().nullable().describe('What it was done to.'),
  details: z.record(z.string(), z.string()),
  address: z.string().nullable(),
  at: instantSchema,
});

export const loggedRequestSchema = z.object({
  id: z.string().describe('That of the header `Request-Id`.'),
  object: z.literal('logged_request'),
  key_id: z.string(),
  method: z.string(),
  path: z.string().describe('With its query.'),
  status: z.int(),
  duration_ms: countSchema,
  document_id: z.string().nullable(),
  at: instantSchema,
});
export const loggedRequestDetailSchema = loggedRequestSchema.extend({
  body: z
    .string()
    .nullable()
    .describe('JSON without secrets. null: there was none, it was long or no JSON, or what it made keeps nothing, or nothing any more.'),
  curl: z.string().describe('The request as a command; the key is `$OCTAVO_KEY`.'),
});

const gone = <T extends string>(object: T) => z.object({ id: z.string(), object: z.literal(object), deleted: z.literal(true) });
export const deletedMemberSchema = gone('member');
export const deletedInvitationSchema = gone('invitation');
export const deletedProjectSchema = gone('project');
export const endedSessionSchema = gone('user_session');
export const endedSessionsSchema = z.object({ object: z.literal('ended_sessions'), ended: countSchema });

export const apiKeyListSchema = listSchemaOf(apiKeySchema);
export const memberListSchema = listSchemaOf(memberSchema);
export const invitationListSchema = listSchemaOf(invitationSchema);
export const userSessionListSchema = listSchemaOf(userSessionSchema);
export const loggedRequestListSchema = listSchemaOf(loggedRequestSchema);
export const auditListSchema = listSchemaOf(auditEntrySchema);
