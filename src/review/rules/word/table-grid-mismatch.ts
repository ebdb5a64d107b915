import { defineWordRule } from '../../define-rule.ts';
import { cellXml, tableXml, wordFileOf } from '../../example-files.ts';
import { childOf, childValue, type Tag, tagsNamed } from '../../../ooxml/scan-tags.ts';

const numberOf = (tag: Tag | undefined, local: string, fallback: number): number =>
  tag ? Number(childValue(tag, local) ?? fallback) : fallback;

/** Columns of the grid that a row takes, those left out before and after it among them. */
function columnsTaken(row: Tag): number {
  const properties = childOf(row, 'trPr');
  const cells = row.children.filter(({ local }) => local === 'tc');
  return (
    numberOf(properties, 'gridBefore', 0) +
    numberOf(properties, 'gridAfter', 0) +
    cells.reduce((sum, cell) => sum + numberOf(childOf(cell, 'tcPr'), 'gridSpan', 1), 0)
  );
}

/** Word guesses the widths of such a table again each time it is opened, and other programs draw it in ladders. */
export const tableGridMismatch = defineWordRule({
  code: 'table_grid_mismatch',
  severity: 'error',
  foreign: { severity: 'warning' },
  summary: 'a table row of the Word file with more or fewer columns than its table',
  check: (file) =>
    file.texts.flatMap((part) =>
      tagsNamed(part, 'tbl').flatMap((table, i) => {
        const columns = childOf(table, 'tblGrid')?.children.length ?? 0;
        const rows = table.children.filter(({ local }) => local === 'tr');
        const wrong = rows.findIndex((row) => columnsTaken(row) !== columns);
        const row = rows[wrong];
        return row
          ? [
              {
                message: `Row ${wrong + 1} of table ${i + 1} in ${part.name} takes ${columnsTaken(row)} columns of ${columns}.`,
                location: { part: part.name },
              },
            ]
          : [];
      }),
    ),
  examples: {
    fires: [
      {
        name: 'a row too short',
        file: () => wordFileOf({ body: tableXml(3, [cellXml() + cellXml() + cellXml(), cellXml() + cellXml()]) }),
      },
      { name: 'a span too wide', file: () => wordFileOf({ body: tableXml(3, [cellXml() + cellXml(3)]) }) },
    ],
    silent: [
      {
        name: 'a span that fits',
        file: () => wordFileOf({ body: tableXml(3, [cellXml() + cellXml() + cellXml(), cellXml() + cellXml(2)]) }),
      },
    ],
  },
});
