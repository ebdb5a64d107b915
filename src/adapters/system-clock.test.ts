import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from './system-clock.ts';

test('ids ascend within a millisecond, over the edge of it, and when the clock steps back', () => {
  const times = [
    ...Array.from({ length: 2_000 }, () => 1_700_000_000_000),
    1_700_000_000_001,
    1_699_999_999_000,
    1_699_999_999_001,
    1_700_000_000_002,
  ];
  const clock = createSystemClock(() => times.shift() ?? 0);
  const ids = Array.from({ length: times.length }, () => clock.ulid());
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)));
});

test('the first ten characters are the time', () => {
  const id = createSystemClock(() => 1_469_918_176_385).ulid();
  assert.equal(id.slice(0, 10), '01ARYZ6S41');
  assert.equal(
    createSystemClock(() => 5)
      .now()
      .getTime(),
    5,
  );
});

test('two processes draw different ids in the same millisecond', () => {
  const [one, other] = [createSystemClock(() => 1), createSystemClock(() => 1)];
  assert.notEqual(one.ulid(), other.ulid());
});

test('spans of time are whole milliseconds and go on where the clock is set back', () => {
  let now = Date.now();
  const clock = createSystemClock(() => now);
  const before = clock.monotonicMs();
  now -= 3_600_000;
  assert.ok(Number.isInteger(before) && clock.monotonicMs() >= before);
});
