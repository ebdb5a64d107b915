/** Pages, books and messages, which are HTML inside → Markdown. */
import type { readMessage } from '../../readers/email.ts';
import { readDataPictures } from '../../readers/data-pictures.ts';
import { readPackagePictures } from '../../readers/package-pictures.ts';
import type { OpenPictures } from './list-pictures.ts';
import type { ReadResult, TextTask } from './read-file.ts';
import { forgetSources } from './show-pictures.ts';
import { wantsPictures, written, writtenWithPictures } from './written.ts';

/** @throws Refusal file_rejected */
export async function readWeb(kind: 'html' | 'epub' | 'eml' | 'msg', task: TextTask): Promise<ReadResult> {
  switch (kind) {
    case 'html':
      return readPage(task);
    case 'epub':
      return readBook(task);
    case 'eml': {
      const messages = (await import('../../readers/mailbox-file.ts')).splitMailbox(task.bytes);
      if (messages.length > 1) return readMailbox(messages);
      return readMail(task, (await import('../../readers/email.ts')).readMessage);
    }
    case 'msg':
      return readMail(task, (await import('../../readers/outlook-message.ts')).readOutlookMessage);
  }
}

async function readPage(task: TextTask): Promise<ReadResult> {
  const { readHtml } = await import('../../readers/html.ts');
  if (!wantsPictures(task)) return written(readHtml(task.bytes), task.wishes);
  const names: string[] = [];
  return writtenWithPictures(readHtml(task.bytes, names), { task, names, open: readDataPictures }, forgetSources);
}

async function readBook(task: TextTask): Promise<ReadResult> {
  const { readEpub } = await import('../../readers/epub.ts');
  if (!wantsPictures(task)) return written(readEpub(task.bytes), task.wishes);
  const names: string[] = [];
  const read = readEpub(task.bytes, names);
  const open: OpenPictures = (parts, bytesMax) => readPackagePictures(task.bytes, parts, bytesMax);
  return writtenWithPictures(read, { task, names, open }, forgetSources);
}

/** A message, whose attachments are read by themselves. */
function readMail(task: TextTask, read: typeof readMessage): ReadResult {
  const names: string[] | undefined = wantsPictures(task) ? [] : undefined;
  const message = read(task.bytes, names);
  const result =
    names === undefined
      ? written(message, task.wishes)
      : writtenWithPictures(message, { task, names, open: readDataPictures }, forgetSources);
  return { ...result, inner: message.value.attachments };
}

/** A folder of mail: its messages are read as the files of an archive are. */
const readMailbox = (messages: readonly Uint8Array[]): ReadResult => ({
  markdown: '',
  pages: null,
  notes: [],
  inner: messages.map((bytes, index) => ({ name: `Message ${index + 1}.eml`, bytes })),
});
