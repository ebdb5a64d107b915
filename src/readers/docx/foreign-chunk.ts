/** Files of other formats that Word takes in when it opens a document (ISO/IEC 29500-1 §17.17.2.1). */
import { R } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import { contentTypeOf, partNamed, readPart } from '../../ooxml/office-package.ts';
import { attributeOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readMessage } from '../email.ts';
import { readHtml } from '../html.ts';
import { readEmbeddedFile } from '../office/embedded.ts';
import { noteOnce, targetOf } from '../office/parts.ts';
import { decodeText } from '../text.ts';
import type { WordReading } from './word-reading.ts';

/** Web pages, also as archives of their parts, plain texts and Word files, as the blocks of what they hold. Notes: `part_left_out` */
export function readForeignChunk({ office, part }: WordReading, element: XmlElement): Block[] {
  const id = attributeOf(element, 'id', R);
  const target = targetOf(office, part, id);
  const known = target !== undefined && !target.external && partNamed(office.file, target.target) !== undefined;
  const type = known ? (contentTypeOf(office.file, target.target) ?? '') : '';
  if (known && /^text\/plain\b/.test(type))
    return decodeText(readPart(office.file, target.target))
      .value.split(/\n+/)
      .map((line) => ({ id: '', type: 'paragraph', runs: [{ text: line }] }));
  if (known && /^(?:text\/html|application\/xhtml\+xml)\b/.test(type)) return readHtml(readPart(office.file, target.target)).value.blocks;
  if (known && /^(?:message\/rfc822|multipart\/related|application\/x-mimearchive)\b/.test(type))
    return readMessage(readPart(office.file, target.target)).value.blocks;
  if (/wordprocessingml\.(?:document|template)/.test(type)) return readEmbeddedFile(office, part, id);
  noteOnce(office, 'part_left_out', 'warning', 'A file of another format is inside the document and was left out.');
  return [];
}
