/** Two Word files of which a redline cannot show all: what holds a paragraph in the older one is of a kind that no tracked change takes away. */
import { wrapInDocx } from './office-parts.ts';

const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';

/** The older file, in which a clause is held by `w:customXml`, and the newer one without it. */
export const untrackedPair = (): [older: Uint8Array, newer: Uint8Array] => [
  wrapInDocx(`${p('One.')}<w:customXml w:element="clause">${p('Of a clause.')}</w:customXml>${p('Two.')}${SECTION}`),
  wrapInDocx(p('One.') + p('Two.') + SECTION),
];
