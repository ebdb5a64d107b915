/** Users, members, sessions, invitations and the audit log in PostgreSQL. */
import type { Pool } from 'pg';
import type { AcceptInvitation, PeopleStore } from '../ports/people-store.ts';
import type { Database } from './postgres-database.ts';
import {
  toAuditEntry,
  toInvitation,
  toMember,
  toMemberships,
  toSession,
  toUser,
  USER_COLUMNS,
  type AuditRow,
  type InvitationRow,
  type MemberRow,
  type MembershipRow,
  type SessionRow,
  type UserRow,
} from './postgres/people-rows.ts';
import { deleteInPortions, repeatable, run } from './postgres/statements.ts';
import { fromStored, toStored } from './postgres/stored-text.ts';

const OPEN = 'accepted_at is null and revoked_at is null and expires_at > clock_timestamp()';

function createUsers(
  pool: Pool,
): Pick<PeopleStore, 'countUsers' | 'listUsers' | 'findUser' | 'addUser' | 'setDisabled' | 'isEnabled' | 'removeFactors' | 'addResetLink'> {
  return {
    countUsers: async () => {
      const [row] = await repeatable<{ count: number }>(pool, { text: 'select count(*)::int as count from users' }, []);
      return row?.count ?? 0;
    },
    listUsers: async () =>
      (await repeatable<UserRow>(pool, { text: `select ${USER_COLUMNS} from users u order by u.created_at, u.id` }, [])).map(toUser),
    findUser: async (email) => {
      const [row] = await repeatable<UserRow>(pool, { text: `select ${USER_COLUMNS} from users u where u.email = $1` }, [toStored(email)]);
      return row ? toUser(row) : null;
    },
    addUser: async ({ id, name, email, orgId, role }) => {
      const text = `with u as (
          insert into users (id, name, email, email_verified) values ($1, $2, $3, true) on conflict (email) do nothing returning *
        ), m as (insert into memberships (org_id, user_id, role) select $4, u.id, $5 from u)
        select ${USER_COLUMNS} from u`;
      const [row] = await run<UserRow>(pool, { text }, [id, toStored(name), toStored(email), orgId, role]);
      return row ? toUser(row) : null;
    },
    setDisabled: async (userId, disabled) => {
      const text = `with ended as (delete from user_sessions where user_id = $1 and $2)
        update users set disabled_at = case when $2 then coalesce(disabled_at, clock_timestamp()) end where id = $1 returning id`;
      return (await repeatable(pool, { text }, [userId, disabled])).length > 0;
    },
    isEnabled: async (userId) =>
      (await repeatable(pool, { text: 'select 1 from users where id = $1 and disabled_at is null' }, [userId])).length > 0,
    removeFactors: async (userId) => {
      const text = `with f as (delete from user_two_factors where user_id = $1), p as (delete from user_passkeys where user_id = $1),
        s as (delete from user_sessions where user_id = $1)
        update users set two_factor_enabled = false where id = $1`;
      await repeatable(pool, { text }, [userId]);
    },
    addResetLink: async ({ id, userId, identifierHash, validS }) => {
      const text = `with old as (delete from user_verifications where value = $2 and id like 'rst\\_%')
        insert into user_verifications (id, value, identifier, expires_at) values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`;
      await run(pool, { text }, [id, userId, identifierHash, validS]);
    },
  };
}

