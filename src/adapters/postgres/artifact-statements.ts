/** SQL of the data of artifacts. Writes take the row of `artifacts` first: it is their lock, their count and their order. */
import { RECORDS_MAX } from '../../ports/artifact-store.ts';
import type { Statement } from './statements.ts';

const COLUMNS = 'id, revision, record, created_at, updated_at, sequence';

export interface RecordRow {
  id: string;
  revision: number;
  record: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
  sequence: string;
}

/** `$1` document, `$2` token, `$3` collections as JSON. A row where the lease holds. */
export const DECLARE: Statement = {
  name: 'artifact-declare',
  text: `insert into artifacts (document_id, collections) select id, $3::json from documents where id = $1 and lease_token = $2 and live
    on conflict (document_id) do update set collections = excluded.collections returning document_id`,
};

/** `$1` document, `$2` collections as JSON. */
export const REDECLARE: Statement = {
  name: 'artifact-redeclare',
  text: 'update artifacts set collections = $2::json where document_id = $1 returning document_id',
};

/** `$1` from, `$2` to, `$3` names of collections or null. One row with how many were copied. */
export const COPY_RECORDS: Statement = {
  name: 'artifact-copy-records',
  text: `with place as materialized (
    select document_id from artifacts where document_id = $2 for update
  ), copied as (
    insert into artifact_records (document_id, collection, id, revision, record, bytes, sequence, created_at, updated_at)
      select p.document_id, r.collection, r.id, r.revision, r.record, r.bytes, r.sequence, r.created_at, r.updated_at
      from artifact_records r, place p where r.document_id = $1 and ($3::text[] is null or r.collection = any($3))
      on conflict do nothing returning sequence
  ), counted as (
    update artifacts set records = artifacts.records + (select count(*) from copied),
      sequence = greatest(artifacts.sequence, (select max(sequence) from copied))
    where document_id = $2 and exists (select from copied)
  ) select count(*)::integer as records from copied`,
};

export const STATE: Statement = { name: 'artifact-state', text: 'select collections, sequence from artifacts where document_id = $1' };

export const REVOKE_LINKS: Statement = {
  name: 'artifact-revoke-links',
  text: `update documents set artifact = jsonb_set(artifact::jsonb, '{generation}', to_jsonb(coalesce((artifact ->> 'generation')::integer, 0) + 1))::json
    where id = $1 and artifact is not null returning (artifact ->> 'generation')::integer as generation`,
};

export const TURN: Statement = { name: 'artifact-turn', text: 'select take_artifact_turn_1($1, $2, $3, $4, $5) as wait_ms' };

export const COUNTS: Statement = {
  name: 'artifact-counts',
  text: 'select collection, count(*)::integer as records from artifact_records where document_id = $1 group by collection order by collection',
};

/** `$3` cursor or null, `$4` limit, `$5` bytes. One row more than a page where there is more. */
export const listRecords = (direction: 'asc' | 'desc', beyond: '<' | '>'): Statement => ({
  name: `artifact-list-${direction}-${beyond === '<' ? 'below' : 'above'}`,
  text: `select ${COLUMNS}, position, running from (
      select *, row_number() over (order by id ${direction}) as position, sum(bytes) over (order by id ${direction}) as running from (
        select ${COLUMNS}, bytes from artifact_records where document_id = $1 and collection = $2 and ($3::text is null or id ${beyond} $3)
        order by id ${direction} limit $4 + 1) page) counted
    where position = 1 or running - bytes <= $5 order by id ${direction}`,
});

/** `$3` first key that counts, `$4` first key behind them or null, `$5` limit. */
export const KEYS: Statement = {
  name: 'artifact-keys',
  text: `select id from artifact_records where document_id = $1 and collection = $2 and id >= $3 and starts_with(id, $3) order by id limit $4`,
};

