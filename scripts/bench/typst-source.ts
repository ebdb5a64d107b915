/** Markdown → the Typst source that the service would compile for it: what the floor of a PDF is taken from. */
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { languagesOf, loadLanguages } from '../../src/writers/highlight.ts';
import { writeTypst } from '../../src/writers/typst.ts';

export async function writeTypstSource(markdown: string): Promise<{ source: string; assets: ReadonlyMap<string, Uint8Array> }> {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0 }).value;
  await loadLanguages(languagesOf(blocks));
  const look = resolveLook(decideType(blocks, meta));
  const lang = meta.lang ?? detectLanguage(blocks.map(blockText).join('\n'));
  return writeTypst(composeDocument({ blocks, meta, lang, name: null, assets: new Map() }, look).document, look).value;
}
