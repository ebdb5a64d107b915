/** Markdown → the Typst source that the service would compile for it first: what the floor of a PDF is taken from. */
import { composeDraft } from './create/compose-draft.ts';
import { readContent } from './create/lay-out.ts';
import type { MakeInput } from './make.ts';
import { languagesOf, loadLanguages } from '../writers/highlight.ts';
import { writeTypst } from '../writers/typst.ts';

export async function writeTypstSource(markdown: string): Promise<{ source: string; assets: ReadonlyMap<string, Uint8Array> }> {
  const input: MakeInput = { markdown, format: 'pdf', name: null, pictures: [] };
  const { content } = readContent(input);
  await loadLanguages(languagesOf(content.blocks));
  const { document, look } = composeDraft(input, content);
  return writeTypst(document, look).value;
}
