/** Writes the file of a document where a client on the same machine wants it. */
import { extname } from 'node:path';
import type { PublicDocument, PublicOutput } from '../contract/document.ts';
import { ApiProblem, ask } from './api-client.ts';
import type { ToolContext } from './tool-context.ts';

/** The bytes of an output. @throws ApiProblem */
export async function download({ call }: ToolContext, { url }: PublicOutput): Promise<Uint8Array> {
  return new Uint8Array(await (await ask(call, { method: 'GET', path: url })).arrayBuffer());
}

/** The output that the ending of the path asks for, else the document's own file. Returns the path written. @throws ApiProblem */
export async function saveOutput(context: ToolContext, document: PublicDocument, path: string): Promise<string> {
  const files = (document.outputs ?? []).filter(({ kind }) => kind !== 'preview');
  const ending = extname(path).slice(1).toLowerCase();
  const output = ending === '' ? files[0] : files.find(({ kind }) => kind === ending);
  if (output === undefined) {
    const kinds = files.map(({ kind }) => `.${kind}`).join(', ');
    throw new ApiProblem('input_invalid', `${document.id} has no .${ending} file; its files are ${kinds === '' ? 'none' : kinds}.`);
  }
  if (context.local === null) throw new ApiProblem('input_invalid', 'Local files cannot be written from here.');
  try {
    return await context.local.write(ending === '' ? `${path}.${output.kind}` : path, await download(context, output));
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    throw new ApiProblem('file_not_written', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
