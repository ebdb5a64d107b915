/** The machine's clock and randomness. */
import { randomFillSync } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The random part is two numbers of 40 bits, eight characters each: large integers take ten times as long. */
const HALF = 2 ** 40;

/** Writes the lowest 5 × `length` bits of a whole number below 2 ** 53, five per character, highest first. */
function writeBase32(value: number, length: number): string {
  let text = '';
  for (let rest = value, count = 0; count < length; count++, rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text;
  return text;
}

/** Random bytes, drawn from the system in larger pieces. */
function createRandom(): (length: number) => number {
  const bytes = Buffer.alloc(4096);
  let at = bytes.length;
  return (length) => {
    if (at + length > bytes.length) {
      randomFillSync(bytes);
      at = 0;
    }
    at += length;
    return bytes.readUIntBE(at - length, length);
  };
}

/**
 * A clock whose ulids ascend: within one millisecond, or when the machine's clock steps back, the random part counts
 * up by a random step instead of being drawn again.
 * @param nowMs for tests
 */
export function createSystemClock(nowMs: () => number = Date.now): Clock {
  let lastMs = -1;
  let [high, low] = [0, 0];
  const random = createRandom();
  return {
    now: () => new Date(nowMs()),
    monotonicMs: () => Math.floor(performance.now()),
    ulid: () => {
      const ms = nowMs();
      const next = low + 1 + random(4);
      const carried = next >= HALF ? high + 1 : high;
      if (ms > lastMs || carried >= HALF) {
        lastMs = ms > lastMs ? ms : lastMs + 1;
        [high, low] = [random(5), random(5)];
      } else {
        [high, low] = [carried, next % HALF];
      }
      return writeBase32(lastMs, 10) + writeBase32(high, 8) + writeBase32(low, 8);
    },
  };
}
