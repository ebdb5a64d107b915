/** Dates as days since the end of 1899 (ECMA-376-1 §18.17.4.1). The 29th of February 1900, which Excel counts, makes days before March of that year another matter. */
const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** 1900-03-01 and 9999-12-31. */
export const FIRST_DAY = 61;
export const LAST_DAY = 2_958_465;

/** @returns days, with the part of the day as a fraction; undefined before March 1900 and after 9999 */
export function toSerial(year: number, month: number, day: number, seconds = 0): number | undefined {
  const serial = Math.round((Date.UTC(year, month - 1, day) - EPOCH_MS) / DAY_MS) + seconds / 86_400;
  return serial >= FIRST_DAY && serial < LAST_DAY + 1 ? serial : undefined;
}

export interface CalendarDay {
  year: number;
  month: number;
  day: number;
  weekday: number;
}

/** The day of a serial number, from `FIRST_DAY` on: month from 1, weekday 0 is Sunday. */
export function fromSerial(serial: number): CalendarDay {
  const date = new Date(EPOCH_MS + Math.floor(serial) * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() };
}
