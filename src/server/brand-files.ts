/** The files that a brand names. */
import { Refusal } from '../base/refusal.ts';
import type { Brand } from '../contract/brand.ts';
import type { Project } from '../ports/account-store.ts';
import type { ServerOptions } from './server-options.ts';

const TEMPLATE_TYPES = { docx: /wordprocessingml/, pptx: /presentationml/, xlsx: /spreadsheetml/ };

/** Templates and the logo are files of the project, each of its format. @throws Refusal input_invalid with every one that is not */
export async function checkBrandFiles(
  { pipeline }: Pick<ServerOptions, 'pipeline'>,
  owner: Project,
  brand: Brand | null | undefined,
): Promise<void> {
  const errors: { path: string; message: string }[] = [];
  const check = async (path: string, id: string | undefined, type: RegExp, wrong: string): Promise<void> => {
    if (id === undefined) return;
    const file = await pipeline.getFile(owner, id).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (file === null) errors.push({ path, message: 'There is no such file in this project.' });
    else if (!type.test(file.contentType)) errors.push({ path, message: wrong });
  };
  for (const format of ['docx', 'pptx', 'xlsx'] as const)
    await check(
      `/brand/templates/${format}`,
      brand?.templates?.[format],
      TEMPLATE_TYPES[format],
      `This must be a file of the format ${format}.`,
    );
  await check('/brand/logo', brand?.logo, /^image\//, 'This must be a picture.');
  if (errors.length > 0) throw new Refusal('input_invalid', 'A file of the brand cannot be taken.', { errors });
}
