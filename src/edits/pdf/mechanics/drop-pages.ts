/**
 * What a file says of pages that are gone goes with them: elements of its structure, fields of its form, named places and bookmarks that
 * lead there. Links on other pages stay as words without a target.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { name } from './pdf-file.ts';

/** Deeper trees are not gone through: no program writes them. */
const DEPTH_MAX = 250;

interface Gone {
  context: PDFContext;
  pages: ReadonlySet<string>;
  /** Annotations of these pages. */
  widgets: ReadonlySet<string>;
  /** Keys of these pages, and of what is on them, in the tree of parents (ISO 32000-1 §14.7.4.4). */
  keys: ReadonlySet<number>;
  /** Elements of the structure that went. */
  elements: Set<string>;
}

const isGonePage = ({ pages }: Gone, value: PDFObject | undefined): boolean => value instanceof PDFRef && pages.has(value.tag);
const itemsOf = (value: PDFObject | undefined): PDFObject[] =>
  value instanceof PDFArray ? value.asArray() : value === undefined ? [] : [value];
const textOf = (value: PDFObject | undefined): string | null =>
  value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFName ? value.decodeText() : null;

/** Annotations of pages that are objects of their own, by their tags, with their keys in the tree of parents. */
export type Annotations = ReadonlyMap<string, number | undefined>;

const keyOf = (dict: PDFObject | undefined, key: string): number | undefined => {
  const value = dict instanceof PDFDict ? dict.lookup(name(key)) : undefined;
  return value instanceof PDFNumber ? value.asNumber() : undefined;
};

export const annotationsOf = (document: PDFDocument, pages: readonly PDFPage[]): Annotations =>
  new Map(
    pages
      .flatMap(({ node }) => itemsOf(node.lookup(name('Annots'))))
      .flatMap((one) => (one instanceof PDFRef ? [[one.tag, keyOf(document.context.lookup(one), 'StructParent')] as const] : [])),
  );

function goneOf(document: PDFDocument, pages: readonly PDFPage[], annotations: Annotations): Gone {
  const keys = [...pages.map(({ node }) => keyOf(node, 'StructParents')), ...annotations.values()];
  return {
    context: document.context,
    pages: new Set(pages.map(({ ref }) => ref.tag)),
    widgets: new Set(annotations.keys()),
    keys: new Set(keys.filter((key) => key !== undefined)),
    elements: new Set(),
  };
}

/** Whether a child of the structure has anything left; what it had on pages that are gone is taken out of it. @param page of the element that it is of */
function keepsChild(gone: Gone, child: PDFObject, page: PDFObject | undefined, depth: number): boolean {
  const held = gone.context.lookup(child);
  if (held instanceof PDFNumber) return !isGonePage(gone, page);
  if (!(held instanceof PDFDict) || depth > DEPTH_MAX) return true;
  const own = held.get(name('Pg'));
  const isContent = ['/MCR', '/OBJR'].includes(String(held.get(name('Type'))));
  if (isContent)
    return !isGonePage(gone, own ?? page) && !(held.get(name('Obj')) instanceof PDFRef && gone.widgets.has(String(held.get(name('Obj')))));
  const given = held.get(name('K'));
  const children = itemsOf(gone.context.lookup(given) instanceof PDFArray ? gone.context.lookup(given) : given);
  const left = children.filter((one) => keepsChild(gone, one, own, depth + 1));
  if (left.length === 0 && (children.length > 0 || isGonePage(gone, own))) {
    if (child instanceof PDFRef) gone.elements.add(child.tag);
    return false;
  }
  if (left.length < children.length) held.set(name('K'), left.length === 1 && left[0] !== undefined ? left[0] : gone.context.obj(left));
  if (isGonePage(gone, own)) held.delete(name('Pg'));
  return true;
}

/** Leaves out entries of a tree of names or numbers (ISO 32000-1 §7.9.6), whose leaves hold keys and values in turn. */
function filterTree(
  context: PDFContext,
  tree: PDFObject | undefined,
  kind: 'Nums' | 'Names',
  keep: (key: PDFObject, value: PDFObject) => boolean,
  depth = 0,
): void {
  const node = context.lookup(tree);
  if (!(node instanceof PDFDict) || depth > DEPTH_MAX) return;
  const entries = node.lookup(name(kind));
  if (entries instanceof PDFArray) {
    const all = entries.asArray();
    const left = all.flatMap((key, at) => {
      const value = all[at + 1];
      return at % 2 === 0 && value !== undefined && keep(key, value) ? [key, value] : [];
    });
    if (left.length < all.length) node.set(name(kind), context.obj(left));
  }
  for (const kid of itemsOf(node.lookup(name('Kids')))) filterTree(context, kid, kind, keep, depth + 1);
}

function dropStructure(document: PDFDocument, gone: Gone): void {
  const { context } = document;
  const root = document.catalog.lookup(name('StructTreeRoot'));
  if (!(root instanceof PDFDict)) return;
  const given = root.get(name('K'));
  const children = itemsOf(context.lookup(given) instanceof PDFArray ? context.lookup(given) : given);
  const left = children.filter((child) => keepsChild(gone, child, undefined, 0));
  if (left.length < children.length) root.set(name('K'), context.obj(left));
  const isDropped = (value: PDFObject): boolean => value instanceof PDFRef && gone.elements.has(value.tag);
  filterTree(
    context,
    root.get(name('ParentTree')),
    'Nums',
    (key, value) => !(key instanceof PDFNumber && gone.keys.has(key.asNumber())) && !isDropped(value),
  );
  filterTree(context, root.get(name('IDTree')), 'Names', (_, value) => !isDropped(value));
}

