import { z } from 'zod';
import { dropForbidden } from '../ooxml/xml-text.ts';

/* oxlint-disable no-control-regex -- the controls are the very thing to find */
const CONTROL = /[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/;
const BREAKS = /\r\n?|[\u000b\u000c]/g;
/* oxlint-enable no-control-regex */

/**
 * Text that an Office file can carry: line ends are \n, and so are the line break (U+000B) and the page break (U+000C) of
 * text copied from Word; other control characters are refused, not dropped in silence. Lengths in UTF-16 units.
 */
export function textFits(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text), 'Control characters such as U+0007 cannot be written into an Office file.')
    .overwrite((text) => dropForbidden(text.replace(BREAKS, '\n')));
}
