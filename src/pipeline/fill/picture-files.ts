/** Pictures that the data names by the id of an uploaded file, with their bytes in their place. */
import type { Data } from '../../edits/fill-template.ts';
import type { Project } from '../../ports/account-store.ts';
import { refuseAt } from '../accept/find-own.ts';
import { resolveFile } from '../accept/resolve-file.ts';
import type { PipelineDependencies } from '../dependencies.ts';

/** Pictures that one request names by id, all together. */
const BYTES_MAX = 20 * 1024 * 1024;
const FILES_MAX = 100;

/** `{"file": "file_…", "alt": "…"}`: nothing else is taken for a file. */
function fileIdOf(value: { readonly [key: string]: Data }): string | undefined {
  const { file, alt, ...more } = value;
  if (typeof file !== 'string' || !file.startsWith('file_') || Object.keys(more).length > 0) return undefined;
  return alt === undefined || typeof alt === 'string' ? file : undefined;
}

const isList = (value: Data): value is readonly Data[] => Array.isArray(value);

/** @param path of the data in the request. @throws Refusal not_found, input_invalid */
export async function withPictureFiles(deps: PipelineDependencies, owner: Project, data: Data, path = '/data'): Promise<Data> {
  const known = new Map<string, string>();
  let sum = 0;
  const load = async (fileId: string, at: string): Promise<string> => {
    const found = known.get(fileId);
    if (found !== undefined) return found;
    if (known.size >= FILES_MAX) throw refuseAt('input_invalid', `At most ${FILES_MAX} pictures of one request are named by id.`, at);
    const { bytes } = await resolveFile(deps, owner, { kind: 'file', fileId }, { path: at });
    sum += bytes.length;
    if (sum > BYTES_MAX)
      throw refuseAt('input_invalid', 'The pictures of one request are over 20 MB together; send some in a request of their own.', at);
    const text = Buffer.from(bytes).toString('base64');
    known.set(fileId, text);
    return text;
  };
  const walk = async (value: Data, at: string): Promise<Data> => {
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) {
      const items: Data[] = [];
      for (const [index, one] of value.entries()) items.push(await walk(one, `${at}/${index}`));
      return items;
    }
    const record = value;
    const fileId = fileIdOf(record);
    if (fileId !== undefined)
      return { ...(record['alt'] === undefined ? {} : { alt: record['alt'] }), data: await load(fileId, `${at}/file`) };
    const made: Record<string, Data> = {};
    for (const [key, one] of Object.entries(record))
      made[key] = await walk(one, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    return made;
  };
  return JSON.stringify(data).includes('"file_') ? walk(data, path) : data;
}
