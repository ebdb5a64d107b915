import { defineWordRule } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { tagsNamed, valueOf } from '../../../ooxml/scan-tags.ts';
import { relatedPart } from '../../package-file.ts';

/** Word refuses to open a file in which a footnote is referred to that it does not have. */
export const footnoteMissing = defineWordRule({
  code: 'footnote_missing',
  severity: 'error',
  summary: 'a footnote reference of the Word file without its footnote',
  check: (file) => {
    const known = new Set(tagsNamed(relatedPart(file, 'footnotes'), 'footnote').map((tag) => valueOf(tag, 'id')));
    const used = new Set(tagsNamed(file.main, 'footnoteReference').map((tag) => valueOf(tag, 'id')));
    return [...used]
      .filter((id) => !known.has(id))
      .map((id) => ({ message: `The footnote ${id ?? ''} is referred to and does not exist.`, location: { part: file.main.name } }));
  },
  examples: {
    fires: [
      {
        name: 'no such note',
        file: () =>
          wordFileOf({
            body: paragraphXml('<w:r><w:footnoteReference w:id="3"/></w:r>'),
            footnotes: '<w:footnote w:id="1"><w:p/></w:footnote>',
          }),
      },
    ],
    silent: [
      {
        name: 'a note',
        file: () =>
          wordFileOf({
            body: paragraphXml('<w:r><w:footnoteReference w:id="1"/></w:r>'),
            footnotes: '<w:footnote w:id="1"><w:p/></w:footnote>',
          }),
      },
    ],
  },
});
