/**
 * One queue for all work. The job of a document has its content in `document_content`, under the same id; a task's bytes are among
 * the blobs. What waited in the two queues before waits in this one.
 *
 * The two partial indexes are read by claims: by organisation, then in the order in which jobs are due.
 */
const TABLE = `
create table jobs (
  id text collate "C" primary key,
  kind text not null,
  org_id text collate "C" not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'taken')),
  payload json not null default '{}',
  run_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  attempt integer not null default 0,
  handed_back integer not null default 0,
  deaths integer not null default 0,
  delays integer not null default 0,
  lease_token integer not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
) with (fillfactor = 60);
create index jobs_of_documents on jobs (org_id, due_at, id)
  where state = 'waiting' and kind in ('create', 'edit', 'review', 'version', 'save');
create index jobs_of_tasks on jobs (org_id, due_at, id)
  where state = 'waiting' and kind in ('extract', 'read_pdf', 'deliver_webhook', 'purge');
create index jobs_running on jobs (org_id) where state = 'running';
create index jobs_fetchable on jobs (created_at) where state in ('done', 'taken');
`;

/** Jobs named what they do by the fields they had. The content of a new document is not parsed: it may hold `\\u0000`, which no JSON function takes. */
const DOCUMENTS = `
update document_content c set job = case
    when d.operation = 'create' then ('{"kind":"create",' || substr(ltrim(c.job::text), 2))::json
    when c.job -> 'saves' is not null then json_build_object('kind', 'save', 'file', c.job -> 'file', 'target', c.job -> 'saves')
    when c.job -> 'manual' is not null then json_build_object('kind', 'version', 'file', c.job -> 'file')
    when d.operation = 'review' then json_build_object('kind', 'review', 'file', c.job -> 'file')
    else json_build_object('kind', 'edit', 'file', c.job -> 'file',
      'changes', coalesce(c.job -> 'edits', json_strip_nulls(json_build_object('prompt', c.job -> 'prompt', 'style', c.job -> 'style'))))
  end
from documents d where d.id = c.document_id and d.live and c.job::text not like '{"kind":%';
insert into jobs (id, kind, org_id, run_at, due_at, attempt, handed_back, lease_token, created_at)
  select d.id, case when d.operation = 'create' then 'create' else c.job ->> 'kind' end, d.org_id, d.created_at, d.created_at, d.attempt, d.handed_back, d.lease_token, d.created_at
  from documents d join document_content c on c.document_id = d.id where d.live;
alter table documents drop column handed_back, drop column lease_worker, drop column lease_until;
`;

const TASKS = `
insert into jobs (id, kind, org_id, state, attempt, lease_token, created_at)
  select id, 'extract', org_id, case when state in ('done', 'taken') then state else 'waiting' end, attempt, attempt, created_at from extractions;
drop table extractions;
insert into jobs (id, kind, org_id) values ('purge', 'purge', '');
`;

export const JOBS = `${TABLE}${DOCUMENTS}${TASKS}`;
