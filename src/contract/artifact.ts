/** The data of artifacts: what a page declares of its collections, and records as their owner sees them. */
import { z } from 'zod';
import { countSchema, instantSchema, listSchemaOf } from './document.ts';
import { COLLECTION_MODES, FIELD_TYPES } from '../document/interactive.ts';

/** Names of collections: letters, digits and a few marks. */
export const COLLECTION_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u;
/** What `window.storage` keeps for all visitors: a record for each key. */
export const STORAGE_COLLECTION = '_storage';
/** Keys of `window.storage`, and ids of records. */
export const RECORD_ID = /^[^\s/\\'"]{1,200}$/u;
/** A record as JSON (interface §8). */
export const RECORD_BYTES_MAX = 16 * 1_024;

const declaredFieldSchema = z.object({
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  choices: z.array(z.string()).optional(),
  max: z.number().optional(),
});
export const declaredCollectionSchema = z.object({
  name: z.string(),
  mode: z.enum(COLLECTION_MODES),
  fields: z.array(declaredFieldSchema).optional(),
});
/** One field of a record. `max`: characters of a text, or the greatest number. */
export type DeclaredField = z.infer<typeof declaredFieldSchema>;
/** `open`: visitors read and write; `submit`: they add, and only the owner reads; `read`: they read, and only the owner writes. */
export type DeclaredCollection = z.infer<typeof declaredCollectionSchema>;

/** What a page keeps: a JSON object. */
export const artifactValueSchema = z.record(z.string(), z.unknown()).describe('A JSON object.');
export const artifactRecordSchema = z.object({
  id: z.string().describe('`rec_` and 26 characters; of the collection `_storage` the key.'),
  object: z.literal('record'),
  collection: z.string().describe('Name of the collection.'),
  revision: z.number().int().min(1).describe('Goes up by one with each change.'),
  created_at: instantSchema.describe('When it was added.'),
  updated_at: instantSchema.describe('When it was last changed.'),
  record: artifactValueSchema.describe('What was entered: field → value.'),
});
export type PublicArtifactRecord = z.infer<typeof artifactRecordSchema>;
export const recordListSchema = listSchemaOf(artifactRecordSchema);

export const recordRequestSchema = z.strictObject({ record: artifactValueSchema.describe('A JSON object of at most 16 KB.') });
export const recordUpdateSchema = z.strictObject({
  record: artifactValueSchema.describe('A JSON object of at most 16 KB, in place of the one that is there.'),
  revision: z.number().int().min(1).optional().describe('That the record must still have; any where absent.'),
});
export const recordDeletedSchema = z.object({
  id: z.string().describe('Id of the record that was deleted.'),
  object: z.literal('record'),
  deleted: z.literal(true),
});
export const collectionDeletedSchema = z.object({
  collection: z.string().describe('Name of the collection.'),
  object: z.literal('collection'),
  deleted: z.literal(true),
  records: countSchema.describe('How many were deleted.'),
});
