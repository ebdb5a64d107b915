/** The entry of a video or sound in the time line of its slide, without which PowerPoint shows its picture alone (ISO/IEC 29500-1 §19.5). */
import { P } from '../../../ooxml/names.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { appendContent, insertAfter, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { spelledIn } from './new-slide.ts';

/** The span that has the thing of this number wait for a click on it. */
export function playOnClick({ main }: DeckFile, { part, address }: DeckSlide, kind: 'video' | 'audio', number: number): XmlEdit | Rejected {
  const uri = spelledIn(main, P);
  const known = firstElementOf(part.root, 'timing', P);
  const steps = known === undefined ? [] : [...walkElements(known)].filter(({ local, uri: own }) => local === 'cTn' && own === P);
  const id = steps.reduce((most, step) => Math.max(most, Number(attributeOf(step, 'id') ?? 0) || 0), 1) + 1;
  const entry =
    `<p:${kind} xmlns:p="${uri}"><p:cMediaNode vol="80000"><p:cTn id="${id}" fill="hold" display="0"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst></p:cTn>` +
    `<p:tgtEl><p:spTgt spid="${number}"/></p:tgtEl></p:cMediaNode></p:${kind}>`;
  if (known !== undefined) {
    const root = steps.find((step) => attributeOf(step, 'nodeType') === 'tmRoot');
    if (root === undefined)
      return reject('unsupported', `The time line of ${address} has no beginning: open it in PowerPoint and save it once.`);
    const list = firstElementOf(root, 'childTnLst', P);
    // slides on which nothing is animated often keep an empty beginning
    return list === undefined
      ? appendContent(part, root, `<p:childTnLst xmlns:p="${uri}">${entry}</p:childTnLst>`)
      : appendContent(part, list, entry);
  }
  const xml = `<p:timing xmlns:p="${uri}"><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>${entry}</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`;
  // behind the transition, which newer programs write as a choice of two
  const before = elementsOf(part.root).findLast(({ local }) => /^(?:cSld|clrMapOvr|transition|AlternateContent)$/.test(local));
  return before === undefined ? reject('unsupported', `${address} has no content.`) : insertAfter(before, xml);
}
