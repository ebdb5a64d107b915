/**
 * Whose work is under way, so that all pools of the process take turns by organisation without each function between a request and a pool
 * handing the owner on. Kept by the asynchronous context: work that is begun within `onTurnOf` belongs to that owner to its end.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/** @param owner the id of the organisation; null leaves things as they are */
export const onTurnOf = <Result>(owner: string | null, work: () => Result): Result => (owner === null ? work() : owners.run(owner, work));

/** The owner of the work that asks; undefined outside of all `onTurnOf`. */
export const whoseTurn = (): string | undefined => owners.getStore();
