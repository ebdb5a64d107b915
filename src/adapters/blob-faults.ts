/** What a store of bytes throws when it is away, as a fault of the infrastructure. */
import { InfrastructureFault } from '../base/infrastructure-fault.ts';
import type { Blobs } from '../ports/blobs.ts';

/** @param isFault whether an error is the store's: others are bugs and pass as they are */
export function withBlobFaults(blobs: Blobs, isFault: (error: unknown) => boolean): Blobs {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw isFault(error) ? new InfrastructureFault('blobs', error) : error;
    }
  };
  return {
    put: (key, bytes, contentType) => guard(blobs.put(key, bytes, contentType)),
    get: (key) => guard(blobs.get(key)),
    stream: (key, range) => guard(blobs.stream(key, range)),
    deleteAll: (prefix) => guard(blobs.deleteAll(prefix)),
    list: (prefix) => guard(blobs.list(prefix)),
    folders: (root, range) => guard(blobs.folders(root, range)),
    sweep: () => guard(blobs.sweep()),
    check: () => guard(blobs.check()),
  };
}
