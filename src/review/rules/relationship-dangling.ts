import { partNamed, relationshipsOf } from '../../ooxml/office-package.ts';
import { definePackageRule, type Hit } from '../define-rule.ts';
import { paragraphXml, wordFileOf } from '../example-files.ts';
import { contentParts, tagsNamed, type WordFile, type WordPart } from '../word-file.ts';

/** Elements that refer by relationship in files of ours; a walk through every element of a book would take longer than all other rules. */
const REFERRING = ['hyperlink', 'blip', 'headerReference', 'footerReference', 'chart', 'externalData', 'svgBlip', 'imagedata'];
const REFERENCE = /\br:(?:id|embed|link)="([^"]*)"/g;

function idsUsed(part: WordPart): { id: string; by: string }[] {
  return REFERRING.flatMap((local) => tagsNamed(part, local).flatMap((tag) => Array.from(tag.raw.matchAll(REFERENCE), ([, id = '']) => ({ id, by: local }))));
}

function unknownIds(file: WordFile): Hit[] {
  return file.texts.flatMap((part) => {
    const known = new Set(relationshipsOf(file.opened, part.name).map(({ id }) => id));
    return idsUsed(part).filter(({ id }) => id !== '' && !known.has(id)).map(({ id, by }) => ({ message: `A ${by} in ${part.name} refers to the relationship ${id.slice(0, 40)}, which does not exist.`, location: { part: part.name } }));
  });
}

/** Word calls such a file damaged, or shows a red cross for the picture (ISO/IEC 29500-2 §6.5). */
export const relationshipDangling = definePackageRule({
  code: 'relationship_dangling',
  severity: 'error',
  summary: 'a relationship whose target the Word file does not have',
  check: (file) => [
    ...['', ...contentParts(file)].flatMap((name) => relationshipsOf(file.opened, name).flatMap(({ target, external }) => (external || target === '' || partNamed(file.opened, target) !== undefined ? []
      : [{ message: `${name === '' ? 'The package' : name} refers to the part ${target.slice(0, 80)}, which does not exist.`, location: { part: name } }]))),
    ...unknownIds(file),
  ],
  examples: {
    fires: [
      { name: 'a part that is not there', file: () => wordFileOf({ body: paragraphXml(''), relationships: [{ id: 'rId9', type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image', target: 'media/image1.png' }] }) },
      { name: 'a relationship that is not there', file: () => wordFileOf({ body: paragraphXml('<w:hyperlink r:id="rId7"><w:r><w:t>there</w:t></w:r></w:hyperlink>') }) },
    ],
    silent: [{ name: 'an address', file: () => wordFileOf({
      body: paragraphXml('<w:hyperlink r:id="rId7"><w:r><w:t>there</w:t></w:r></w:hyperlink>'),
      relationships: [{ id: 'rId7', type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink', target: 'https://example.org/', external: true }],
    }) }],
  },
});
