/** Namespaces that the parts of a Word file declare on their root. */
import { xmlns } from '../../ooxml/names.ts';

/** For parts without drawings: styles, numbering, settings, fonts. */
export const WORD_NAMESPACES = xmlns('w', 'r');

/** For parts with text: document, headers, footers, footnotes. Word 2010's own elements are declared as ignorable. */
export const TEXT_NAMESPACES = `${xmlns('w', 'r', 'm', 'wp', 'a', 'pic', 'c', 'mc', 'wps', 'wpg', 'w14')} mc:Ignorable="w14"`;
