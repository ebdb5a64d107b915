/** Time and randomness, so that nothing else reads them. */
export interface Clock {
  now(): Date;
  /** Whole milliseconds since some moment, for spans of time: it never goes back, whatever the machine's clock is set to. */
  monotonicMs(): number;
  /** 26 characters of Crockford base 32: 48 bits of time, 80 of randomness; ids made in one process ascend. */
  ulid(): string;
}
