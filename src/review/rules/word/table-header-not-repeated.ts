import { defineWordRule } from '../../define-rule.ts';
import { cellXml, tableXml, wordFileOf } from '../../example-files.ts';
import { childOf, type Tag, tagsNamed, valueOf } from '../../../ooxml/scan-tags.ts';

/** Up to so many rows a table is kept on one page (looks §5.1). */
const ROWS_MAX = 12;

const hasHead = (table: Tag): boolean => valueOf(childOf(table, 'tblPr', 'tblLook'), 'firstRow') === '1';

/** Overleaf, columns without heads are read by counting; screen readers read none at all. */
export const tableHeaderNotRepeated = defineWordRule({
  code: 'table_header_not_repeated',
  severity: 'warning',
  accessibility: true,
  summary: 'a long table of the Word file whose head is not repeated on the next page',
  check: (file) =>
    file.texts.flatMap((part) =>
      tagsNamed(part, 'tbl').flatMap((table, i) => {
        const rows = table.children.filter(({ local }) => local === 'tr');
        if (rows.length <= ROWS_MAX + 1 || !hasHead(table) || childOf(rows[0], 'trPr', 'tblHeader')) return [];
        return [
          {
            message: `The head of table ${i + 1}, which has ${rows.length} rows, is not repeated on the next page.`,
            location: { part: part.name },
          },
        ];
      }),
    ),
  examples: {
    fires: [
      {
        name: 'twenty rows',
        file: () =>
          wordFileOf({
            body: tableXml(
              1,
              Array.from({ length: 20 }, () => cellXml()),
              '<w:tblLook w:firstRow="1"/>',
            ),
          }),
      },
    ],
    silent: [
      {
        name: 'repeated',
        file: () =>
          wordFileOf({
            body: tableXml(
              1,
              Array.from({ length: 20 }, () => `<w:trPr><w:tblHeader/></w:trPr>${cellXml()}`),
              '<w:tblLook w:firstRow="1"/>',
            ),
          }),
      },
      { name: 'a short one', file: () => wordFileOf({ body: tableXml(1, [cellXml(), cellXml()], '<w:tblLook w:firstRow="1"/>') }) },
      {
        name: 'no head',
        file: () =>
          wordFileOf({
            body: tableXml(
              1,
              Array.from({ length: 20 }, () => cellXml()),
              '<w:tblLook w:firstRow="0"/>',
            ),
          }),
      },
    ],
  },
});
