/**
 * Usage by key, and notices of a low balance.
 *
 * - `document_keys` tells which key made a document, beside the documents: acceptance writes it in its own statement.
 * - Mails to the owners of an organisation are jobs, queued with what they tell. Webhooks of a project go with it.
 * - A notice is sent once for each time that money was added: `told_granted` is what had been granted when it was.
 */
export const MONEY = `
create table document_keys (
  document_id text collate "C" primary key references documents,
  key_id text collate "C" not null
);
create index documents_of_project_by_end on documents (project_id, completed_at) where completed_at is not null;

create table balance_notices (
  org_id text collate "C" not null references organisations on delete cascade,
  currency text not null,
  below bigint not null check (below > 0),
  email text,
  told_granted bigint,
  primary key (org_id, currency)
);

create function mail_owners_1(org text, event text, body jsonb) returns void language sql as $$
  insert into jobs (id, kind, org_id, payload)
  select 'job_' || substr(event, 5, 10) || upper(substr(md5(u.email || event), 1, 16)), 'send_mail', org,
    (body || jsonb_build_object('to', u.email))::json
  from memberships m join users u on u.id = m.user_id
  where m.org_id = org and m.role = 'owner' and u.disabled_at is null on conflict (id) do nothing
$$;

create function webhooks_go() returns trigger language plpgsql as $$
begin
  delete from jobs where kind = 'deliver_webhook' and org_id in (select id from webhook_endpoints where project_id = new.id);
  delete from webhook_endpoints where project_id = new.id;
  return null;
end $$;
create trigger webhooks_go after update of deleted_at on projects for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function webhooks_go();

drop index jobs_of_tasks;
create index jobs_of_tasks on jobs (org_id, due_at, id)
  where state = 'waiting' and kind in ('extract', 'read_pdf', 'purge', 'send_mail');
`;
