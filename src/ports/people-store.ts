/** Users, their roles in organisations, their sessions, invitations and the audit log. One adapter, PostgreSQL. */
import type { Role } from '../contract/vocabulary.ts';
import type { Organisation, Project } from './account-store.ts';

export interface User {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
  twoFactor: boolean;
  createdAt: Date;
  disabledAt: Date | null;
}

export interface Member {
  user: User;
  role: Role;
  /** Since when. */
  createdAt: Date;
  lastSeenAt: Date | null;
}

/** An organisation that a user belongs to, with its projects, oldest first. */
export interface Membership {
  organisation: Organisation;
  role: Role;
  projects: Project[];
}

export interface UserSession {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

export interface Invitation {
  id: string;
  orgId: string;
  /** In lower case; null: whoever has the link. */
  email: string | null;
  role: Role;
  /** Of a new installation: dead as soon as there is a user. */
  firstUser: boolean;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

export interface NewInvitation {
  id: string;
  orgId: string;
  email: string | null;
  role: Role;
  firstUser: boolean;
  invitedBy: string | null;
  /** SHA-256 of what the link carries. */
  tokenHash: Uint8Array;
  validS: number;
}

export type AcceptInvitation = {
  tokenHash: Uint8Array;
} & (
  | { user: { id: string; name: string; email: string; accountId: string; passwordHash: string } }
  /** Who is a user already, and signed in. */
  | { userId: string }
);

/** `gone`: no such invitation, or accepted, revoked, expired. `taken`: the address has a user already. `other_address`: the invitation is for another one. */
export type AcceptedInvitation =
  | { kind: 'accepted'; orgId: string; role: Role; userId: string; email: string }
  | { kind: 'gone' | 'taken' | 'other_address' };

export interface AuditEntry {
  id: string;
  orgId: string | null;
  projectId: string | null;
  userId: string | null;
  /** Name of who did it, as it was then: an address, a key, `command line`. */
  actor: string;
  action: string;
  target: string | null;
  details: Record<string, string>;
  address: string | null;
  at: Date;
}

type NewAuditEntry = Omit<AuditEntry, 'id' | 'at'>;

/** How a change of roles ended. `last_owner`: an organisation keeps one. */
export type MemberChange = 'changed' | 'not_found' | 'last_owner';

export interface PeopleStore {
  countUsers(): Promise<number>;
  /** All users of the installation, oldest first. */
  listUsers(): Promise<User[]>;
  /** @param email in lower case */
  findUser(email: string): Promise<User | null>;
  /** A user without a way to sign in yet; null where the address has one already. */
  addUser(input: { id: string; name: string; email: string; orgId: string; role: Role }): Promise<User | null>;
  /** Disabled: all sessions end, and none begins. False where there is no such user. */
  setDisabled(userId: string, disabled: boolean): Promise<boolean>;
  /** False where the user was disabled, or is none. */
  isEnabled(userId: string): Promise<boolean>;
  /** Ends two-factor sign-in and passkeys of a user, and all sessions. */
  removeFactors(userId: string): Promise<void>;

  /** Organisations of a user that is not disabled, oldest first; projects that are deleted are left out. */
  memberships(userId: string): Promise<Membership[]>;
  listMembers(orgId: string): Promise<Member[]>;
  setRole(orgId: string, userId: string, role: Role): Promise<MemberChange>;
  removeMember(orgId: string, userId: string): Promise<MemberChange>;

  listSessions(userId: string): Promise<UserSession[]>;
  /** False where the user has no such session. */
  endSession(userId: string, sessionId: string): Promise<boolean>;
  /** Ends all of a user but this one; how many. */
  endOtherSessions(userId: string, keptId: string): Promise<number>;

  addInvitation(invitation: NewInvitation): Promise<Invitation>;
  /** Open ones, of an organisation, oldest first. */
  listInvitations(orgId: string): Promise<Invitation[]>;
  /** An open one by its link. */
  findInvitation(tokenHash: Uint8Array): Promise<(Invitation & { organisation: string }) | null>;
  /** False where there is no open one. */
  revokeInvitation(orgId: string, id: string): Promise<boolean>;
  /** The user, the membership and the end of the invitation: all or nothing. A role that is there stays. */
  acceptInvitation(input: AcceptInvitation): Promise<AcceptedInvitation>;
  /** Makes a user that signs in for the first time a member wherever the address is invited; how many organisations that were. */
  acceptInvitationsOf(user: { id: string; email: string }): Promise<number>;
  /** Whether an open invitation names the address. */
  isInvited(email: string): Promise<boolean>;
  /** The only link that sets a user's password. @param identifierHash as the library of sign-in looks it up */
  addResetLink(input: { id: string; userId: string; identifierHash: string; validS: number }): Promise<void>;

  record(entry: NewAuditEntry): Promise<void>;
  /** Newest first; those of the organisation, and how its members signed in. @param before id of the entry that the page ends before */
  listAudit(orgId: string, query: { limit: number; before?: string | undefined }): Promise<{ data: AuditEntry[]; hasMore: boolean }>;

  /** Counts an attempt for each subject; 0, or milliseconds until it would be within all limits, and then it is not counted. */
  takeTurn(limits: readonly { subject: string; most: number }[]): Promise<number>;
  /** Forgets the latest attempt of each subject: it succeeded. */
  giveTurnBack(subjects: readonly string[]): Promise<void>;
  /** Forgets sessions, links and codes whose time is over, and lines of the audit log older than 400 days. */
  sweep(): Promise<void>;
}
