/** Many records in one Word file: the body once for each, each in a section of its own with pages counted from 1. */
import { OFFICE_RELATIONSHIP, R, W } from '../../ooxml/names.ts';
import { addPart, addRelationship, freePartName } from '../../ooxml/change-package.ts';
import { applyXmlEdits, insertBefore, removeNode, setAttribute, appendContent, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { contentTypeOf, partNamed, readPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { sourceWithTags } from './fill-parts.ts';
import type { Filling } from './filling.ts';
import type { Place, Write } from './program.ts';
import type { Scope } from './scope.ts';
import { ORDERS } from '../docx/mechanics/change-properties.ts';

/** The records of a merged file, one after another. */
export interface Records {
  scopes: readonly Scope[];
  /** Fills a header or footer for a record. */
  fillSide(part: string, scope: Scope): void;
}

const SIDES = ['headerReference', 'footerReference'];
/** What stands behind the numbering of pages in a section's properties (ISO/IEC 29500-1 §17.6.17). */
const BEHIND_NUMBERS: readonly string[] = [...ORDERS.sectPr.slice(ORDERS.sectPr.indexOf('pgNumType') + 1), 'sectPrChange'];

/** Parts of headers and footers with tags, by the relationship that names them. */
function taggedSides(opened: OfficePackage): Map<string, string> {
  return new Map(
    relationshipsOf(opened, opened.mainPart).flatMap(({ id, type, target, external }) => {
      const name = external || !/\/(?:header|footer)$/.test(type) ? undefined : partNamed(opened, target);
      return name === undefined || sourceWithTags(opened, name) === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** What cannot be merged; undefined where all can. */
export function unmergeable(opened: OfficePackage, main: XmlPart): string | undefined {
  if (/<[\w.-]+:(?:foot|end)noteReference[\s/>]/.test(main.source)) return 'footnotes and endnotes cannot be merged into one file';
  const sides = taggedSides(opened);
  const body = firstElementOf(main.root, 'body', W);
  const last = body && elementsOf(body, 'sectPr', W).at(-1);
  const inner = [...walkElements(main.root)].some(
    (one) => one.uri === W && SIDES.includes(one.local) && one.parent !== last && sides.has(attributeOf(one, 'id', R) ?? ''),
  );
  return inner ? 'a header or footer with tags belongs to a section within the text, which cannot be merged into one file' : undefined;
}

/** A section's properties for a record: on a new page, counted from 1, with headers and footers of its own. */
function sectionXml(source: string, ids: ReadonlyMap<string, string>): string {
  const tree = parseXml(source);
  const { root } = tree;
  const edits: XmlEdit[] = [];
  const prefix = root.name.slice(0, root.name.indexOf(':') + 1);
  const type = firstElementOf(root, 'type', W);
  if (type !== undefined && /continuous|nextColumn/.test(attributeOf(type, 'val', W) ?? '')) edits.push(removeNode(type));
  const numbers = firstElementOf(root, 'pgNumType', W);
  const behind = elementsOf(root).find(({ local }) => BEHIND_NUMBERS.includes(local));
  const written = `<${prefix}pgNumType ${prefix}start="1"/>`;
  if (numbers !== undefined) edits.push(setAttribute(tree, numbers, `${prefix}start`, '1'));
  else edits.push(behind === undefined ? appendContent(tree, root, written) : insertBefore(behind, written));
  for (const side of elementsOf(root)) {
    const link = SIDES.includes(side.local) ? side.attributes.find(({ uri, local }) => uri === R && local === 'id') : undefined;
    const id = link && ids.get(link.value);
    if (link !== undefined && id !== undefined) edits.push(setAttribute(tree, side, link.name, id));
  }
  return applyXmlEdits(source, edits);
}

const isPlain = (paragraph: XmlElement): boolean =>
  [...walkElements(paragraph)].every((one) => one === paragraph || one.local !== 'p') && paragraph.contentStart !== paragraph.end;

/** Where the properties of a section go into the last paragraph of the body: undefined where there is no plain one. */
function endOf(body: XmlElement, section: XmlElement): { at: number; wraps: boolean; prefix: string } | undefined {
  const last = elementsOf(body).findLast((one) => one !== section);
  if (last?.local !== 'p' || last.uri !== W || !isPlain(last)) return undefined;
  const prefix = last.name.slice(0, last.name.indexOf(':') + 1);
  const properties = firstElementOf(last, 'pPr', W);
  if (properties === undefined) return { at: last.contentStart, wraps: true, prefix };
  if (properties.contentStart === properties.end || firstElementOf(properties, 'sectPr', W) !== undefined) return undefined;
  return { at: firstElementOf(properties, 'pPrChange', W)?.start ?? properties.contentEnd, wraps: false, prefix };
}

/** Namespaces that the root declares, so that a piece of it can be read by itself. */
const withNamespaces = ({ source, root }: XmlPart, xml: string): string => {
  const declared = source.slice(root.start, root.contentStart).match(/\sxmlns(?::[\w.-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/g) ?? [];
  return xml.replace(/^<[\w.:-]+/, (name) => name + declared.join(''));
};

const rootOf = (scope: Scope): Scope => {
  let at = scope;
  while (at.parent !== undefined) at = at.parent;
  return at;
};

/** The places that write the body once for each record. @param free whether a place of the part is in no block */
export function recordPlaces(
  opened: OfficePackage,
  part: XmlPart,
  { scopes, fillSide }: Records,
  filling: Filling,
  free: (at: number) => boolean,
): Place[] {
  const body = firstElementOf(part.root, 'body', W);
  const section = body && elementsOf(body, 'sectPr', W).at(-1);
  if (body === undefined) return [];
  const sides = taggedSides(opened);
  const templates = new Map([...sides.values()].map((name) => [name, readPart(opened, name)]));
  const original =
    section === undefined ? `<w:sectPr xmlns:w="${W}"/>` : withNamespaces(part, part.source.slice(section.start, section.end));
  const sectionOf = (record: number): string => {
    const ids = new Map<string, string>();
    const scope = scopes[record];
    for (const [id, name] of sides) {
      if (scope === undefined || record === scopes.length - 1) continue;
      const copy = freePartName(opened, name.replace(/\d*\.xml$/, ''), '.xml');
      addPart(opened, { name: copy, contentType: contentTypeOf(opened, name) ?? '' }, templates.get(name) ?? new Uint8Array());
      for (const { id: own, type, target, external } of relationshipsOf(opened, name))
        addRelationship(opened, copy, { id: own, type, target, ...(external ? { external } : {}) });
      fillSide(copy, scope);
      ids.set(
        id,
        addRelationship(opened, opened.mainPart, {
          type: `${OFFICE_RELATIONSHIP}${name.includes('footer') ? 'footer' : 'header'}`,
          target: copy,
        }),
      );
    }
    return sectionXml(original, ids);
  };
  const end = section === undefined ? undefined : endOf(body, section);
  const inside = end !== undefined && free(end.at);
  const stop = section?.start ?? body.contentEnd;
  const places: Place[] = [
    {
      start: body.contentStart,
      end: stop,
      render: (_: Scope, write: Write) =>
        scopes
          .map((scope, record) => {
            filling.record = record + 1;
            const xml = write(body.contentStart, stop, scope);
            const w = body.name.slice(0, body.name.indexOf(':') + 1);
            const breaks =
              inside || record === scopes.length - 1
                ? ''
                : `<${w}p><${w}pPr><${w}spacing ${w}before="0" ${w}after="0" ${w}line="20" ${w}lineRule="exact"/>${sectionOf(record)}</${w}pPr></${w}p>`;
            return xml + breaks;
          })
          .join(''),
    },
  ];
  if (inside && end !== undefined)
    places.push({
      start: end.at,
      end: end.at,
      render(scope) {
        const record = scopes.indexOf(rootOf(scope));
        if (record === -1 || record === scopes.length - 1) return '';
        return end.wraps ? `<${end.prefix}pPr>${sectionOf(record)}</${end.prefix}pPr>` : sectionOf(record);
      },
    });
  if (section !== undefined) places.push({ start: section.start, end: section.end, render: () => sectionXml(original, new Map()) });
  return places;
}
