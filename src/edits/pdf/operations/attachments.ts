import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { broughtFile } from '../../brought-file.ts';

const attachmentName = textFits(1, 200).refine((name) => !/[/\\]/.test(name), 'This must be the name of a file, without folders.');

const addSchema = z.strictObject({
  op: z.literal('add_attachment'),
  name: attachmentName.describe('As the list of attachments shows it, with its ending: figures.xlsx.'),
  file: broughtFile.describe('Any file: base64 in `data`, an address in `url`, or the id of an uploaded file or of a document.'),
  description: textFits(1, 2_000).optional().describe('What the file is, as readers show it beside its name.'),
  media_type: z
    .string()
    .max(100)
    .regex(/^[\w.+-]+\/[\w.+-]+$/)
    .optional()
    .describe('application/octet-stream where absent.'),
});
export type AddAttachmentFields = z.infer<typeof addSchema>;

const removeSchema = z.strictObject({ op: z.literal('remove_attachment'), name: z.string().min(1).max(500) });
export type RemoveAttachmentFields = z.infer<typeof removeSchema>;

export const addAttachment = definePdfEdit({
  op: 'add_attachment',
  summary: 'Attaches a file to the PDF',
  refuses: { no_effect: 'a file of this name is attached already' },
  schema: addSchema,
  apply: async ({ file }, fields) => (await import('../mechanics/attachments.ts')).addAttachment(file, fields),
  examples: [
    {
      name: 'a text',
      given: ['one'],
      operation: { op: 'add_attachment', name: 'notes.txt', file: { data: 'SGVsbG8=' }, media_type: 'text/plain' },
      expected: ['one'],
    },
    {
      name: 'the bytes of an id that is not there',
      given: ['one'],
      operation: { op: 'add_attachment', name: 'notes.txt', file: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4' },
      expected: { rejected: 'unsupported' },
    },
  ],
});

export const removeAttachment = definePdfEdit({
  op: 'remove_attachment',
  summary: 'Takes an attached file out of the PDF; where there is none of the name, those that are there are named',
  refuses: { target_not_found: 'no file of this name is attached' },
  schema: removeSchema,
  apply: async ({ file }, fields) => (await import('../mechanics/attachments.ts')).removeAttachment(file, fields),
  examples: [
    {
      name: 'a file of this name',
      given: ['one'],
      attached: ['notes.txt'],
      operation: { op: 'remove_attachment', name: 'notes.txt' },
      expected: ['one'],
    },
    {
      name: 'no such file',
      given: ['one'],
      operation: { op: 'remove_attachment', name: 'notes.txt' },
      expected: { rejected: 'target_not_found' },
    },
  ],
});
