/** Typst source → tagged PDF/UA-1. Real adapter: the Typst compiler in a worker thread, `render/`. */
export interface Typesetter {
  /**
   * @param source main file; pictures are read from `/assets/<name>`
   * @param options owner: whose turn it takes
   * @throws Error (a bug of ours) with the compiler's diagnostics when the source does not compile
   */
  compile(
    source: string,
    options: { assets: ReadonlyMap<string, Uint8Array>; creationTime?: number; signal?: AbortSignal; owner?: string },
  ): Promise<Uint8Array>;
  version(): string;
  close(): Promise<void>;
}