function createMembers(pool: Pool): Pick<PeopleStore, 'memberships' | 'listMembers' | 'setRole' | 'removeMember'> {
  const change = async (orgId: string, userId: string, role: string | null) => {
    const text = 'select change_member_1($1, $2, $3) as outcome';
    const [row] = await run<{ outcome: 'changed' | 'not_found' | 'last_owner' }>(pool, { text }, [orgId, userId, role]);
    return row?.outcome ?? 'not_found';
  };
  return {
    memberships: async (userId) => {
      const text = `select m.role, o.id as org_id, o.name as org_name, o.created_at as org_created_at,
          p.id, p.name, p.region, p.retention, p.defaults, p.created_at
        from memberships m join users u on u.id = m.user_id and u.disabled_at is null join organisations o on o.id = m.org_id
          left join projects p on p.org_id = o.id and p.deleted_at is null
        where m.user_id = $1 order by o.id, p.id`;
      return toMemberships(await repeatable<MembershipRow>(pool, { name: 'memberships-2', text }, [userId]));
    },
    listMembers: async (orgId) => {
      const text = `select ${USER_COLUMNS}, m.role, m.created_at as member_since,
          (select max(s.updated_at) from user_sessions s where s.user_id = u.id) as last_seen_at
        from memberships m join users u on u.id = m.user_id where m.org_id = $1 order by m.created_at, u.id`;
      return (await repeatable<MemberRow>(pool, { text }, [orgId])).map(toMember);
    },
    setRole: (orgId, userId, role) => change(orgId, userId, role),
    removeMember: (orgId, userId) => change(orgId, userId, null),
  };
}

function createSessions(pool: Pool): Pick<PeopleStore, 'listSessions' | 'endSession' | 'endOtherSessions'> {
  return {
    listSessions: async (userId) => {
      const text = `select id, ip_address, user_agent, created_at, updated_at, expires_at from user_sessions
        where user_id = $1 and expires_at > clock_timestamp() order by updated_at desc, id`;
      return (await repeatable<SessionRow>(pool, { text }, [userId])).map(toSession);
    },
    endSession: async (userId, sessionId) =>
      (await run(pool, { text: 'delete from user_sessions where user_id = $1 and id = $2 returning id' }, [userId, sessionId])).length > 0,
    endOtherSessions: async (userId, keptId) =>
      (await run(pool, { text: 'delete from user_sessions where user_id = $1 and id <> $2 returning id' }, [userId, keptId])).length,
  };
}

type InvitationMethods =
  | 'addInvitation'
  | 'listInvitations'
  | 'findInvitation'
  | 'revokeInvitation'
  | 'acceptInvitation'
  | 'acceptInvitationsOf'
  | 'isInvited';

const acceptValues = (input: AcceptInvitation): unknown[] => {
  const token = Buffer.from(input.tokenHash);
  if ('userId' in input) return [token, input.userId, null, null, null, null, null];
  const { id, name, email, accountId, passwordHash } = input.user;
  return [token, null, id, toStored(name), toStored(email), accountId, passwordHash];
};

function createInvitations(pool: Pool): Pick<PeopleStore, InvitationMethods> {
  return {
    addInvitation: async ({ id, orgId, email, role, firstUser, invitedBy, tokenHash, validS }) => {
      const text = `insert into invitations (id, org_id, email, role, first_user, invited_by, token_hash, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8)) returning *`;
      const values = [id, orgId, email === null ? null : toStored(email), role, firstUser, invitedBy, Buffer.from(tokenHash), validS];
      const [row] = await run<InvitationRow>(pool, { text }, values);
      if (!row) throw new Error('an invitation was added and not returned');
      return toInvitation(row);
    },
    listInvitations: async (orgId) => {
      const text = `select * from invitations where org_id = $1 and ${OPEN} and not first_user order by id`;
      return (await repeatable<InvitationRow>(pool, { text }, [orgId])).map(toInvitation);
    },
    findInvitation: async (tokenHash) => {
      const text = `select i.*, o.name as organisation from invitations i join organisations o on o.id = i.org_id
        where i.token_hash = $1 and ${OPEN} and not (i.first_user and exists (select 1 from users))`;
      const [row] = await repeatable<InvitationRow & { organisation: string }>(pool, { text }, [Buffer.from(tokenHash)]);
      return row ? { ...toInvitation(row), organisation: row.organisation } : null;
    },
    revokeInvitation: async (orgId, id) => {
      const text = `update invitations set revoked_at = clock_timestamp() where org_id = $1 and id = $2 and ${OPEN} returning id`;
      return (await run(pool, { text }, [orgId, id])).length > 0;
    },
    acceptInvitation: async (input) => {
      const text = 'select * from accept_invitation_1($1, $2, $3, $4, $5, $6, $7)';
      type Row = { outcome: 'accepted' | 'gone' | 'taken' | 'other_address'; org_id: string; role: MembershipRow['role'] } & Record<
        'user_id' | 'email',
        string
      >;
      const [row] = await run<Row>(pool, { text }, acceptValues(input));
      const kind = row?.outcome ?? 'gone';
      if (!row || kind !== 'accepted') return kind === 'accepted' ? { kind: 'gone' } : { kind };
      return { kind, orgId: row.org_id, role: row.role, userId: row.user_id, email: fromStored(row.email) };
    },
    acceptInvitationsOf: async ({ id, email }) => {
      const text = `with taken as (
          update invitations set accepted_at = clock_timestamp(), accepted_by = $1 where email = $2 and ${OPEN} returning org_id, role
        ) insert into memberships (org_id, user_id, role) select distinct on (org_id) org_id, $1, role from taken
          on conflict do nothing returning org_id`;
      return (await run(pool, { text }, [id, toStored(email)])).length;
    },
    isInvited: async (email) =>
      (await repeatable(pool, { text: `select 1 from invitations where email = $1 and ${OPEN} limit 1` }, [toStored(email)])).length > 0,
  };
}

