/** Rows of users, members, sessions, invitations and the audit log → what the port gives. */
import type { ProjectDefaults } from '../../contract/brand.ts';
import type { Retention, Role } from '../../contract/vocabulary.ts';
import type { AuditEntry, Invitation, Member, Membership, User, UserSession } from '../../ports/people-store.ts';
import { fromStored } from './stored-text.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  two_factor_enabled: boolean;
  created_at: Date;
  disabled_at: Date | null;
}
export const USER_COLUMNS = 'u.id, u.name, u.email, u.two_factor_enabled, u.created_at, u.disabled_at';

export const toUser = (row: UserRow): User => ({
  id: row.id,
  name: fromStored(row.name),
  email: fromStored(row.email),
  twoFactor: row.two_factor_enabled,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
});

export interface MemberRow extends UserRow {
  role: Role;
  member_since: Date;
  last_seen_at: Date | null;
}
export const toMember = (row: MemberRow): Member => ({
  user: toUser(row),
  role: row.role,
  createdAt: row.member_since,
  lastSeenAt: row.last_seen_at,
});

/** One row for each project; an organisation without one has a row whose `id` is null. */
export interface MembershipRow {
  role: Role;
  org_id: string;
  org_name: string;
  org_created_at: Date;
  id: string | null;
  name: string;
  region: string;
  retention: Retention;
  defaults: Partial<ProjectDefaults>;
  created_at: Date;
}

/** Rows in the order of their organisations. */
export function toMemberships(rows: readonly MembershipRow[]): Membership[] {
  const found = new Map<string, Membership>();
  for (const row of rows) {
    const organisation = { id: row.org_id, name: fromStored(row.org_name), createdAt: row.org_created_at };
    const membership = found.get(row.org_id) ?? { organisation, role: row.role, projects: [] };
    found.set(row.org_id, membership);
    const { id, region, retention } = row;
    if (id === null) continue;
    const project = { id, orgId: row.org_id, name: fromStored(row.name), region, retention, createdAt: row.created_at };
    const defaults = { language: null, paper: null, brand: null, ...row.defaults };
    membership.projects.push({ ...project, defaults });
  }
  return [...found.values()];
}

export interface SessionRow {
  id: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}
export const toSession = (row: SessionRow): UserSession => ({
  id: row.id,
  address: row.ip_address === '' ? null : row.ip_address,
  userAgent: row.user_agent === '' ? null : row.user_agent,
  createdAt: row.created_at,
  lastSeenAt: row.updated_at,
  expiresAt: row.expires_at,
});

export interface InvitationRow {
  id: string;
  org_id: string;
  email: string | null;
  role: Role;
  first_user: boolean;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}
export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  orgId: row.org_id,
  email: row.email === null ? null : fromStored(row.email),
  role: row.role,
  firstUser: row.first_user,
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
  revokedAt: row.revoked_at,
});

export interface AuditRow {
  id: string;
  org_id: string | null;
  project_id: string | null;
  user_id: string | null;
  actor: string;
  action: string;
  target: string | null;
  details: Record<string, string>;
  address: string | null;
  at: Date;
}
export const toAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  orgId: row.org_id,
  projectId: row.project_id,
  userId: row.user_id,
  actor: fromStored(row.actor),
  action: row.action,
  target: row.target === null ? null : fromStored(row.target),
  details: row.details,
  address: row.address,
  at: row.at,
});
