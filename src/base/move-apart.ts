/**
 * Positions that keep a distance: those that are too near form a group around the middle of what they had, in their order.
 * @param positions in any order and unit
 * @param least distance between two neighbours, in the same unit
 * @returns the new positions, in the order given
 */
export function moveApart(positions: readonly number[], least: number): number[] {
  const order = positions.map((_, at) => at).toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  // a group begins at `start` and has `members`, a distance after the other
  const groups: { start: number; members: number[] }[] = [];
  for (const at of order) {
    let group = { start: positions[at] ?? 0, members: [at] };
    for (let before = groups.at(-1); before && before.start + before.members.length * least > group.start; before = groups.at(-1)) {
      groups.pop();
      const members = [...before.members, ...group.members];
      const middle = members.reduce((sum, one, i) => sum + (positions[one] ?? 0) - i * least, 0) / members.length;
      group = { start: middle, members };
    }
    groups.push(group);
  }
  const moved = [...positions];
  for (const { start, members } of groups) members.forEach((at, i) => (moved[at] = start + i * least));
  return moved;
}
