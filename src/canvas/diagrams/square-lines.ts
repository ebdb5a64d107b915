/** Lines of diagrams at right angles. */

interface Point {
  x: number;
  y: number;
}

/** A line at right angles: down or up from point to point, and across in the middle between them. */
export function squareLine(points: readonly Point[]): Point[] {
  const bent = points.flatMap((point, at): Point[] => {
    const before = points[at - 1];
    if (before === undefined || Math.abs(before.x - point.x) < 1.5) return [{ ...point, x: before?.x ?? point.x }];
    const middle = (before.y + point.y) / 2;
    return [{ x: before.x, y: middle }, { x: point.x, y: middle }, point];
  });
  // points on the way between their neighbours say nothing
  return bent.filter((point, at) => {
    const [before, next] = [bent[at - 1], bent[at + 1]];
    if (before === undefined || next === undefined) return true;
    return (
      !(Math.abs(before.x - next.x) < 1.5 && Math.abs(before.x - point.x) < 1.5) &&
      !(Math.abs(before.y - next.y) < 1.5 && Math.abs(before.y - point.y) < 1.5)
    );
  });
}
