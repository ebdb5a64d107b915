/** What a thread says of a task: its result, or what it threw. */
import { parentPort } from 'node:worker_threads';
import { Refusal, type FileFault, type RefusalCode } from '../../base/refusal.ts';
import { yieldProcessor } from '../../workers/yield-processor.ts';

export type ThreadReply<Result> =
  | { ok: true; result: Result }
  | { ok: false; code: RefusalCode | null; message: string; fault?: FileFault | undefined };

/** In a thread: performs each task that comes, one after another. */
export function answerTasks<Task, Result>(perform: (task: Task) => Result | Promise<Result>): void {
  const answer = async (task: Task): Promise<ThreadReply<Result>> => {
    try {
      return { ok: true, result: await perform(task) };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, code: error.code, message: error.message, fault: error.fault };
      return { ok: false, code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  yieldProcessor();
  parentPort?.on('message', async (task: Task) => {
    parentPort?.postMessage(await answer(task));
  });
}