// ------------------------------------------------------------------------------------------------------------- fields

/** A field stays as long as one of its places is on a page that stays; one without any place stays as it is. */
function keepsField(gone: Gone, field: PDFObject, depth: number): boolean {
  const held = gone.context.lookup(field);
  if (!(held instanceof PDFDict) || depth > DEPTH_MAX) return true;
  const kids = held.lookup(name('Kids'));
  if (!(kids instanceof PDFArray))
    return !(field instanceof PDFRef && gone.widgets.has(field.tag)) && !isGonePage(gone, held.get(name('P')));
  const children = kids.asArray();
  const left = children.filter((one) => keepsField(gone, one, depth + 1));
  if (left.length < children.length) held.set(name('Kids'), gone.context.obj(left));
  return left.length > 0 || children.length === 0;
}

function dropFields(document: PDFDocument, gone: Gone): void {
  const form = document.catalog.lookup(name('AcroForm'));
  const fields = form instanceof PDFDict ? form.lookup(name('Fields')) : undefined;
  if (!(form instanceof PDFDict) || !(fields instanceof PDFArray)) return;
  const all = fields.asArray();
  const left = all.filter((field) => keepsField(gone, field, 0));
  if (left.length === all.length) return;
  form.set(name('Fields'), document.context.obj(left));
  // the order of calculation names fields too
  const order = form.lookup(name('CO'));
  if (order instanceof PDFArray)
    form.set(name('CO'), document.context.obj(order.asArray().filter((one) => !(one instanceof PDFRef && gone.widgets.has(one.tag)))));
}

// ------------------------------------------------------------------------------------------------------------- places

function dropPlaces(document: PDFDocument, gone: Gone): void {
  const { catalog, context } = document;
  const dropped = new Set<string>();
  const leads = (given: PDFObject | undefined): boolean => {
    const value = context.lookup(given);
    if (value instanceof PDFArray) return value.size() > 0 && isGonePage(gone, value.get(0));
    if (value instanceof PDFDict) return leads(value.get(name('D')));
    const place = textOf(value);
    return place !== null && dropped.has(place);
  };
  const dropNamed = (place: PDFObject, value: PDFObject): boolean => {
    const text = textOf(context.lookup(place));
    const isGone = leads(value);
    if (isGone && text !== null) dropped.add(text);
    return !isGone;
  };
  const names = catalog.lookup(name('Names'));
  if (names instanceof PDFDict) filterTree(context, names.get(name('Dests')), 'Names', dropNamed);
  const old = catalog.lookup(name('Dests'));
  if (old instanceof PDFDict) for (const [place, value] of old.entries()) if (!dropNamed(place, value)) old.delete(place);
  if (leads(catalog.get(name('OpenAction')))) catalog.delete(name('OpenAction'));
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const action = object.lookup(name('A'));
    if (leads(object.get(name('Dest')))) object.delete(name('Dest'));
    if (action instanceof PDFDict && leads(action.get(name('D')))) object.delete(name('A'));
    const element = object.get(name('SE'));
    if (element instanceof PDFRef && gone.elements.has(element.tag)) object.delete(name('SE'));
  }
}

/**
 * Whatever else names a page that is gone, by keys that the standard does not know too: it would keep the page, with all that it says, in the
 * file. An entry goes, a place in an array becomes null, since others may count on their places.
 */
function forget({ catalog, context }: PDFDocument, gone: Gone): void {
  const isGone = (value: PDFObject | undefined): boolean =>
    value instanceof PDFRef && (gone.pages.has(value.tag) || gone.elements.has(value.tag));
  const seen = new Set<PDFObject>();
  const open: (PDFObject | undefined)[] = [catalog];
  for (let at = 0; at < open.length; at++) {
    const value = context.lookup(open[at]);
    if (value === undefined || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof PDFArray) {
      for (let i = 0; i < value.size(); i++)
        if (isGone(value.get(i))) value.set(i, PDFNull);
        else open.push(value.get(i));
      continue;
    }
    const dict = value instanceof PDFStream ? value.dict : value;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, held] of dict.entries())
      if (isGone(held)) dict.delete(key);
      else open.push(held);
  }
}

/** Takes what leads to these pages out of the file. */
export function dropPages(document: PDFDocument, pages: readonly PDFPage[]): void {
  if (pages.length === 0) return;
  const gone = goneOf(document, pages, annotationsOf(document, pages));
  dropStructure(document, gone);
  dropFields(document, gone);
  dropPlaces(document, gone);
  forget(document, gone);
}

/** Takes out of the structure what is no longer on any page. @param before the annotations that were there */
export function dropAnnotations(document: PDFDocument, before: Annotations): void {
  const left = annotationsOf(document, document.getPages());
  const gone = new Map([...before].filter(([tag]) => !left.has(tag)));
  if (gone.size > 0) dropStructure(document, goneOf(document, [], gone));
}
