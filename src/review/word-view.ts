/** A Word file as its rules look at it. */
import { Refusal } from '../base/refusal.ts';
import { relationshipsOf } from '../ooxml/office-package.ts';
import type { XmlTags } from '../ooxml/scan-tags.ts';
import type { PackageFile } from './package-file.ts';

export interface WordView extends PackageFile {
  main: XmlTags;
  /** The main part, headers, footers, footnotes and endnotes: all that holds text. */
  texts: readonly XmlTags[];
}

const TEXT_KINDS = /\/(?:header|footer|footnotes|endnotes)$/;

/** @throws Refusal `file_rejected` where tags do not nest */
export function openWordView(file: PackageFile): WordView {
  const { opened } = file;
  const main = file.part(opened.mainPart);
  if (main === undefined) throw new Refusal('file_rejected', 'The file has no text.');
  const related = relationshipsOf(opened, opened.mainPart).filter(({ type, external }) => TEXT_KINDS.test(type) && !external);
  const texts = [main, ...related.flatMap(({ target }) => file.part(target) ?? [])];
  return { ...file, main, texts };
}
