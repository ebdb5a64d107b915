/** What the trials of `npm run bench:edits` have in common: a suite for each format gives trials, the core counts them. */

export interface BenchFile {
  /** Path within the corpus. */
  name: string;
  bytes: Uint8Array;
  /** Number among the files of its kind: the same one gives the same operations. */
  seed: number;
  /** Names of the only trials that are wanted; absent: all. */
  trials?: readonly string[];
}

/** One request on one file, with what an independent check says of its outcome. */
export interface Trial {
  /** Of the operation, `insert_rows`; or of what is tried, `redline`. */
  name: string;
  mode: string;
  outcome: 'applied' | 'refused' | 'wrong';
  /** Refused: the reason of the report; wrong: what the check found, in a line. */
  reason: string;
  /** Refused: the message, which names what to do instead. */
  said?: string;
  /** Applied: the file, so that the core may have it validated. */
  bytes?: Uint8Array;
  /** Files that it was made from besides the one that is tried: it may have their errors. */
  others?: readonly Uint8Array[];
}

export interface Suite {
  /** Also the ending of its files. */
  kind: 'docx' | 'pptx' | 'xlsx' | 'pdf';
  /** Whether the Open XML SDK's validator takes its files. */
  validates: boolean;
  /** @throws Refusal where the file cannot be edited at all: it is counted, and left */
  trialsOf(file: BenchFile): Iterable<Trial> | AsyncIterable<Trial>;
}
