import { z } from 'zod';
import { dropForbidden } from '../ooxml/xml-text.ts';

/** Text that an Office file can carry: controls of no meaning are dropped, line ends are \n. Lengths in UTF-16 units. */
export function textFits(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .overwrite((text) => dropForbidden(text.replace(/\r\n?/g, '\n')));
}
