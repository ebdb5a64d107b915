import { defineWordRule, type Hit } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { tagsNamed, valueOf, type XmlTags } from '../../../ooxml/scan-tags.ts';
import type { WordView } from '../../word-view.ts';

const REFERENCE = /^\s*(?:REF|PAGEREF|NOTEREF)\s+"?([^\s"\\]+)/;

/** Names that fields and links of this part refer to. */
function namesReferred(part: XmlTags): string[] {
  const codes = [
    ...tagsNamed(part, 'instrText').map((tag) => tag.text),
    ...tagsNamed(part, 'fldSimple').map((tag) => valueOf(tag, 'instr') ?? ''),
  ];
  return [
    ...codes.flatMap((code) => REFERENCE.exec(code)?.[1] ?? []),
    ...tagsNamed(part, 'hyperlink').flatMap((tag) => valueOf(tag, 'anchor') ?? []),
  ];
}

/** A field begins, divides and ends in one part, in this order; fields are in fields. */
function unclosed(part: XmlTags): Hit[] {
  let depth = 0;
  for (const tag of tagsNamed(part, 'fldChar')) {
    const type = valueOf(tag, 'fldCharType');
    if (type === 'begin') depth++;
    else if (type === 'end') depth--;
    if (depth < 0) break;
  }
  return depth === 0 ? [] : [{ message: `A field of ${part.name} does not begin or end.`, location: { part: part.name } }];
}

function withoutTarget(file: WordView): Hit[] {
  const names = new Set(file.texts.flatMap((part) => tagsNamed(part, 'bookmarkStart').map((tag) => valueOf(tag, 'name')?.toLowerCase())));
  return file.texts.flatMap((part) =>
    [...new Set(namesReferred(part))]
      .filter((name) => !names.has(name.toLowerCase()) && name !== '_top')
      .map((name) => ({
        message: `A reference in ${part.name} leads to the bookmark ${name.slice(0, 40)}, which does not exist.`,
        location: { part: part.name },
      })),
  );
}

/** "Error! Reference source not found." is what Word writes in its place as soon as fields are updated. */
export const fieldBroken = defineWordRule({
  code: 'field_broken',
  severity: 'error',
  summary: 'a reference of the Word file to a bookmark that does not exist, or a field that does not end',
  check: (file) => [...file.texts.flatMap(unclosed), ...withoutTarget(file)],
  examples: {
    fires: [
      {
        name: 'no such bookmark',
        file: () => wordFileOf({ body: paragraphXml('<w:fldSimple w:instr=" REF costs \\h "><w:r><w:t>2.1</w:t></w:r></w:fldSimple>') }),
      },
      {
        name: 'a link to nowhere',
        file: () => wordFileOf({ body: paragraphXml('<w:hyperlink w:anchor="costs"><w:r><w:t>there</w:t></w:r></w:hyperlink>') }),
      },
      {
        name: 'no end',
        file: () =>
          wordFileOf({ body: paragraphXml('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>') }),
      },
    ],
    silent: [
      {
        name: 'a bookmark',
        file: () =>
          wordFileOf({
            body: paragraphXml(
              '<w:bookmarkStart w:id="1" w:name="costs"/><w:bookmarkEnd w:id="1"/><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGEREF costs \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
            ),
          }),
      },
    ],
  },
});
