/**
 * Events of a document as its followers in this process share them: who asks for the same part at the same state of the document gets
 * the same array, asked of the database once. What is made of an array (the text of a stream) can be shared by its identity too.
 */
import { createShares } from '../base/shares.ts';
import type { StoredEvent } from '../contract/event.ts';
import type { DocumentStore } from '../ports/document-store.ts';

/** A turn of the event loop reads and writes so many of each follower. */
export const EVENTS_AT_ONCE = 12;
/** Of the followers of one organisation. */
const READS_AT_ONCE = 2;
/** Kept for a document while it is followed: followers who began together read on together. */
const PARTS_MAX = 8;

interface Followed {
  followers: number;
  /** Rises with each change that is told of: a part that was asked for before is not what is there now. */
  changes: number;
  parts: Map<string, Promise<StoredEvent[]>>;
  stop: () => void;
}

export interface EventParts {
  /** To be called before the follower watches the document itself, so that a change it is woken for is known here already. */
  open(id: string): {
    after(sequence: number): Promise<StoredEvent[]>;
    /** Asked of the database again, whatever is known. */
    anew(sequence: number): Promise<StoredEvent[]>;
    close(): void;
  };
}

export function createEventParts(store: Pick<DocumentStore, 'events' | 'watch'>): EventParts {
  const documents = new Map<string, Followed>();
  const take = createShares(READS_AT_ONCE);

  function follow(id: string): Followed {
    const known = documents.get(id);
    if (known !== undefined) return known;
    const onChange = (): void => {
      followed.changes++;
      followed.parts.clear();
    };
    const followed: Followed = { followers: 0, changes: 0, parts: new Map(), stop: store.watch(id, onChange) };
    documents.set(id, followed);
    return followed;
  }

  function read(id: string, { changes, parts }: Followed, sequence: number): Promise<StoredEvent[]> {
    const name = `${changes} ${sequence}`;
    const known = parts.get(name);
    if (known !== undefined) return known;
    const part = take(1).then((end) => store.events(id, sequence, EVENTS_AT_ONCE).finally(end));
    part.catch(() => parts.delete(name));
    const [oldest] = parts.keys();
    if (parts.size >= PARTS_MAX && oldest !== undefined) parts.delete(oldest);
    parts.set(name, part);
    return part;
  }

  return {
    open(id) {
      const followed = follow(id);
      followed.followers++;
      return {
        after: (sequence) => read(id, followed, sequence),
        anew(sequence) {
          followed.parts.clear();
          return read(id, followed, sequence);
        },
        close() {
          followed.followers--;
          if (followed.followers > 0) return;
          followed.stop();
          documents.delete(id);
        },
      };
    },
  };
}
