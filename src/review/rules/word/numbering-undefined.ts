import { defineWordRule } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { childValue, tagsNamed, valueOf } from '../../../ooxml/scan-tags.ts';
import { relatedPart } from '../../package-file.ts';

/** A list of no known kind is drawn without bullets or numbers. 0 takes a style's numbering away. */
export const numberingUndefined = defineWordRule({
  code: 'numbering_undefined',
  severity: 'error',
  summary: 'a list of the Word file whose numbering is not defined',
  check: (file) => {
    const numbering = relatedPart(file, 'numbering');
    const kinds = new Set(tagsNamed(numbering, 'abstractNum').map((tag) => valueOf(tag, 'abstractNumId')));
    const lists = new Map(tagsNamed(numbering, 'num').map((tag) => [valueOf(tag, 'numId') ?? '', childValue(tag, 'abstractNumId')]));
    const astray = [...lists]
      .filter(([, kind]) => !kinds.has(kind))
      .map(([id]) => ({
        message: `The list ${id} of the Word file is of a kind that is not defined.`,
        location: { part: numbering?.name ?? '' },
      }));
    const users = [...file.texts, relatedPart(file, 'styles')].filter((part) => part !== undefined);
    const unknown = users.flatMap((part) => {
      const ids = new Set(
        tagsNamed(part, 'numId')
          .filter((tag) => tag.parent?.local === 'numPr')
          .map((tag) => valueOf(tag, 'val') ?? ''),
      );
      return [...ids]
        .filter((id) => id !== '0' && !lists.has(id))
        .map((id) => ({ message: `${part.name} uses the list ${id.slice(0, 40)}, which is not defined.`, location: { part: part.name } }));
    });
    return [...astray, ...unknown];
  },
  examples: {
    fires: [
      {
        name: 'no such list',
        file: () =>
          wordFileOf({
            body: paragraphXml('<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>'),
            numbering: '<w:abstractNum w:abstractNumId="1"/><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
          }),
      },
      {
        name: 'no such kind',
        file: () => wordFileOf({ body: paragraphXml(''), numbering: '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>' }),
      },
    ],
    silent: [
      {
        name: 'defined',
        file: () =>
          wordFileOf({
            body: paragraphXml('<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
            numbering: '<w:abstractNum w:abstractNumId="1"/><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
          }),
      },
    ],
  },
});
