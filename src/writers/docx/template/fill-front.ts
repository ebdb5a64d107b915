/** The title page of a supplied Word file with the words of a document in it. */
import type { Document } from '../../../document/document.ts';
import { applyXmlEdits, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { openOfficePackage, readXmlPart } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import type { FrontPage, WordTemplate } from '../../../templates/word-template.ts';

type Said = Partial<Record<FrontPage['paragraphs'][number]['role'], string>>;

/** What the document says, and has a place; what has none goes where the template had other words, or behind the subtitle. */
function settleWords(front: FrontPage, document: Document): Said {
  const said: Said = {
    title: document.title,
    subtitle: document.subtitle ?? '',
    author: document.author ?? '',
    organization: document.organization ?? '',
    date: document.date ?? '',
  };
  const placed = new Set(front.paragraphs.map(({ role }) => role));
  const left = (['subtitle', 'author', 'organization', 'date'] as const).filter((role) => !placed.has(role) && (said[role] ?? '') !== '');
  const words = left.map((role) => said[role] ?? '').join('  ·  ');
  if (words === '') return said;
  if (placed.has('other')) return { ...said, other: words };
  const role = placed.has('subtitle') ? 'subtitle' : 'title';
  return { ...said, [role]: [said[role] ?? '', words].filter((text) => text !== '').join('  ·  ') };
}

/** As XML; its other words are taken out: they are of another document. */
export function fillFront({ file, front }: WordTemplate, document: Document): string {
  if (front === undefined) return '';
  const opened = openOfficePackage(file);
  const { source } = readXmlPart(opened, opened.mainPart);
  const said = settleWords(front, document);
  const edits: XmlEdit[] = front.bindings.map(({ start, end }) => ({ start, end, xml: '' }));
  const done = new Set<string>();
  for (const { role, texts } of front.paragraphs) {
    const words = role === 'other' && done.has(role) ? '' : (said[role] ?? '');
    done.add(role);
    for (const [at, { start, end }] of texts.entries())
      edits.push({ start, end, xml: at === 0 && words !== '' ? `<w:t xml:space="preserve">${escapeText(words)}</w:t>` : '<w:t/>' });
  }
  const within = edits
    .map((edit) => ({ ...edit, start: edit.start - front.start, end: edit.end - front.start }))
    .toSorted((a, b) => a.start - b.start);
  return applyXmlEdits(source.slice(front.start, front.end), within);
}