export const GET: Statement = {
  name: 'artifact-get',
  text: `select ${COLUMNS} from artifact_records where document_id = $1 and collection = $2 and id = $3`,
};

/** `$4` record as JSON, `$5` its bytes, `$6` notice. */
export const ADD: Statement = {
  name: 'artifact-add',
  text: `with room as (
    update artifacts set records = records + 1, sequence = sequence + 1 where document_id = $1 and records < ${RECORDS_MAX} returning sequence
  ), added as (
    insert into artifact_records (document_id, collection, id, record, bytes, sequence)
      select $1, $2, $3, $4::json, $5::integer, sequence from room returning ${COLUMNS}
  ) select ${COLUMNS}, pg_notify('octavo', $6) from added`,
};

/** As `ADD`, `$7` revision or null. A row where the record is there; without a revision of its own where that is another one. */
export const UPDATE: Statement = {
  name: 'artifact-update',
  text: `with locked as materialized (
    select document_id, sequence from artifacts where document_id = $1 for update
  ), changed as (
    update artifact_records r set record = $4::json, bytes = $5::integer, revision = r.revision + 1, sequence = l.sequence + 1,
      updated_at = clock_timestamp()
    from locked l where r.document_id = l.document_id and r.collection = $2 and r.id = $3 and ($7::integer is null or r.revision = $7)
    returning r.id, r.revision, r.record, r.created_at, r.updated_at, r.sequence
  ), counted as (
    update artifacts set sequence = artifacts.sequence + 1 where document_id = $1 and exists (select from changed)
  ) select ${COLUMNS}, pg_notify('octavo', $6) from changed`,
};

/** `$4` notice. */
export const REMOVE: Statement = {
  name: 'artifact-remove',
  text: `with locked as materialized (
    select document_id, sequence from artifacts where document_id = $1 for update
  ), gone as (
    delete from artifact_records r using locked l where r.document_id = l.document_id and r.collection = $2 and r.id = $3
    returning l.sequence + 1 as sequence
  ), counted as (
    update artifacts set records = artifacts.records - 1, sequence = artifacts.sequence + 1 where document_id = $1 and exists (select from gone)
  ), told as (
    insert into artifact_removals (document_id, sequence, collection, id) select $1, sequence, $2, $3 from gone
  ) select sequence, pg_notify('octavo', $4) from gone`,
};

/** `$3` notice. A row with the number of records that there were. */
export const REMOVE_COLLECTION: Statement = {
  name: 'artifact-remove-collection',
  text: `with locked as materialized (
    select document_id, sequence from artifacts where document_id = $1 for update
  ), gone as (
    delete from artifact_records r using locked l where r.document_id = l.document_id and r.collection = $2 returning r.id
  ), counted as (
    update artifacts set records = artifacts.records - (select count(*) from gone), sequence = artifacts.sequence + 1
    where document_id = $1 and exists (select from gone)
  ), told as (
    insert into artifact_removals (document_id, sequence, collection, id)
      select document_id, sequence + 1, $2, '' from locked where exists (select from gone)
  ) select count(*)::integer as records, pg_notify('octavo', $3) from gone`,
};

/** `$2` sequence, `$3` limit. */
export const CHANGES: Statement = {
  name: 'artifact-changes',
  text: `select * from (
      (select collection, false as gone, ${COLUMNS} from artifact_records where document_id = $1 and sequence > $2 order by sequence limit $3)
      union all
      (select collection, true, id, 0, null::json, removed_at, removed_at, sequence from artifact_removals
        where document_id = $1 and sequence > $2 order by sequence limit $3)
    ) both_kinds order by sequence limit $3`,
};

export const SWEEP: readonly Statement[] = [
  { name: 'artifact-sweep-removals', text: "delete from artifact_removals where removed_at < clock_timestamp() - interval '1 hour'" },
  { name: 'artifact-sweep-turns', text: "delete from artifact_turns where last_at < clock_timestamp() - interval '2 minutes'" },
];
