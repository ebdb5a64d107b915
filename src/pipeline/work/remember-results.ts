/** Work on files that is done once for several documents: of the last files that a process has seen, by their bytes. */
import { sha256Hex } from '../../base/digest.ts';
import { runFileWork } from './run-file-work.ts';

const KNOWN_MAX = 16;

/** @param work what follows from the bytes alone @returns the same work, remembered for the last files; what failed is done anew */
function remembered<Result>(work: (bytes: Uint8Array) => Promise<Result>): (bytes: Uint8Array) => Promise<Result> {
  const known = new Map<string, { result: Result }>();
  return async (bytes) => {
    const hash = await sha256Hex(bytes);
    // what is still being done is not shared: it is done in its organisation's turn, and refused by its limits
    const found = known.get(hash) ?? { result: await work(bytes) };
    known.delete(hash);
    known.set(hash, found);
    for (const oldest of known.keys()) if (known.size > KNOWN_MAX) known.delete(oldest);
    return found.result;
  };
}

/** What is wrong with an Office file as a package: of a template, or of a file that is edited again and again, found once. @throws Refusal file_rejected, processing_failed */
export const faultsOfFile = remembered((bytes) => runFileWork('findPackageFaults', bytes));

/** What kind of document a Word file is. @throws Refusal file_rejected, processing_failed */
export const typeOfWord = remembered((bytes) => runFileWork('typeOfWord', bytes));
