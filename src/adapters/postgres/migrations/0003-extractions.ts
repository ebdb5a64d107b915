/** Extractions that wait: their state alone. What they are about lies among the blobs, and is deleted with them. */
export const EXTRACTIONS = `
create table extractions (
  id text collate "C" primary key,
  org_id text collate "C" not null references organisations,
  state text not null check (state in ('queued', 'running', 'done', 'taken')),
  attempt integer not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index extractions_waiting on extractions (created_at) where state in ('queued', 'running');
create index extractions_of_organisation on extractions (org_id);
`;
