/** Bodies of the endpoints that keep files edited by hand. */
import { z } from 'zod';
import { fileIdSchema } from './file-reference.ts';
import { uploadFormSchema } from './file.ts';

export const REVISION = { min: 1, max: 2_147_483_647 };

/** Body of `POST /documents/{document_id}/versions`. */
export const versionRequestSchema = z.strictObject({ file: fileIdSchema.describe('The edited file, in the format of the document.') });
/** Body of `PUT /documents/{document_id}/file` in JSON. */
export const saveRequestSchema = versionRequestSchema.extend({
  revision: z.number().int().min(REVISION.min).max(REVISION.max).describe('The `revision` of the document that was edited.'),
});
/** The same as a form. */
export const saveFormSchema = uploadFormSchema.extend({ revision: saveRequestSchema.shape.revision });
