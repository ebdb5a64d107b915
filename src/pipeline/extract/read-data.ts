/** Files of records and notebooks → Markdown. */
import { readCsv } from '../../readers/csv.ts';
import { readJson, readNotebook, readXmlText } from '../../readers/json.ts';
import type { ReadResult, TextTask } from './read-file.ts';
import { written } from './written.ts';

/** @throws Refusal file_rejected */
export function readData(kind: 'csv' | 'tsv' | 'json' | 'xml' | 'ipynb', task: TextTask): ReadResult {
  switch (kind) {
    case 'csv':
    case 'tsv':
      return written(readCsv(task.bytes), task.wishes);
    case 'json':
      return written(readJson(task.bytes), task.wishes);
    case 'xml':
      return written(readXmlText(task.bytes));
    case 'ipynb': {
      const notebook = readNotebook(task.bytes);
      return notebook === null ? written(readJson(task.bytes)) : { markdown: notebook.value, pages: null, notes: notebook.notes };
    }
  }
}
