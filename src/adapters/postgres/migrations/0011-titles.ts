/**
 * What a document is called where its user has not named it, and samples: documents that the service makes to show something
 * (a brand that is not kept yet), which are in no list, no sum of usage, and no webhook. A sample is marked before its first event.
 */
export const TITLES = `
alter table documents add column title text;

create table document_samples (document_id text primary key);

create function accept_sample_1(
  document json, job json, rate integer, event_id text, event_data json, idempotency_key text, fingerprint text, notice text
) returns table (outcome text, document_id text, answered boolean, retry_after_ms integer, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_variable
declare
  sample text := document ->> 'id';
  accepted record;
begin
  insert into document_samples values (sample);
  select * into strict accepted from accept_document_1(document, job, rate, event_id, event_data, idempotency_key, fingerprint, notice);
  if accepted.outcome <> 'accepted' then
    delete from document_samples s where s.document_id = sample;
  end if;
  return query select accepted.outcome, accepted.document_id, accepted.answered, accepted.retry_after_ms, accepted.created_at;
end
$$;

create or replace function webhooks_hear() returns trigger language plpgsql as $$
declare
  endpoint record;
begin
  for endpoint in
    select e.id, e.failing_since is not null as failing from documents d join webhook_endpoints e on e.project_id = d.project_id
    where d.id = new.document_id and e.enabled and new.type = any (e.events)
      and not exists (select from document_samples s where s.document_id = new.document_id) for key share of e
  loop
    perform queue_webhook_1(endpoint.id, endpoint.failing, new.id, new.type, new.version, new.document_id, new.sequence, new.at, new.data);
  end loop;
  return null;
end $$;
`;
