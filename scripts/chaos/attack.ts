/** What an attack is, and what attacks share. */
import { ask, type World } from './world.ts';

export interface Attack {
  name: string;
  /** Counts of what happened, for the table. */
  perform(world: World, ms: number): Promise<Record<string, number>>;
}

/** Ends what a flood has left in the queue: it is more than can be made in the time that is left, and no fault. */
export async function cancelAll(world: World, ids: readonly string[]): Promise<void> {
  const AT_ONCE = 20;
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => ask(world, `/documents/${id}/cancel`, { method: 'POST' })));
}
