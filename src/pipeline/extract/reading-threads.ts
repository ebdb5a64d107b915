/** Threads that read files into Markdown. */
import { createThreads, type ThreadsOptions } from '../work/threads.ts';
import type { ReadResult, ReadTask } from './read-file.ts';

export interface ReadingThreads {
  /** @throws Refusal file_rejected, processing_failed */
  read(task: ReadTask): Promise<ReadResult>;
}

export function createReadingThreads(options: Partial<ThreadsOptions> = {}): ReadingThreads {
  return { read: createThreads<ReadTask, ReadResult>(new URL('./reading-thread.ts', import.meta.url), options).run };
}
