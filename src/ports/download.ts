/** Files from addresses that clients name. Real adapter: `adapters/download.ts`, which reaches public addresses only. */
export interface Downloaded {
  bytes: Uint8Array;
  /** From the answer's headers or the address; `download` where neither names one. */
  filename: string;
  /** As the other side says, unchecked; null where it says nothing. */
  contentType: string | null;
}

export interface Downloader {
  /** What is wrong with the address by itself (scheme, credentials, literal private address), in one sentence; null if nothing. No connection is made. */
  check(url: string): string | null;
  /**
   * Fetches at most 20 MB within 30 s over at most 5 redirects.
   * @throws Refusal `file_too_large`; `input_invalid` at `/url` for all else that can go wrong (the caller renames it
   * where the contract wants another code, decisions §8)
   */
  download(url: string, options?: { signal?: AbortSignal }): Promise<Downloaded>;
}
