/** Claims a document, writes to it, says so, and waits to be killed. Run by `work.test.ts`. */
import { startWorking } from './start-working.ts';
import { openStore } from './open-store.ts';

const { store, queue } = await openStore(process.argv[2] ?? '', { leaseS: 1 });
startWorking(queue, 1, async ({ lease }) => {
  await store.commit(lease, { phase: 'rendering' }, [{ type: 'render.completed', data: { iteration: 1, pages: 1, duration_ms: 1 } }]);
  process.stdout.write('running\n');
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
});
