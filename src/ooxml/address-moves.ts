/** Where an address has gone by an operation; null where what it named is gone. */
export type Move = (address: string) => string | null;
/** Where an address of the file as it was sent is now; null where what it named is gone. */
export function followMoves(moves: readonly Move[], address: string): string | null {
  let now: string | null = address;
  for (const move of moves) {
    if (now === null) return null;
    now = move(now);
  }
  return now;
}
