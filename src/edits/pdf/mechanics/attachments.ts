/** Files attached to a PDF: the name tree of embedded files, and associated files of the catalog (ISO 32000-2 §7.11.4, §14.13). */
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { isRejected, reject, type Rejected } from '../../define-edit.ts';
import type { Done } from '../define-pdf-edit.ts';
import { bytesOfBrought } from '../../brought-file.ts';
import type { AddAttachmentFields, RemoveAttachmentFields } from '../operations/attachments.ts';
import { name, type PdfFile } from './pdf-file.ts';

const DEPTH_MAX = 20;
const ENTRIES_MAX = 10_000;

interface Attachment {
  name: string;
  /** The pair of the name tree. */
  key: PDFObject;
  value: PDFObject;
}

const textOf = (value: PDFObject | undefined): string =>
  value instanceof PDFHexString || value instanceof PDFString ? value.decodeText() : '';

/** The name that readers show: that of the file, else the key. */
function shownName({ context }: PDFDocument, key: PDFObject, value: PDFObject): string {
  const file = context.lookup(value);
  return (file instanceof PDFDict ? textOf(file.lookup(name('UF'))) || textOf(file.lookup(name('F'))) : '') || textOf(key);
}

/** All entries of the tree, whatever its shape. */
function listAttachments(document: PDFDocument): Attachment[] {
  const names = document.catalog.lookup(name('Names'));
  const tree = names instanceof PDFDict ? names.lookup(name('EmbeddedFiles')) : undefined;
  const found: Attachment[] = [];
  const walk = (node: unknown, depth: number): void => {
    if (!(node instanceof PDFDict) || depth > DEPTH_MAX || found.length > ENTRIES_MAX) return;
    const pairs = node.lookup(name('Names'));
    if (pairs instanceof PDFArray)
      for (let at = 0; at + 1 < pairs.size(); at += 2) {
        const [key, value] = [pairs.get(at), pairs.get(at + 1)];
        const spelled = document.context.lookup(key) ?? key;
        found.push({ name: shownName(document, spelled, value), key: spelled, value });
      }
    const kids = node.lookup(name('Kids'));
    if (kids instanceof PDFArray) for (let at = 0; at < kids.size(); at++) walk(kids.lookup(at), depth + 1);
  };
  walk(tree, 0);
  return found;
}

/** The tree anew, flat and sorted as readers expect it (ISO 32000-1 §7.9.6). */
function writeAttachments(document: PDFDocument, entries: readonly Attachment[]): void {
  const { catalog, context } = document;
  const known = catalog.lookup(name('Names'));
  const names = known instanceof PDFDict ? known : context.obj({});
  if (!(known instanceof PDFDict)) catalog.set(name('Names'), context.register(names));
  if (entries.length === 0) {
    names.delete(name('EmbeddedFiles'));
    return;
  }
  const sorted = entries.toSorted((a, b) => (textOf(a.key) < textOf(b.key) ? -1 : 1));
  names.set(name('EmbeddedFiles'), context.obj({ Names: sorted.flatMap(({ key, value }) => [key, value]) }));
}

const named = (entries: readonly Attachment[]): string[] => entries.map((one) => one.name);

export function addAttachment({ document }: PdfFile, fields: AddAttachmentFields): Done | Rejected {
  const bytes = bytesOfBrought(fields.file);
  if (isRejected(bytes)) return bytes;
  const entries = listAttachments(document);
  if (named(entries).includes(fields.name))
    return reject(
      'no_effect',
      `A file of the name ${fields.name} is attached already; remove it first, or choose another name.`,
      named(entries),
    );
  const { context, catalog } = document;
  const stream = context.flateStream(bytes, {
    Type: 'EmbeddedFile',
    Subtype: fields.media_type ?? 'application/octet-stream',
    Params: { Size: bytes.length },
  });
  const embedded = context.register(stream);
  const spelled = PDFHexString.fromText(fields.name);
  const file = context.register(
    context.obj({
      Type: 'Filespec',
      F: spelled,
      UF: spelled,
      EF: { F: embedded, UF: embedded },
      AFRelationship: 'Unspecified',
      ...(fields.description === undefined ? {} : { Desc: PDFHexString.fromText(fields.description) }),
    }),
  );
  writeAttachments(document, [...entries, { name: fields.name, key: spelled, value: file }]);
  const associated = catalog.lookup(PDFName.of('AF'));
  if (associated instanceof PDFArray) associated.push(file);
  return { after: `${fields.name}, ${bytes.length} bytes` };
}

export function removeAttachment({ document }: PdfFile, { name: wanted }: RemoveAttachmentFields): Done | Rejected {
  const entries = listAttachments(document);
  const gone = entries.filter((one) => one.name === wanted);
  if (gone.length === 0)
    return reject(
      'target_not_found',
      entries.length === 0 ? 'No files are attached to this PDF.' : `No file of the name ${wanted.slice(0, 100)} is attached.`,
      named(entries),
    );
  writeAttachments(
    document,
    entries.filter((one) => !gone.includes(one)),
  );
  const associated = document.catalog.lookup(PDFName.of('AF'));
  if (associated instanceof PDFArray)
    for (let at = associated.size() - 1; at >= 0; at--) if (gone.some(({ value }) => associated.get(at) === value)) associated.remove(at);
  return { before: wanted, after: '' };
}
