/** Ends of connectors that are tied to things (ISO/IEC 29500-1 §20.1.2.2.13, §20.1.2.2.36). */
import { walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Elements within `root` that tie the end of a line to a thing of one of these numbers; without them the end is free. */
export const endsTiedTo = (root: XmlElement, ids: ReadonlySet<string | undefined>): XmlElement[] =>
  [...walkElements(root)].filter(
    ({ local, attributes }) =>
      /^(?:st|end)Cxn$/.test(local) && attributes.some(({ local: name, uri, value }) => name === 'id' && uri === '' && ids.has(value)),
  );
