/** Threads that read files into Markdown. */
import { createThreads, type ThreadsOptions } from '../work/threads.ts';
import type { ReadResult, ReadTask } from './read-file.ts';

export interface ReadingThreads {
  /** Starts the threads before the first file comes. */
  warm(): void;
  /** @throws Refusal file_rejected, processing_failed */
  read(task: ReadTask): Promise<ReadResult>;
}

const WARM_UP: ReadTask = { kind: 'html', bytes: Buffer.from('<h1>a</h1><ul><li>b</ul><table><tr><td>c</table>') };

export function createReadingThreads(options: Partial<ThreadsOptions> = {}): ReadingThreads {
  const threads = createThreads<ReadTask, ReadResult>(new URL('./reading-thread.ts', import.meta.url), options);
  return { warm: () => threads.warm(WARM_UP), read: threads.run };
}
