/** The list of sheets at the beginning of a large workbook. */
import { textContent } from './cell-text.ts';
import { quoteSheet } from './formula/write.ts';
import { linkLook, subtitleLook, titleLook } from './looks.ts';
import { isRich, type WorkbookPlan } from './plan.ts';

const SAID_CHARS = 75;

/** As much as is beside a name; the sheet says the rest. */
function shortened(text: string): string {
  if (text.length <= SAID_CHARS) return text;
  const cut = text.slice(0, SAID_CHARS);
  return `${cut
    .slice(0, Math.max(SAID_CHARS / 2, cut.lastIndexOf(' ')))
    .toWellFormed()
    .replace(/[\s,;:.]+$/, '')} …`;
}

export function contentsSheet(book: WorkbookPlan): void {
  const [sheet, ...others] = book.sheets;
  if (!sheet) return;
  const { look, document } = book;
  sheet.widths.set(0, 2);
  sheet.title = sheet.name;
  sheet.rows.set(0, {
    heightPt: 30,
    cells: [
      {
        column: 1,
        content: textContent([{ text: document.title === '' ? sheet.name : document.title }], new Map()),
        look: titleLook(look),
      },
    ],
  });
  sheet.rows.set(1, { heightPt: 12, cells: [] });
  sheet.next = 2;
  let widest = 12;
  for (const other of others) {
    const [subtitle] = other.rows.get(1)?.cells ?? [];
    const said = isRich(subtitle?.content) ? subtitle.content.text : typeof subtitle?.content === 'string' ? subtitle.content : '';
    const row = sheet.next++;
    sheet.links.push({ row, column: 1, target: `#${quoteSheet(other.name)}!A1` });
    sheet.rows.set(row, {
      heightPt: 20,
      cells: [
        { column: 1, content: other.name, look: linkLook(look) },
        ...(said === '' ? [] : [{ column: 2, content: shortened(said), look: subtitleLook() }]),
      ],
    });
    widest = Math.max(widest, sheet.measure.textChars(other.name) + 3);
  }
  sheet.widths.set(1, Math.min(40, widest));
  sheet.widths.set(2, 70);
}
