/** Bytes by key in a bucket of S3 or of a store that speaks its language. */
import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { sha256Hex } from '../base/digest.ts';
import { errorCode } from '../base/infrastructure-fault.ts';
import type { Blobs } from '../ports/blobs.ts';
import { withBlobFaults } from './blob-faults.ts';
import { checkKey, checkPrefix } from './blob-key.ts';

const DELETED_AT_ONCE = 8;
/** A store that does not answer is not ready; whoever asks does not wait for all attempts. */
const CHECK_MS = 10_000;

export interface S3Place {
  bucket: string;
  prefix: string;
  client: Sdk.S3ClientConfig;
}

/**
 * `s3://bucket/folder?endpoint=https://…&region=…` → where the bytes go. Credentials come from the AWS environment (variables,
 * profile, role), or from the address: `s3://id:secret@bucket`.
 * @throws Error in a sentence for the operator
 */
export function parseS3Url(address: string): S3Place {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw new Error('The blob store must look like s3://bucket?endpoint=https://…&region=…');
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'endpoint' && name !== 'region');
  if (unknown.length > 0)
    throw new Error(`The address of the blob store has an unknown part: ${unknown.join(', ')}. It takes endpoint and region.`);
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint))
    throw new Error('The endpoint of the blob store must be an http or https address.');
  const folder = url.pathname.replace(/^\/+|\/+$/g, '');
  const credentials =
    url.username === ''
      ? {}
      : {
          credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
        };
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/`,
    client: {
      region: url.searchParams.get('region') ?? 'us-east-1',
      // Stores other than Amazon's have the bucket in the path, and many do not know the newer checksums.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...credentials,
    },
  };
}

const isMissing = (trouble: unknown): boolean => trouble instanceof Error && (trouble.name === 'NoSuchKey' || trouble.name === 'NotFound');

/** Answers by which the store says that it cannot be used now, or not with our credentials. */
const UNUSABLE_STATUSES = [401, 403, 404, 408, 429];
const UNUSABLE_NAMES = ['RequestTimeout', 'IncompleteBody', 'ExpiredToken', 'InvalidToken', 'RequestTimeTooSkewed'];

/** Whether the store was away: no answer or half of one, 5xx, throttled, or credentials or a bucket that are not valid (any more). */
function isStoreFault(trouble: unknown): boolean {
  if (!(trouble instanceof Error)) return false;
  const metadata = '$metadata' in trouble && typeof trouble.$metadata === 'object' ? trouble.$metadata : null;
  const status = metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  if (typeof status !== 'number') return metadata !== null || errorCode(trouble) !== '' || AWAY_NAMES.includes(trouble.name);
  // a good answer that cannot be read broke off on its way
  return status < 400 || status >= 500 || UNUSABLE_STATUSES.includes(status) || UNUSABLE_NAMES.includes(trouble.name);
}

/** Errors of the client without an answer of the store. */
const AWAY_NAMES = ['TimeoutError', 'AbortError', 'CredentialsProviderError', 'NetworkingError'];

const isWithHeaders = (request: unknown): request is { headers: Record<string, string> } =>
  typeof request === 'object' && request !== null && 'headers' in request && typeof request.headers === 'object';

/** Objects of a bucket by their whole keys. */
function openBucket({ bucket, client }: S3Place, sdk: typeof Sdk) {
  const { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = sdk;
  const agent = { keepAlive: true, maxSockets: 64 };
  const s3 = new S3Client({
    ...client,
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 60_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return {
    put: async (key: string, bytes: Uint8Array, contentType: string, options: { abortSignal?: AbortSignal } = {}): Promise<void> => {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: contentType,
      });
      // the client would compute it itself, of a long file while everybody waits; what is there it signs
      const hash = await sha256Hex(bytes);
      command.middlewareStack.add(
        (next) => (args) => {
          if (isWithHeaders(args.request)) args.request.headers['x-amz-content-sha256'] = hash;
          return next(args);
        },
        { step: 'build', name: 'contentHash' },
      );
      await s3.send(command, options);
    },
    /** null where there is none. */
    fetchBody: async (key: string, range?: string) => {
      try {
        return (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }))).Body ?? null;
      } catch (trouble) {
        if (isMissing(trouble)) return null;
        throw trouble;
      }
    },
    remove: async (key: string): Promise<void> => {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    list: (
      wanted: string,
      from: string | undefined,
      more: Pick<Sdk.ListObjectsV2CommandInput, 'Delimiter' | 'StartAfter'> = {},
    ): Promise<Sdk.ListObjectsV2CommandOutput> =>
      s3.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: wanted, MaxKeys: 1_000, ...more, ...(from ? { ContinuationToken: from } : {}) }),
      ),
    find: async (options: { abortSignal: AbortSignal }): Promise<void> => {
      await s3.send(new HeadBucketCommand({ Bucket: bucket }), options);
    },
  };
}

/** Deletes every object with this prefix. */
async function deleteListed({ list, remove }: Pick<ReturnType<typeof openBucket>, 'list' | 'remove'>, prefix: string): Promise<void> {
  let more: string | undefined;
  do {
    const listed = await list(prefix, more);
    more = listed.NextContinuationToken;
    const keys = (listed.Contents ?? []).flatMap(({ Key }) => Key ?? []).values();
    // One by one: the call for many needs a checksum that not every store knows.
    await Promise.all(
      Array.from({ length: DELETED_AT_ONCE }, async () => {
        for (const key of keys) await remove(key);
      }),
    );
  } while (more !== undefined);
}

type Listing = Pick<ReturnType<typeof openBucket>, 'list'>;

/** Keys with this prefix, in order. */
async function listKeys({ list }: Listing, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let more: string | undefined;
  do {
    const listed = await list(prefix, more);
    for (const { Key } of listed.Contents ?? []) if (Key !== undefined) keys.push(Key);
    more = listed.NextContinuationToken;
  } while (more !== undefined);
  return keys;
}

/** Names between the prefix and the next slash. The store begins after everything in the folder `after`. */
async function listFolders(
  { list }: Listing,
  prefix: string,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<string[]> {
  const names: string[] = [];
  let more: string | undefined;
  do {
    const listed = await list(prefix, more, { Delimiter: '/', StartAfter: `${prefix}${after}/\u{10FFFF}` });
    for (const { Prefix = '' } of listed.CommonPrefixes ?? []) {
      const name = Prefix.slice(prefix.length, -1);
      if (name >= before || names.length === limit) return names;
      if (name > after) names.push(name);
    }
    more = listed.NextContinuationToken;
  } while (more !== undefined);
  return names;
}

/** @param address as for `parseS3Url` */
export async function createS3Blobs(address: string): Promise<Blobs> {
  const place = parseS3Url(address);
  const { prefix } = place;
  // 37 MB and 0.14 s that a service with a folder need not spend.
  const bucket = openBucket(place, await import('@aws-sdk/client-s3'));
  let writable = false;
  const placeOf = (key: string): string => {
    checkKey(key);
    return prefix + key;
  };
  const blobs: Blobs = {
    put: async (key, bytes, contentType) => bucket.put(placeOf(key), bytes, contentType),
    get: async (key) => (await (await bucket.fetchBody(placeOf(key)))?.transformToByteArray()) ?? null,
    stream: async (key, range) => {
      const body = await bucket.fetchBody(placeOf(key), range && `bytes=${range.start}-${range.end}`);
      if (body === null) return null;
      if (!(body instanceof Readable)) throw new Error('the S3 client gave something else than a stream');
      return body;
    },
    deleteAll: async (wanted) => {
      if (wanted === '') throw new Error('a prefix is needed: the whole store is not deleted at once');
      checkPrefix(wanted);
      await deleteListed(bucket, prefix + wanted);
    },
    list: async (wanted) => (await listKeys(bucket, prefix + wanted)).map((key) => key.slice(prefix.length)),
    folders: (root, range) => listFolders(bucket, prefix + root, range),
    // an object appears whole or not at all
    sweep: () => Promise.resolve(),
    check: async () => {
      const abortSignal = AbortSignal.timeout(CHECK_MS);
      if (writable) return bucket.find({ abortSignal });
      await bucket.put(`${prefix}check`, Buffer.from('octavo'), 'text/plain', { abortSignal });
      writable = true;
    },
  };
  return withBlobFaults(blobs, isStoreFault);
}
