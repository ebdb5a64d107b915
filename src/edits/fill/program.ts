/** A source with places that are written anew for each scope: all between them is copied as it is. */
import type { Scope } from './scope.ts';

/** Writes a stretch of the source in a scope, with all places inside it. */
export type Write = (from: number, to: number, scope: Scope) => string;

export interface Place {
  /** Span of the source, end exclusive. */
  start: number;
  end: number;
  render(scope: Scope, write: Write): string;
}

interface Node {
  place: Place;
  inside: Node[];
}

/** Two places overlap without one being in the other. */
export class Crossing extends Error {
  readonly places: readonly [Place, Place];

  constructor(one: Place, other: Place) {
    super('places cross');
    this.places = [one, other];
  }
}

/** @param places of equal spans the earlier one is around the later one. @throws Crossing */
export function compile(source: string, places: readonly Place[]): Write {
  const sorted = places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place.start - b.place.start || b.place.end - a.place.end || a.index - b.index);
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const { place } of sorted) {
    for (let top = open.at(-1); top !== undefined && top.place.end <= place.start; top = open.at(-1)) open.pop();
    const around = open.at(-1);
    if (around !== undefined && place.end > around.place.end) throw new Crossing(around.place, place);
    const node = { place, inside: [] };
    (around?.inside ?? roots).push(node);
    open.push(node);
  }
  return writerOf(source, roots);
}

function writerOf(source: string, nodes: readonly Node[]): Write {
  const writers = new Map<Node, Write>();
  return (from, to, scope) => {
    const pieces: string[] = [];
    let at = from;
    for (const node of nodes) {
      const { start, end, render } = node.place;
      if (start < from || end > to) continue;
      let write = writers.get(node);
      if (write === undefined) {
        write = writerOf(source, node.inside);
        writers.set(node, write);
      }
      pieces.push(source.slice(at, start), render(scope, write));
      at = end;
    }
    pieces.push(source.slice(at, to));
    return pieces.join('');
  };
}
