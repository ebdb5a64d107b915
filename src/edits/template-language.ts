/** The language that an Office file says it is written in. */
import { attributeOf, firstElementOf, walkElements } from '../ooxml/xml-tree.ts';
import { W } from '../ooxml/names.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { sidePartOf } from '../ooxml/word-file.ts';

/** BCP 47, as the file has it: of a Word file's defaults, of the first words of a presentation; null where it does not say. @throws Refusal file_rejected */
export function languageOfTemplate(bytes: Uint8Array): string | null {
  const opened = openOfficePackage(bytes);
  if (opened.kind === 'docx') {
    const styles = sidePartOf(opened, 'styles');
    const defaults = styles && firstElementOf(styles.root, 'docDefaults', W);
    const lang = defaults && [...walkElements(defaults)].find(({ local, uri }) => local === 'lang' && uri === W);
    const own = lang && attributeOf(lang, 'val', W);
    if (own !== undefined && own !== '') return own;
    const said = /<w:lang\b[^>]*\bw:val="([A-Za-z-]{2,20})"/.exec(decodeXml(readPart(opened, opened.mainPart)).text)?.[1];
    return said ?? null;
  }
  if (opened.kind === 'pptx') {
    const slides = [...opened.namesByKey.values()].filter((name) => /slides\/slide\d+\.xml$/.test(name)).sort();
    for (const name of slides.slice(0, 3)) {
      const lang = /<a:(?:rPr|endParaRPr)\b[^>]*\blang="([A-Za-z-]{2,20})"/.exec(decodeXml(readPart(opened, name)).text)?.[1];
      if (lang !== undefined) return lang;
    }
  }
  return null;
}
