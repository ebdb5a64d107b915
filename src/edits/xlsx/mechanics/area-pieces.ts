import { areasMeet, type Area } from '../../../spreadsheet/places.ts';

/** What is left of an area without another one: four pieces at most. */
export function withoutArea(area: Area, gone: Area): Area[] {
  if (!areasMeet(area, gone)) return [area];
  const [top, bottom] = [Math.max(area.top, gone.top), Math.min(area.bottom, gone.bottom)];
  const pieces = [
    { ...area, bottom: gone.top - 1 },
    { ...area, top: gone.bottom + 1 },
    { ...area, top, bottom, right: gone.left - 1 },
    { ...area, top, bottom, left: gone.right + 1 },
  ];
  return pieces.filter((one) => one.top <= one.bottom && one.left <= one.right);
}
