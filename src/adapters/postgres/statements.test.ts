/** What is sent again, told by the code that the server gives (PostgreSQL, appendix A). */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { repeatable, run } from './statements.ts';

/** A pool whose statements fail with these codes, one after the other, and then give a row. */
function poolThatFails(...codes: string[]): { pool: Pool; sent: () => number } {
  let sent = 0;
  const client = Object.assign(new EventEmitter(), {
    query: async () => {
      const code = codes[sent++];
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return { rows: [{ n: sent }] };
    },
    release: () => undefined,
  });
  return { pool: Object.assign(Object.create(null), { connect: async () => client }), sent: () => sent };
}

for (const [name, send] of Object.entries({ run, repeatable })) {
  test(`${name}: a statement that lost a deadlock was undone whole and is sent again, a few times`, async () => {
    const twice = poolThatFails('40P01', '40P01');
    assert.deepEqual(await send(twice.pool, { text: 'update' }, []), [{ n: 3 }]);
    const always = poolThatFails(...Array.from({ length: 20 }, () => '40P01'));
    await assert.rejects(send(always.pool, { text: 'update' }, []), { code: '40P01' });
    assert.ok(always.sent() <= 6, `${always.sent()} times`);
  });

  test(`${name}: what the server refuses is not sent again`, async () => {
    const refused = poolThatFails('23505');
    await assert.rejects(send(refused.pool, { text: 'insert' }, []), { code: '23505' });
    assert.equal(refused.sent(), 1);
  });
}
