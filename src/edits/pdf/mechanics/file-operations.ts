/** Operations on the file as a whole: its properties and its bookmarks. */
import { PDFDict, PDFHexString, PDFName, PDFNull, PDFStream, PDFString, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import { reject, type Rejected } from '../../define-edit.ts';
import type { Done, PdfWork } from '../define-pdf-edit.ts';
import type { SetBookmarksFields } from '../operations/set-bookmarks.ts';
import type { SetPropertyFields } from '../operations/set-property.ts';
import { DELETED, noPage } from './page-operations.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { decodeStream, name, type PdfFile } from './pdf-file.ts';

type InfoProperty = Exclude<SetPropertyFields['name'], 'language'>;
const PROPERTIES = { title: 'Title', author: 'Author', subject: 'Subject', keywords: 'Keywords' } as const;

const readProperty = (document: PDFDocument, property: InfoProperty): string =>
  ({ title: document.getTitle(), author: document.getAuthor(), subject: document.getSubject(), keywords: document.getKeywords() })[
    property
  ] ?? '';

/** Where the XMP packet of a file says the same (ISO 16684-1 §8.3): readers prefer it to the information dictionary. */
const IN_XMP: Readonly<Record<InfoProperty, RegExp>> = {
  title: /(<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>)[^<]*(<\/rdf:li>)/,
  author: /(<dc:creator>\s*<rdf:Seq>\s*<rdf:li[^>]*>)[^<]*(<\/rdf:li>)/,
  subject: /(<dc:description>\s*<rdf:Alt>\s*<rdf:li[^>]*>)[^<]*(<\/rdf:li>)/,
  keywords: /(<pdf:Keywords>)[^<]*(<\/pdf:Keywords>)/,
};

/** The rest of the packet stays: it names the standards that the file keeps to. */
function changeXmp(document: PDFDocument, property: InfoProperty, value: string): void {
  const stream = document.catalog.lookup(name('Metadata'));
  const bytes = stream instanceof PDFStream ? decodeStream(stream) : null;
  if (bytes === null) return;
  const text = Buffer.from(bytes).toString('utf8');
  const changed = text.replace(IN_XMP[property], (_, open: string, close: string) => open + escapeText(value) + close);
  if (changed === text) return;
  const written = document.context.stream(Buffer.from(changed, 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(name('Metadata'), document.context.register(written));
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** The language of all text that says no other one (ISO 32000-1 §14.9.2). */
function setLanguage({ catalog }: PDFDocument, value: string): Done | Rejected {
  const known = catalog.lookup(name('Lang'));
  const before = known instanceof PDFHexString || known instanceof PDFString ? known.decodeText() : '';
  if (value !== '' && !LANGUAGE.test(value))
    return reject('unsupported', `"${value.slice(0, 40)}" is no tag of a language such as en or es-MX.`);
  if (before === value) return reject('no_effect', 'The language is so already.');
  if (value === '') catalog.delete(name('Lang'));
  else catalog.set(name('Lang'), PDFHexString.fromText(value));
  return { before, after: value };
}

/** In the information dictionary (ISO 32000-1 §14.3.3), and in the XMP packet where that has it. */
export function setProperty({ document }: PdfFile, { name: property, value }: SetPropertyFields): Done | Rejected {
  if (property === 'language') return setLanguage(document, value);
  const before = readProperty(document, property);
  if (before === value) return reject('no_effect', `The ${property} is so already.`);
  const info = document.context.lookup(document.context.trailerInfo.Info);
  const dict = info instanceof PDFDict ? info : document.context.obj({});
  if (!(info instanceof PDFDict)) document.context.trailerInfo.Info = document.context.register(dict);
  if (value === '') dict.delete(name(PROPERTIES[property]));
  else dict.set(name(PROPERTIES[property]), PDFHexString.fromText(value));
  changeXmp(document, property, value);
  return { before, after: value };
}

interface Item {
  ref: PDFRef;
  dict: PDFDict;
  children: Item[];
}

/** The outline tree (ISO 32000-1 §12.3.3): each item knows its neighbours, its parent and how many are open below it. */
export function setBookmarks({ file, order }: PdfWork, { bookmarks }: SetBookmarksFields): Done | Rejected {
  const { document, pages, sent } = file;
  const { context, catalog } = document;
  const root: Item = { ref: context.nextRef(), dict: context.obj({ Type: 'Outlines' }), children: [] };
  const open: Item[] = [root];
  for (const { title, page, level = 1 } of bookmarks) {
    const target = page > sent ? undefined : pages[page - 1];
    if (target === undefined) return noPage(file);
    if (!order.order.includes(page)) return reject('overlapping_operation', DELETED);
    const parent = open[level - 1];
    if (parent === undefined)
      return reject('unsupported', `"${title.slice(0, 80)}" is at level ${level} and nothing above it is at level ${level - 1}.`);
    const dict = context.obj({
      Title: PDFHexString.fromText(title),
      Parent: parent.ref,
      Dest: [target.ref, PDFName.of('XYZ'), PDFNull, PDFNull, PDFNull],
    });
    const item: Item = { ref: context.nextRef(), dict, children: [] };
    parent.children.push(item);
    open.splice(level, open.length, item);
  }
  catalog.delete(name('Outlines'));
  if (bookmarks.length === 0) return { after: 'no bookmarks' };
  link(document, root);
  catalog.set(name('Outlines'), root.ref);
  catalog.set(name('PageMode'), name('UseOutlines'));
  return { after: `${bookmarks.length} bookmarks` };
}

/** @returns how many items are below */
function link(document: PDFDocument, item: Item): number {
  const { children, dict, ref } = item;
  const [first] = children;
  const last = children.at(-1);
  let below = 0;
  for (const [index, child] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]];
    if (before) child.dict.set(name('Prev'), before.ref);
    if (after) child.dict.set(name('Next'), after.ref);
    below += 1 + link(document, child);
  }
  if (first && last) {
    dict.set(name('First'), first.ref);
    dict.set(name('Last'), last.ref);
    dict.set(name('Count'), document.context.obj(below));
  }
  document.context.assign(ref, dict);
  return below;
}
