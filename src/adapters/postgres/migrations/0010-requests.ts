/**
 * What keys asked for. No foreign keys: lines are written after the answer, and what they name may be gone by then. Losing the latest
 * of them in a crash costs nothing.
 */
export const REQUESTS = `
create table api_requests (
  id text collate "C" primary key,
  project_id text collate "C" not null,
  key_id text collate "C" not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  document_id text collate "C",
  body text,
  body_until timestamptz(3),
  at timestamptz(3) not null
);
create index api_requests_of_project on api_requests (project_id, id);
create index api_requests_of_key on api_requests (key_id, id);
create index api_requests_by_age on api_requests (at);
create index api_requests_with_body on api_requests (body_until) where body is not null;
`;
