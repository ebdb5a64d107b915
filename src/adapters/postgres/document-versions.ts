/** Versions of documents, and the saving of a file in the place of another. */
import { FAMILY_MAX, SAVE_PREFIX } from '../../ports/document-store.ts';
import { CLOSED, HELD } from './document-writes.ts';
import { RECORD_COLUMNS } from './document-rows.ts';
import type { Statement } from './statements.ts';

/** Lengths of chains are bounded where rows refer to each other in a circle, which nothing of ours writes. */
const DEPTH_MAX = 1_000;

/** `$1` id. Up to the first ancestor, then down to all that came of it. */
export const FAMILY: Statement = {
  name: 'family',
  text: `with recursive up as (
    select id, parent_id, org_id, 0 as depth from documents where id = $1
    union all
    select d.id, d.parent_id, d.org_id, up.depth + 1 from documents d join up on d.id = up.parent_id and d.org_id = up.org_id where up.depth < ${DEPTH_MAX}
  ), root as (select id, org_id from up order by depth desc limit 1
  ), down as (
    select id, org_id from root
    union
    select d.id, d.org_id from documents d join down on d.parent_id = down.id and d.org_id = down.org_id where d.id like 'doc\\_%'
  ) select ${RECORD_COLUMNS.map((column) => `d.${column}`).join(', ')} from documents d join down on down.id = d.id order by d.id limit ${FAMILY_MAX}`,
};

/** SQL: rows of `documents` that were not made to show something. */
export const IS_NO_SAMPLE = 'not exists (select from document_samples where document_id = documents.id)';

/** SQL: rows that are documents. */
export const IS_DOCUMENT = `id not like '${SAVE_PREFIX.replace('_', '\\_')}%'`;

/**
 * `$1` id of the job, `$2` its token, `$3` event id, `$4` notice of the job, `$5` id of the document, `$6` the revision that it must have, `$7` status, `$8` pages,
 * `$9` validation summary, `$10` outputs, `$11` report, `$12` notice of the document. Row: `held`, whether the lease holds, and `saved`. Of two savers the second waits for the row and finds
 * another revision.
 */
export const SAVE: Statement = {
  name: 'save',
  text: `with ${HELD}mine as (
    select id from documents, held where id = $1 and lease_token = $2 and live for update of documents
  ), saved as (
    update documents d set revision = d.revision + 1, status = $7, pages = $8, validation_summary = $9::json, repair_summary = null, outputs = $10::json
    from mine where d.id = $5 and d.revision = $6 and not d.live and d.content_deleted_at is null returning d.id
  ), content as (update document_content set report = $11::json where document_id in (select id from saved)
  ), closed as (
    update documents set status = 'ready', event_count = event_count + 1, ${CLOSED}
    where id in (select id from mine) and exists (select from saved) returning id, event_count
  ), ended as (delete from jobs where id in (select id from closed)
  ), recorded as (
    insert into events (document_id, sequence, id, type, data, at)
    select id, event_count, $3, 'document.ready', json_build_object('status', 'ready', 'pages', $8::integer, 'validation_summary', $9::json), clock_timestamp() from closed
  ) select (select count(*) from mine)::integer as held, (select count(*) from saved)::integer as saved, pg_notify('octavo', $4), pg_notify('octavo', $12)`,
};
