/** What a pool knows of its tasks and of its workers. */

/** A task on its way. */
export interface Ticket<Task, Answer> {
  task: Task;
  owner: unknown;
  signal: AbortSignal | undefined;
  done: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** A worker and what it was given. */
export interface Member<Task, Answer, Worker> {
  worker: Worker;
  tickets: Ticket<Task, Answer>[];
  resting: boolean;
  worn: boolean;
  /** One task has been blamed for the loss of the worker: the others are innocent. */
  blamed: boolean;
  timer: NodeJS.Timeout | undefined;
  restTimer: NodeJS.Timeout | undefined;
}

/** Whether a worker has a task. */
export const isBusy = ({ tickets }: { tickets: readonly unknown[] }): boolean => tickets.length > 0;
