import { plainText } from '../../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../../document/walk.ts';
import { defineContentRule, type Hit } from '../../define-rule.ts';

const MONTHS = [
  'january enero',
  'february febrero',
  'march marzo',
  'april abril',
  'may mayo',
  'june junio',
  'july julio',
  'august agosto',
  'september septiembre setiembre',
  'october octubre',
  'november noviembre',
  'december diciembre',
].map((names) => names.split(' '));
const WEEKDAYS = [
  'sunday domingo',
  'monday lunes',
  'tuesday martes',
  'wednesday miércoles',
  'thursday jueves',
  'friday viernes',
  'saturday sábado',
].map((names) => names.split(' '));
const MONTH = MONTHS.flat().join('|');
const WEEKDAY = WEEKDAYS.flat().join('|');
const YEAR = String.raw`(?:19|20)\d\d`;
/** `Friday, 20 November 2026`, `viernes 20 de noviembre de 2026`; `November 20, 2026`. The month must follow at once, or "2 May" is 2 and may. */
const DAY_FIRST = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(${WEEKDAY}),?\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+|de\s+)?(${MONTH})(?:,?\s+(?:de\s+|del\s+)?(${YEAR}))(?!\d)`,
  'giu',
);
const MONTH_FIRST = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(${WEEKDAY}),?\s+)?(${MONTH})\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(${YEAR})(?!\d)`,
  'giu',
);

/** `31/09/2026`, `2026-02-30`: figures that are written as a date and nothing else. */
const FIGURES = /(?<![\d./-])(?:(?:\d{1,2}\/\d{1,2}\/|\d{1,2}-\d{1,2}-)(?:19|20)\d\d|(?:19|20)\d\d-\d{2}-\d{2})(?![\d./-]*\d)/g;

/** Whether no calendar has it, neither day first nor month first. */
function isImpossible(said: string): boolean {
  const parts = said.split(/[/-]/).map(Number);
  const [a = 0, b = 0, c = 0] = parts;
  const exists = (year: number, month: number, day: number): boolean =>
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return a > 31 ? !exists(a, b, c) : !exists(c, b, a) && !exists(c, a, b);
}

const indexIn = (lists: readonly (readonly string[])[], word: string): number =>
  lists.findIndex((names) => names.includes(word.toLowerCase()));

function faultOf({
  weekday,
  day,
  month,
  year,
}: {
  weekday: string | undefined;
  day: number;
  month: string;
  year: number;
}): string | undefined {
  const at = indexIn(MONTHS, month);
  const date = new Date(Date.UTC(year, at, day));
  if (day === 0 || date.getUTCMonth() !== at) return 'is no day of the calendar';
  if (weekday === undefined) return undefined;
  const said = indexIn(WEEKDAYS, weekday);
  return said === date.getUTCDay()
    ? undefined
    : `is a ${WEEKDAYS[date.getUTCDay()]?.[0]?.replace(/^./, (letter) => letter.toUpperCase()) ?? ''}`;
}

/** A deadline on the 31st of November, or on "Monday" when it is a Friday: nobody knows which day was meant. Dates before 1900 may be of another calendar. */
export const dateImpossible = defineContentRule({
  code: 'date_impossible',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  summary: 'a date that the calendar does not have, or with the wrong weekday',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) =>
      blockRuns(block).flatMap((runs) => {
        const text = plainText(runs);
        const dates = [
          ...Array.from(text.matchAll(DAY_FIRST), ([said, weekday, day = '', month = '', year = '']) => ({
            said,
            weekday,
            day: Number(day),
            month,
            year: Number(year),
          })),
          ...Array.from(text.matchAll(MONTH_FIRST), ([said, weekday, month = '', day = '', year = '']) => ({
            said,
            weekday,
            day: Number(day),
            month,
            year: Number(year),
          })),
        ];
        const figures = Array.from(text.matchAll(FIGURES), ([said]) => said).filter(isImpossible);
        return [
          ...figures.map((said): Hit => ({ message: `"${said}" is no day of the calendar.`, location: { block_id: block.id } })),
          ...dates.flatMap((date) => {
            const fault = faultOf(date);
            return fault === undefined ? [] : [{ message: `"${date.said}" ${fault}.`, location: { block_id: block.id } }];
          }),
        ];
      }),
    ),
  examples: {
    fires: [
      { name: 'no such day', document: { blocks: [paragraph('It ends on 31 November 2026.')] } },
      { name: 'not a Monday', document: { blocks: [paragraph('We meet on Monday, 20 November 2026.')] } },
      { name: 'in Spanish', document: { blocks: [paragraph('La junta es el martes 20 de noviembre de 2026.')] } },
      { name: 'in figures', document: { blocks: [paragraph('Due 31/09/2026.')] } },
      { name: 'as machines write it', document: { blocks: [paragraph('Due 2026-02-30.')] } },
      { name: 'month first', document: { blocks: [paragraph('Due February 29, 2027.')] } },
    ],
    silent: [
      { name: 'a Friday', document: { blocks: [paragraph('We meet on Friday, 20 November 2026.')] } },
      { name: 'a leap day', document: { blocks: [paragraph('Due February 29, 2028, or el 29 de febrero de 2028.')] } },
      { name: 'either order', document: { blocks: [paragraph('Due 03/31/2026 and 31/03/2026, ref. 45/99/2026-7.')] } },
      { name: 'a range', document: { blocks: [paragraph('From Monday to Friday, 20 November 2026.')] } },
      { name: 'a month alone', document: { blocks: [paragraph('Since May 2026 there are 31 of them.')] } },
    ],
  },
});

function paragraph(text: string): { id: string; type: 'paragraph'; runs: { text: string }[] } {
  return { id: 'b1', type: 'paragraph', runs: [{ text }] };
}
