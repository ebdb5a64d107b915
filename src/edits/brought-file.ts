/** Files that operations bring along: pictures, videos, pages of other files, attachments. */
import { z } from 'zod';
import { reject, type Rejected } from './define-edit.ts';

/** 20 MB, as every file of a request. */
const DATA_CHARS_MAX = 27_962_031;
const URL_CHARS_MAX = 2_048;
const FILENAME_CHARS_MAX = 255;

const filename = z.string().min(1).max(FILENAME_CHARS_MAX).optional().describe('Its name, which changes nothing.');

/** Any file, in the forms in which a request names one. */
export const broughtFile = z.union(
  [
    z.strictObject({
      data: z
        .string()
        .min(1)
        .max(DATA_CHARS_MAX)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'base64 in the standard alphabet')
        .describe('The bytes in base64.'),
      filename,
    }),
    z.strictObject({
      url: z.string().min(1).max(URL_CHARS_MAX).describe('A public address, from which the service fetches the file.'),
      filename,
    }),
    z.string().regex(/^(?:file|doc)_\w+$/),
  ],
  {
    error: ({ input }) =>
      input === undefined ? 'This is required.' : 'This must be {"data": …} with base64, {"url": …}, or the id of a file or document.',
  },
);
export type BroughtFile = z.infer<typeof broughtFile>;

/** Its bytes. Ids and addresses are bytes by now, where somebody has the files: `pipeline/edit/submit-edits.ts` puts them in. */
export function bytesOfBrought(given: BroughtFile): Buffer | Rejected {
  if (typeof given !== 'string' && 'data' in given) return Buffer.from(given.data, 'base64');
  const said = typeof given === 'string' ? given : given.url;
  return reject('unsupported', `The file ${said.slice(0, 200)} is not available here; send its bytes in \`data\`.`);
}
