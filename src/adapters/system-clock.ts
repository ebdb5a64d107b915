/** The machine's clock and randomness. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_MAX = (1n << 80n) - 1n;

/** Writes the lowest 5 × `length` bits, five per character, highest first. */
function writeBase32(value: bigint, length: number): string {
  let text = '';
  for (let shift = BigInt(length - 1) * 5n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((value >> shift) & 31n)];
  return text;
}

/**
 * A clock whose ulids ascend: within one millisecond, or when the machine's clock steps back, the random part counts
 * up by a random step instead of being drawn again.
 * @param nowMs for tests
 */
export function createSystemClock(nowMs: () => number = Date.now): Clock {
  let lastMs = -1;
  let lastRandom = 0n;
  return {
    now: () => new Date(nowMs()),
    monotonicMs: () => Math.floor(performance.now()),
    ulid: () => {
      const ms = nowMs();
      const next = lastRandom + 1n + BigInt(randomBytes(4).readUInt32BE());
      if (ms > lastMs || next > RANDOM_MAX) {
        lastMs = ms > lastMs ? ms : lastMs + 1;
        lastRandom = BigInt(`0x${randomBytes(10).toString('hex')}`);
      } else {
        lastRandom = next;
      }
      return writeBase32(BigInt(lastMs), 10) + writeBase32(lastRandom, 16);
    },
  };
}
