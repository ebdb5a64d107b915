/** Records of people and projects → what the dashboard's routes answer. */
import type { z } from 'zod';
import type {
  apiKeySchema,
  loggedRequestDetailSchema,
  loggedRequestSchema,
  auditEntrySchema,
  dashboardSessionSchema,
  invitationSchema,
  memberSchema,
  projectSettingsSchema,
  userSessionSchema,
} from '../contract/dashboard.ts';
import type { ApiKey, Project } from '../ports/account-store.ts';
import type { LoggedRequest, RequestLine } from '../ports/request-log.ts';
import type { AuditEntry, Invitation, Member, Membership, UserSession } from '../ports/people-store.ts';
import type { SignedIn } from '../ports/sign-in.ts';

/** @returns settings of a project as the interface shows them */
export const presentProject = ({ id, name, region, retention, defaults, createdAt }: Project): z.infer<typeof projectSettingsSchema> => ({
  id,
  object: 'project',
  name,
  region,
  retention,
  language: defaults?.language ?? null,
  paper: defaults?.paper ?? null,
  brand: defaults?.brand ?? null,
  created_at: createdAt.toISOString(),
});

/** @param project that the request acts in */
export function presentSession(
  { user, expiresAt }: SignedIn,
  memberships: readonly Membership[],
  project: Project | null,
): z.infer<typeof dashboardSessionSchema> {
  return {
    object: 'dashboard_session',
    user: { id: user.id, name: user.name, email: user.email, two_factor: user.twoFactor },
    organisations: memberships.map(({ organisation, role, projects }) => ({
      id: organisation.id,
      name: organisation.name,
      role,
      projects: projects.map(presentProject),
    })),
    project: project?.id ?? null,
    expires_at: expiresAt.toISOString(),
  };
}

/** @returns the key without anything that opens */
export const presentKey = (key: ApiKey): z.infer<typeof apiKeySchema> => ({
  id: key.id,
  object: 'api_key',
  name: key.name,
  scope: key.scope,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

/** @returns the member with the id of its user */
export const presentMember = ({ user, role, createdAt, lastSeenAt }: Member): z.infer<typeof memberSchema> => ({
  id: user.id,
  object: 'member',
  name: user.name,
  email: user.email,
  role,
  two_factor: user.twoFactor,
  disabled: user.disabledAt !== null,
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt?.toISOString() ?? null,
});

/** @returns the invitation without its link */
export const presentInvitation = (invitation: Invitation): z.infer<typeof invitationSchema> => ({
  id: invitation.id,
  object: 'invitation',
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
});

/** @param currentId the session that asks */
export const presentUserSession = (session: UserSession, currentId: string): z.infer<typeof userSessionSchema> => ({
  id: session.id,
  object: 'user_session',
  current: session.id === currentId,
  address: session.address,
  user_agent: session.userAgent,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
});

/** @returns a line of the audit log */
export const presentAuditEntry = (entry: AuditEntry): z.infer<typeof auditEntrySchema> => ({
  id: entry.id,
  object: 'audit_entry',
  action: entry.action,
  actor: entry.actor,
  user_id: entry.userId,
  project_id: entry.projectId,
  target: entry.target,
  details: entry.details,
  address: entry.address,
  at: entry.at.toISOString(),
});

/** A line of the log of requests. */
export const presentLoggedRequest = (line: RequestLine): z.infer<typeof loggedRequestSchema> => ({
  id: line.id,
  object: 'logged_request',
  key_id: line.keyId,
  method: line.method,
  path: line.path,
  status: line.status,
  duration_ms: line.durationMs,
  document_id: line.documentId,
  at: line.at.toISOString(),
});

/** A text as one word of a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param publicUrl address of the deployment without `/v1` */
export function presentLoggedRequestDetail(request: LoggedRequest, publicUrl: string): z.infer<typeof loggedRequestDetailSchema> {
  const { method, path, body } = request;
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quote(`${publicUrl}${path}`)}`,
    '-H "Authorization: Bearer $OCTAVO_API_KEY"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(body)}`]),
  ];
  return { ...presentLoggedRequest(request), body, curl: lines.join(' \\\n  ') };
}
