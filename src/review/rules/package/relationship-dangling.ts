import { R } from '../../../ooxml/names.ts';
import { partNamed, relationshipsOf } from '../../../ooxml/office-package.ts';
import { definePackageRule, type Hit } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { contentParts, type PackageFile } from '../../package-file.ts';

const REFERENCE = /\sr:(?:id|embed|link)="([^"]+)"/g;

function unknownIds(name: string, text: string, file: PackageFile): Hit[] {
  const known = new Set(relationshipsOf(file.opened, name).map(({ id }) => id));
  const unknown = [...text.matchAll(REFERENCE)].filter(([, id = '']) => !known.has(id));
  return unknown.map(({ 1: id = '', index }) => {
    const by = /^<(?:\w+:)?(\w*)/.exec(text.slice(text.lastIndexOf('<', index), index))?.[1] ?? '';
    return { message: `A ${by} in ${name} refers to the relationship ${id.slice(0, 40)}, which does not exist.`, location: { part: name } };
  });
}

/** A link within the file (`#Sheet1!A1`) is written without a mode by some programs, and is no part. Office calls such a file damaged, or shows a red cross for the picture (ISO/IEC 29500-2 §6.5). */
export const relationshipDangling = definePackageRule({
  code: 'relationship_dangling',
  severity: 'error',
  summary: 'a relationship whose target the Office file does not have',
  check: (file) => [
    ...['', ...contentParts(file)].flatMap((name) =>
      relationshipsOf(file.opened, name).flatMap(({ target, external, type }) =>
        external || target === '' || type.endsWith('/hyperlink') || partNamed(file.opened, target) !== undefined
          ? []
          : [
              {
                message: `${name === '' ? 'The package' : name} refers to the part ${target.slice(0, 80)}, which does not exist.`,
                location: { part: name },
              },
            ],
      ),
    ),
    ...contentParts(file)
      .filter((name) => name.endsWith('.xml'))
      .flatMap((name) => unknownIds(name, file.text(name) ?? '', file)),
  ],
  examples: {
    fires: [
      {
        name: 'a part that is not there',
        file: () =>
          wordFileOf({
            body: paragraphXml(''),
            relationships: [{ id: 'rId9', type: `${R}/image`, target: 'media/image1.png' }],
          }),
      },
      {
        name: 'a relationship that is not there',
        file: () => wordFileOf({ body: paragraphXml('<w:hyperlink r:id="rId7"><w:r><w:t>there</w:t></w:r></w:hyperlink>') }),
      },
    ],
    silent: [
      {
        name: 'an address',
        file: () =>
          wordFileOf({
            body: paragraphXml('<w:hyperlink r:id="rId7"><w:r><w:t>there</w:t></w:r></w:hyperlink>'),
            relationships: [
              {
                id: 'rId7',
                type: `${R}/hyperlink`,
                target: 'https://example.org/',
                external: true,
              },
            ],
          }),
      },
    ],
  },
});
