import { defineWordRule, type Hit } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { tagsNamed, valueOf, type XmlTags } from '../../../ooxml/scan-tags.ts';
import type { WordView } from '../../word-view.ts';

const twice = (values: readonly (string | undefined)[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(values.filter((value): value is string => value !== undefined && (seen.has(value) || !seen.add(value))))];
};

function inPart(part: XmlTags): Hit[] {
  const ids = (local: string): (string | undefined)[] => tagsNamed(part, local).map((tag) => valueOf(tag, 'id'));
  const controls = tagsNamed(part, 'sdtPr').map((tag) =>
    valueOf(
      tag.children.find(({ local }) => local === 'id'),
      'val',
    ),
  );
  const told = (what: string, found: readonly string[]): Hit[] =>
    found.map((id) => ({ message: `Two ${what} of ${part.name} have the id ${id.slice(0, 40)}.`, location: { part: part.name } }));
  const closed = new Set(ids('bookmarkEnd'));
  const open = ids('bookmarkStart')
    .filter((id) => !closed.has(id))
    .map((id): Hit => ({ message: `The bookmark ${id ?? ''} of ${part.name} has no end.`, location: { part: part.name } }));
  return [
    ...told('drawings', twice(ids('docPr'))),
    ...told('bookmarks', twice(ids('bookmarkStart'))),
    ...told('content controls', twice(controls)),
    ...open,
  ];
}

/** Names are compared without case, as Word does; a second one is dropped when the file is opened, and what refers to it goes astray. */
function bookmarkNames(file: WordView): Hit[] {
  const names = file.texts.flatMap((part) => tagsNamed(part, 'bookmarkStart').map((tag) => valueOf(tag, 'name')?.toLowerCase()));
  return twice(names).map((name) => ({ message: `Two bookmarks of the Word file are named ${name.slice(0, 40)}.` }));
}

/** Word 2007 to 2013 call a file damaged in which two drawings have one id; newer ones repair it silently. */
export const packageIdsDuplicate = defineWordRule({
  code: 'package_ids_duplicate',
  severity: 'error',
  summary: 'two drawings, bookmarks or content controls of the Word file with one id',
  check: (file) => [...file.texts.flatMap(inPart), ...bookmarkNames(file)],
  examples: {
    fires: [
      { name: 'two drawings', file: () => wordFileOf({ body: paragraphXml('<wp:docPr id="1" name="a"/><wp:docPr id="1" name="b"/>') }) },
      {
        name: 'two bookmarks of one name',
        file: () =>
          wordFileOf({
            body: paragraphXml(
              '<w:bookmarkStart w:id="1" w:name="costs"/><w:bookmarkEnd w:id="1"/><w:bookmarkStart w:id="2" w:name="Costs"/><w:bookmarkEnd w:id="2"/>',
            ),
          }),
      },
      { name: 'a bookmark without end', file: () => wordFileOf({ body: paragraphXml('<w:bookmarkStart w:id="1" w:name="costs"/>') }) },
    ],
    silent: [
      {
        name: 'two of each',
        file: () =>
          wordFileOf({
            body: paragraphXml(
              '<wp:docPr id="1" name="a"/><wp:docPr id="2" name="b"/><w:bookmarkStart w:id="1" w:name="a"/><w:bookmarkEnd w:id="1"/><w:bookmarkStart w:id="2" w:name="b"/><w:bookmarkEnd w:id="2"/>',
            ),
          }),
      },
    ],
  },
});
