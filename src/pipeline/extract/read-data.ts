/** Files of records and notebooks → Markdown. */
import { readCsv } from '../../readers/csv.ts';
import { readDataPictures } from '../../readers/data-pictures.ts';
import { readFictionBook } from '../../readers/fiction-book.ts';
import { readJson, readNotebook, readXmlText } from '../../readers/json.ts';
import type { ReadResult, TextTask } from './read-file.ts';
import { forgetSources } from './show-pictures.ts';
import { wantsPictures, written, writtenWithPictures } from './written.ts';

/** @throws Refusal file_rejected */
export function readData(kind: 'csv' | 'tsv' | 'json' | 'xml' | 'ipynb', task: TextTask): ReadResult {
  switch (kind) {
    case 'csv':
    case 'tsv':
      return written(readCsv(task.bytes), task.wishes);
    case 'json':
      return written(readJson(task.bytes), task.wishes);
    case 'xml':
      return readXml(task);
    case 'ipynb': {
      const notebook = readNotebook(task.bytes);
      return notebook === null ? written(readJson(task.bytes)) : { markdown: notebook.value, pages: null, notes: notebook.notes };
    }
  }
}

function readXml(task: TextTask): ReadResult {
  const names: string[] | undefined = wantsPictures(task) ? [] : undefined;
  const book = readFictionBook(task.bytes, names);
  if (book === null) return written(readXmlText(task.bytes));
  return names === undefined
    ? written(book, task.wishes)
    : writtenWithPictures(book, { task, names, open: readDataPictures }, forgetSources);
}
