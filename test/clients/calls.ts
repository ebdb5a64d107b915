/** What a client that was generated from the OpenAPI document is asked to do: one real call of every endpoint. */
export interface Session {
  /** Ends in `/v1`. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** A Word file that was edited by hand. */
  edited: Blob;
}

/** Stops the run where an answer is not the expected one. */
export function expect(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`unexpected: ${what}`);
}

export const MARKDOWN = '# Plan\n\nWe open **two** offices.\n\n| City | Month |\n|---|---|\n| Vigo | June |\n';
