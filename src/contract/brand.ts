/** The brand of a project, and what its documents are unless a request says otherwise. */
import { z } from 'zod';
import { designObject } from '../document/design.ts';
import { FILE_ID } from './ids.ts';
import { PAPERS } from './vocabulary.ts';

const logo = z.string().regex(FILE_ID, 'This must be the id of a picture among the files of the project.');
const template = z
  .string()
  .regex(FILE_ID, 'This must be the id of a file of the project.')
  .describe('Id of a file of the project, `file_…`.');

/** A face or colour that is left out is chosen as always. */
export const brandSchema = z
  .strictObject({
    palette: designObject.shape.palette.describe('Colours by their roles, as in a design (docs/design.md).'),
    faces: designObject.shape.faces.describe('Faces by their roles, as in a design.'),
    logo: logo
      .optional()
      .describe('A picture at the head of documents that are not made in a template: on the cover, the title slide or the first page.'),
    templates: z
      .strictObject({ docx: template, pptx: template, xlsx: template })
      .partial()
      .optional()
      .describe('Files in whose look documents of this format are made, as with a template that a request names.'),
  })
  .describe('The look of documents that are created, unless a request or its content says otherwise.');
export type Brand = z.infer<typeof brandSchema>;

/** A language as BCP 47, in its canonical form. */
export const languageSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'This must be the tag of a language, such as en, es or en-US.');

export const paperSchema = z.enum(PAPERS);

/** What a project says of its documents; null: nothing. */
export interface ProjectDefaults {
  language: string | null;
  paper: z.infer<typeof paperSchema> | null;
  brand: Brand | null;
}
