/** What the dashboard's own routes take and give; sessions only. */
import { z } from 'zod';
import { countSchema, instantSchema, listSchemaOf } from './document.ts';
import { brandSchema, languageSchema, paperSchema } from './brand.ts';
import { NAME_CHARS } from './limits.ts';
import { textField } from './text-field.ts';
import { KEY_SCOPES, RETENTIONS, ROLES } from './vocabulary.ts';

const name = textField(NAME_CHARS, 'Its name, 1 to 200 characters.');
const role = z.enum(ROLES).describe('Role in the organisation, from all rights to the least: `owner`, `admin`, `member`, `viewer`.');

export const projectSettingsSchema = z.object({
  id: z.string().describe('Id of the project.'),
  object: z.literal('project'),
  name: z.string().describe('Its name.'),
  region: z.string().describe('Fixed: keys carry it.'),
  retention: z.enum(RETENTIONS).describe('How long content is kept where a request does not say; `none` stores nothing.'),
  language: languageSchema
    .nullable()
    .describe('Of documents whose text does not show it; a region (`en-US`) holds for all in that language.'),
  paper: paperSchema.nullable().describe('null: that of the language.'),
  brand: brandSchema.nullable().describe('The look of its documents; null: none of its own.'),
  created_at: instantSchema.describe('When it was made.'),
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
  user: z
    .object({
      id: z.string().describe('Id of the user.'),
      name: z.string().describe('Name of the user.'),
      email: z.string().describe('Address that the user signs in with.'),
      two_factor: z.boolean().describe('Whether signing in takes a second factor.'),
    })
    .describe('Who is signed in.'),
  organisations: z
    .array(
      z.object({
        id: z.string().describe('Id of the organisation.'),
        name: z.string().describe('Its name.'),
        role,
        projects: z.array(projectSettingsSchema).describe('Its projects with their settings.'),
      }),
    )
    .describe('Those that the user belongs to.'),
  project: z.string().nullable().describe('The project that this request acted in: that of `Octavo-Project`, or the first one.'),
  expires_at: instantSchema.describe('Prolonged while the session is used.'),
});

export const apiKeySchema = z.object({
  id: z.string().describe('Id of the key; not the key itself.'),
  object: z.literal('api_key'),
  name: z.string().describe('Its name.'),
  scope: z.enum(KEY_SCOPES).describe('`read`: reads. `write`: makes and changes documents too. `admin`: webhooks as well.'),
  prefix: z.string().describe('How the key begins.'),
  created_at: instantSchema.describe('When it was made.'),
  last_used_at: instantSchema.nullable().describe('To the minute.'),
  revoked_at: instantSchema.nullable().describe('When it was revoked; null while it works.'),
});
export const apiKeyRequestSchema = z.strictObject({ name, scope: z.enum(KEY_SCOPES).optional().describe('`write` where absent.') });
export const apiKeyMadeSchema = apiKeySchema.extend({ key: z.string().describe('Shown once; only its hash is kept.') });

export const memberSchema = z.object({
  id: z.string().describe('Id of the user.'),
  object: z.literal('member'),
  name: z.string().describe('Its name.'),
  email: z.string().describe('Address that the user signs in with.'),
  role,
  two_factor: z.boolean().describe('Whether signing in takes a second factor.'),
  disabled: z.boolean().describe('Whether the user may no longer sign in.'),
  created_at: instantSchema.describe('Since when the user belongs to the organisation.'),
  last_seen_at: instantSchema.nullable().describe('When the user was last here; null: never.'),
});
export const memberPatchSchema = z.strictObject({ role });

export const invitationSchema = z.object({
  id: z.string().describe('Id of the invitation.'),
  object: z.literal('invitation'),
  email: z.string().nullable().describe('null: whoever has the link.'),
  role,
  invited_by: z.string().nullable().describe('Id of a user.'),
  created_at: instantSchema.describe('When it was made.'),
  expires_at: instantSchema.describe('When it ends.'),
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
  id: z.string().describe('Id of the session.'),
  object: z.literal('user_session'),
  current: z.boolean().describe('Whether it is the session of this request.'),
  address: z.string().nullable().describe('Network address it came from; null where it is not known.'),
  user_agent: z.string().nullable().describe('What the browser says of itself.'),
  created_at: instantSchema.describe('When it was made.'),
  last_seen_at: instantSchema.describe('To the day.'),
  expires_at: instantSchema.describe('When it ends.'),
});

export const auditEntrySchema = z.object({
  id: z.string().describe('Id of the entry.'),
  object: z.literal('audit_entry'),
  action: z.string().describe('What was done, such as `key.created`.'),
  actor: z.string().describe('Who did it, as it was called then.'),
  user_id: z.string().nullable().describe('Id of the user who did it; null where none did.'),
  project_id: z.string().nullable().describe('Id of the project it was done in; null for the organisation.'),
  target: z.string().nullable().describe('What it was done to.'),
  details: z.record(z.string(), z.string()).describe('More about it, by name.'),
  address: z.string().nullable().describe('Network address it came from; null where it is not known.'),
  at: instantSchema.describe('When it happened.'),
});

export const loggedRequestSchema = z.object({
  id: z.string().describe('That of the header `Request-Id`.'),
  object: z.literal('logged_request'),
  key_id: z.string().describe('Id of the key that it came with.'),
  method: z.string().describe('HTTP method.'),
  path: z.string().describe('With its query.'),
  status: z.int().describe('HTTP status of the answer.'),
  duration_ms: countSchema.describe('Milliseconds until the answer was there.'),
  document_id: z.string().nullable().describe('Id of the document that it made; null where it made none.'),
  at: instantSchema.describe('When it happened.'),
});
export const loggedRequestDetailSchema = loggedRequestSchema.extend({
  body: z
    .string()
    .nullable()
    .describe('JSON without secrets. null: there was none, it was long or no JSON, or what it made keeps nothing, or nothing any more.'),
  curl: z.string().describe('The request as a command; the key is `$OCTAVO_API_KEY`.'),
});

const gone = <T extends string>(object: T) =>
  z.object({ id: z.string().describe('Id of what was deleted.'), object: z.literal(object), deleted: z.literal(true) });
export const deletedMemberSchema = gone('member');
export const deletedInvitationSchema = gone('invitation');
export const deletedProjectSchema = gone('project');
export const endedSessionSchema = gone('user_session');
export const endedSessionsSchema = z.object({
  object: z.literal('ended_sessions'),
  ended: countSchema.describe('How many sessions were ended.'),
});

export const apiKeyListSchema = listSchemaOf(apiKeySchema);
export const memberListSchema = listSchemaOf(memberSchema);
export const invitationListSchema = listSchemaOf(invitationSchema);
export const userSessionListSchema = listSchemaOf(userSessionSchema);
export const loggedRequestListSchema = listSchemaOf(loggedRequestSchema);
export const auditListSchema = listSchemaOf(auditEntrySchema);
