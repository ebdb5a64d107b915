/** Pictures that the data names by the id of an uploaded file, with their bytes in their place. */
import type { Project } from '../../ports/account-store.ts';
import { refuseAt } from '../accept/find-own.ts';
import { resolveFile } from '../accept/resolve-file.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { runFileWork } from '../work/run-file-work.ts';

/** Pictures that one request names by id, all together. */
const BYTES_MAX = 20 * 1024 * 1024;
const FILES_MAX = 100;

/**
 * @param records each as its JSON
 * @param inList whether they came as a list, which says where in the request each is
 * @throws Refusal not_found, input_invalid
 */
export async function withPictureFiles(
  deps: PipelineDependencies,
  owner: Project,
  records: readonly string[],
  inList: boolean,
): Promise<readonly string[]> {
  if (!records.some((record) => record.includes('"file_'))) return records;
  const named = await runFileWork('findNamedPictures', records, inList, FILES_MAX + 1);
  const pictures = new Map<string, string>();
  let sum = 0;
  for (const [count, { fileId, at }] of named.entries()) {
    const path = `/data${at}`;
    if (count >= FILES_MAX) throw refuseAt('input_invalid', `At most ${FILES_MAX} pictures of one request are named by id.`, path);
    const { bytes } = await resolveFile(deps, owner, { kind: 'file', fileId }, { path });
    sum += bytes.length;
    if (sum > BYTES_MAX)
      throw refuseAt('input_invalid', 'The pictures of one request are over 20 MB together; send some in a request of their own.', path);
    pictures.set(fileId, Buffer.from(bytes).toString('base64'));
  }
  return runFileWork('placePictures', records, pictures);
}
