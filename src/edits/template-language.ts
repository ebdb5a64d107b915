/** The language that an Office file says it is written in. */
import { decodeXml } from '../ooxml/decode-xml.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { sideNameOf } from '../ooxml/word-file.ts';

const DEFAULTS = /<(?:\w+:)?docDefaults[\s>][\s\S]*?<\/(?:\w+:)?docDefaults>/;
const LANGUAGE = /<(?:\w+:)?lang\s(?:[^>]*\s)?(?:\w+:)?val="([A-Za-z][A-Za-z0-9-]{1,34})"/;

/** BCP 47, as the file has it: of a Word file's defaults, of the first words of a presentation; null where it does not say. @throws Refusal file_rejected */
export function languageOfTemplate(bytes: Uint8Array): string | null {
  const opened = openOfficePackage(bytes);
  if (opened.kind === 'docx') {
    const styles = sideNameOf(opened, 'styles');
    // read as text: a tree of all styles takes as long as filling the template
    const defaults = styles === undefined ? undefined : DEFAULTS.exec(decodeXml(readPart(opened, styles)).text)?.[0];
    const own = LANGUAGE.exec(defaults ?? '')?.[1];
    if (own !== undefined) return own;
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
