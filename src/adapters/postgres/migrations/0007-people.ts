/**
 * Users, what they sign in with, what they may do where, and who did what.
 *
 * - `users`, `user_sessions`, `user_accounts`, `user_verifications`, `user_two_factors` and `user_passkeys` have the fields that
 *   better-auth expects (a test asks it whether it would add anything); it writes them and never changes the tables.
 * - E-mail addresses are kept in lower case, so that one address is one user.
 * - Of links (invitations) only the SHA-256 is kept; those of better-auth (`identifier`) are hashed by it.
 * - `sign_in_turns` holds the attempts of the last quarter of an hour. Losing it in a crash costs nothing: unlogged.
 */
const PEOPLE = `
create table users (
  id text collate "C" primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  disabled_at timestamptz(3)
);

create table user_sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index user_sessions_of_user on user_sessions (user_id);
create index user_sessions_by_age on user_sessions (expires_at);

create table user_accounts (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  unique (provider_id, account_id)
);
create index user_accounts_of_user on user_accounts (user_id);

create table user_verifications (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index user_verifications_by_identifier on user_verifications (identifier);
create index user_verifications_by_age on user_verifications (expires_at);

create table user_two_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz(3)
);
create index user_two_factors_of_user on user_two_factors (user_id);

create table user_passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz(3) default clock_timestamp()
);
create index user_passkeys_of_user on user_passkeys (user_id);

create table memberships (
  org_id text collate "C" not null references organisations,
  user_id text collate "C" not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (org_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table invitations (
  id text collate "C" primary key,
  org_id text collate "C" not null references organisations,
  email text check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  first_user boolean not null default false,
  token_hash bytea not null unique,
  invited_by text collate "C" references users on delete set null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by text collate "C" references users on delete set null,
  revoked_at timestamptz(3)
);
create index invitations_of_organisation on invitations (org_id, id);

create table audit_log (
  id bigint generated always as identity primary key,
  org_id text collate "C",
  project_id text collate "C",
  user_id text collate "C",
  actor text not null,
  action text not null,
  target text,
  details json not null default '{}',
  address text,
  at timestamptz(3) not null default clock_timestamp()
);
create index audit_log_of_organisation on audit_log (org_id, id);
create index audit_log_of_user on audit_log (user_id, id) where org_id is null;

create unlogged table sign_in_turns (
  subject text collate "C" primary key,
  taken timestamptz[] not null default '{}',
  last_at timestamptz not null default clock_timestamp()
);
create index sign_in_turns_by_age on sign_in_turns (last_at);
`;

/**
 * One attempt to sign in, counted for each subject over the last 15 minutes. Answers 0 where it is within all limits, and else after
 * how many milliseconds it would be; then it is not counted. Rows are locked in one order, so that two attempts never wait for each other.
 */
const TURN = `
create function take_sign_in_turn_1(subjects text[], limits integer[]) returns integer
language plpgsql as $$
declare
  held record;
  stamp timestamptz;
  due timestamptz;
  recent timestamptz[];
  most integer;
begin
  delete from sign_in_turns where last_at < clock_timestamp() - interval '1 hour';
  insert into sign_in_turns (subject) select s from unnest(subjects) s order by s on conflict do nothing;
  perform 1 from sign_in_turns where subject = any(subjects) order by subject for update;
  stamp := clock_timestamp();
  for held in select subject, taken from sign_in_turns where subject = any(subjects) loop
    most := limits[array_position(subjects, held.subject)];
    recent := array(select t from unnest(held.taken) t where t > stamp - interval '15 minutes' and t <= stamp order by t);
    if cardinality(recent) >= most then
      due := greatest(due, recent[cardinality(recent) - most + 1]);
    end if;
  end loop;
  if due is not null then
    return greatest(1, ceil(extract(epoch from due + interval '15 minutes' - stamp) * 1000)::integer);
  end if;
  update sign_in_turns set last_at = stamp,
    taken = array(select t from unnest(taken) t where t > stamp - interval '15 minutes' and t <= stamp order by t) || stamp
    where subject = any(subjects);
  return 0;
end
$$;
`;

/** The user, the membership and the end of the invitation, or nothing of it. `existing` is a user who is signed in; the other fields are of a new one. */
const ACCEPT = `
create function accept_invitation_1(token bytea, existing text, uid text, uname text, uemail text, account text, password_hash text)
returns table (outcome text, org_id text, role text, user_id text, email text)
language plpgsql as $$
#variable_conflict use_column
declare
  i record;
  who text := existing;
  address text := uemail;
begin
  select * into i from invitations
    where token_hash = token and accepted_at is null and revoked_at is null and expires_at > clock_timestamp() for update;
  if not found then return query select 'gone', null, null, null, null; return; end if;
  if i.first_user then
    perform pg_advisory_xact_lock(67, 0);
    if exists (select 1 from users) then return query select 'gone', null, null, null, null; return; end if;
  end if;
  if existing is not null then
    select u.email into address from users u where u.id = existing and u.disabled_at is null;
    if not found then return query select 'gone', null, null, null, null; return; end if;
  end if;
  if i.email <> address then return query select 'other_address', null, null, null, null; return; end if;
  if existing is null then
    insert into users (id, name, email, email_verified) values (uid, uname, uemail, i.email is not null) on conflict (email) do nothing;
    if not found then return query select 'taken', null, null, null, null; return; end if;
    insert into user_accounts (id, user_id, account_id, provider_id, password) values (account, uid, uid, 'credential', password_hash);
    who := uid;
  end if;
  insert into memberships (org_id, user_id, role) values (i.org_id, who, i.role) on conflict do nothing;
  update invitations set accepted_at = clock_timestamp(), accepted_by = who where id = i.id;
  return query select 'accepted', i.org_id, i.role, who, address;
end
$$;
`;

/** Gives a member another role, or none; an organisation keeps an owner who can sign in. */
const MEMBER = `
create function change_member_1(org text, who text, new_role text) returns text
language plpgsql as $$
declare
  old_role text;
begin
  perform pg_advisory_xact_lock(68, hashtext(org));
  select role into old_role from memberships where org_id = org and user_id = who;
  if not found then return 'not_found'; end if;
  if old_role = 'owner' and new_role is distinct from 'owner' and not exists (
    select 1 from memberships m join users u on u.id = m.user_id
      where m.org_id = org and m.role = 'owner' and m.user_id <> who and u.disabled_at is null)
  then return 'last_owner'; end if;
  if new_role is null then
    delete from memberships where org_id = org and user_id = who;
  else
    update memberships set role = new_role where org_id = org and user_id = who;
  end if;
  return 'changed';
end
$$;
`;

const OWNERS = `
alter table projects add column deleted_at timestamptz(3);
alter table api_keys add column scope text not null default 'admin' check (scope in ('read', 'write', 'admin'));
alter table api_keys add column created_by text collate "C";
`;

export const PEOPLE_TABLES = `${PEOPLE}${TURN}${ACCEPT}${MEMBER}${OWNERS}`;