function createAudit(pool: Pool): Pick<PeopleStore, 'record' | 'listAudit'> {
  return {
    record: async ({ orgId, projectId, userId, actor, action, target, details, address }) => {
      const text = `insert into audit_log (org_id, project_id, user_id, actor, action, target, details, address)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`;
      const texts = [toStored(actor), action, target === null ? null : toStored(target), JSON.stringify(details), address];
      await run(pool, { text }, [orgId, projectId, userId, ...texts]);
    },
    listAudit: async (orgId, { limit, before }) => {
      const text = `select id, org_id, project_id, user_id, actor, action, target, details, address, at from audit_log a
        where ($2::bigint is null or id < $2)
          and (org_id = $1 or (org_id is null and user_id in (select m.user_id from memberships m where m.org_id = $1)))
        order by id desc limit $3`;
      const rows = await repeatable<AuditRow>(pool, { text }, [orgId, before ?? null, limit + 1]);
      return { data: rows.slice(0, limit).map(toAuditEntry), hasMore: rows.length > limit };
    },
  };
}

/** A line of the audit log older than this is forgotten: a year, and time to look at it. */
const AUDIT_KEPT = '400 days';
const STALE = [
  { table: 'user_sessions', where: 'expires_at < clock_timestamp()' },
  { table: 'user_verifications', where: 'expires_at < clock_timestamp()' },
  { table: 'invitations', where: "expires_at < clock_timestamp() - interval '90 days'" },
  { table: 'audit_log', where: `at < clock_timestamp() - interval '${AUDIT_KEPT}'` },
];

/** People on an open database; nothing is to be closed. */
export function createPeopleStore({ pool }: Pick<Database, 'pool'>): PeopleStore {
  return {
    ...createUsers(pool),
    ...createMembers(pool),
    ...createSessions(pool),
    ...createInvitations(pool),
    ...createAudit(pool),
    takeTurn: async (limits) => {
      const values = [limits.map(({ subject }) => subject), limits.map(({ most }) => most)];
      const [row] = await run<{ wait: number }>(pool, { text: 'select take_sign_in_turn_1($1, $2) as wait' }, values);
      return row?.wait ?? 0;
    },
    giveTurnBack: async (subjects) => {
      const text = `update sign_in_turns set taken = taken[1:cardinality(taken) - 1] where subject in (
        select subject from sign_in_turns where subject = any($1) order by subject for update)`;
      await run(pool, { text }, [[...subjects]]);
    },
    sweep: async () => {
      for (const stale of STALE) await deleteInPortions(pool, stale);
    },
  };
}
