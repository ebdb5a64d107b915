import { z } from 'zod';
import { defineEdit, reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { faultOfPattern, findFields, findText, nearestTexts, preferExact, type FoundText } from '../../find-text.ts';
import { unreachedText } from '../../office/unreached-text.ts';
import { changeText } from '../mechanics/change-text.ts';
import { diffWords, type TextChange } from '../../diff-words.ts';
import { findTarget, paragraphsOfTarget, tell } from '../mechanics/find-target.ts';
import { paragraphsOf, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('replace_text'),
  target: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Address of a paragraph, cell, row or table; absent: the whole file with headers, footers and notes.'),
  ...findFields,
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

interface Found {
  paragraph: WordParagraph;
  changes: FoundText[];
}

/** Paragraphs over which a text is looked for where no single one holds it. */
const ACROSS_MAX = 20;

/** A text that runs over the ends of paragraphs that follow each other: a piece of it in each of them. */
function findAcross(file: WordFile, scope: readonly WordParagraph[], fields: Fields): Found[][] {
  if (fields.regex === true || !/\s/.test(fields.find)) return [];
  const runs = Array.from(Map.groupBy(scope, (paragraph) => paragraph.element.parent).values(), (paragraphs) =>
    paragraphs.map((paragraph) => ({ paragraph, text: file.textOf(paragraph).text })),
  );
  return runs.flatMap((run) => {
    const starts: number[] = [];
    let joined = '';
    for (const { text } of run) {
      starts.push(joined.length);
      joined += `${text}\n`;
    }
    return findText(joined, { ...fields, replace: '' }).flatMap((place): Found[][] => {
      const pieces = run.flatMap(({ paragraph, text }, index): Found[] => {
        const at = starts[index] ?? 0;
        const [start, end] = [Math.max(0, place.start - at), Math.min(text.length, place.end - at)];
        return start > end || place.start > at + text.length || place.end <= at ? [] : [{ paragraph, changes: [{ ...place, start, end }] }];
      });
      return pieces.length > 1 && pieces.length <= ACROSS_MAX ? [pieces] : [];
    });
  });
}

/** The places over several paragraphs with a line of the replacement for each; the ends of the paragraphs stay. */
function takeAcross(file: WordFile, scope: readonly WordParagraph[], fields: Fields): Found[] | Rejected {
  const places = findAcross(file, scope, fields);
  const lines = fields.replace.split('\n');
  const [first] = places;
  if (first === undefined)
    return reject(
      'target_not_found',
      `The text "${tell(fields.find)}" is not in ${fields.target ?? 'this file'}.`,
      nearestTexts(
        scope.map((paragraph) => ({ address: paragraph.address, text: file.textOf(paragraph).text })),
        fields.find,
      ),
    );
  const addresses = places.flatMap((place) => place.map(({ paragraph }) => paragraph.address));
  if (places.length > 1 && fields.all !== true)
    return reject(
      'ambiguous_target',
      `The text "${tell(fields.find)}" is in ${places.length} places; name a target, or set all.`,
      addresses,
    );
  if (places.some((place) => place.length !== lines.length))
    return reject(
      'unsupported',
      `The text runs over ${addresses.join(', ')}: give a replacement with a line for each of them, or change them one by one.`,
      addresses,
    );
  return places.flatMap((place) =>
    place.map(({ paragraph, changes }, index) => ({
      paragraph,
      changes: changes.map((change) => ({ ...change, text: lines[index] ?? '' })),
    })),
  );
}

function scopeOf(file: WordFile, fields: Fields): WordParagraph[] | Rejected {
  if (fields.target === undefined) return file.stories.flatMap(({ blocks }) => [...paragraphsOf(blocks)]);
  const target = findTarget(file, { target: fields.target, expect: fields.expect }, ['paragraph', 'cell', 'row', 'table']);
  if ('rejected' in target) return target;
  return paragraphsOfTarget(target);
}

/** Only the words that differ are changed: common ones at the ends keep their own formatting. */
function narrow(change: TextChange, text: string): TextChange[] {
  return diffWords(text.slice(change.start, change.end), change.text).map(({ start, end, text: inner }) => ({
    start: change.start + start,
    end: change.start + end,
    text: inner,
  }));
}

export const replaceText = defineEdit<WordFile, Fields>({
  op: 'replace_text',
  format: 'docx',
  summary: 'Replaces words wherever they stand, across runs, and keeps their formatting',
  tracked: true,
  refuses: {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    read_only_content: 'it lies in a field, a formula or a locked control',
    no_effect: 'old and new text are the same',
  },
  schema,
  plan(file, fields, context) {
    const scope = scopeOf(file, fields);
    if (!Array.isArray(scope)) return scope;
    if (fields.find === fields.replace) return reject('no_effect', 'The text to find and the text to set are the same.');
    const fault = faultOfPattern(fields);
    if (fault !== null) return reject('unsupported', `The regular expression cannot be used: ${fault}.`);
    const held = scope
      .map((paragraph): Found => ({ paragraph, changes: findText(file.textOf(paragraph).text, fields) }))
      .filter(({ changes }) => changes.length > 0);
    const found = held.length === 0 ? takeAcross(file, scope, fields) : preferExact(held, fields.all);
    if ('rejected' in found) return found;
    const places = held.length === 0 ? 0 : found.reduce((sum, { changes }) => sum + changes.length, 0);
    if (places > 1 && fields.all !== true) {
      return reject(
        'ambiguous_target',
        `The text "${tell(fields.find)}" is in ${places} places; name a target, give more of the text, or set all.`,
        found.map(({ paragraph }) => paragraph.address),
      );
    }
    const parts: PartEdits[] = [];
    for (const { paragraph, changes } of found) {
      const { text } = file.textOf(paragraph);
      const edits = changeText(
        file,
        paragraph,
        changes.flatMap((change) => narrow(change, text)),
        context,
      );
      if (!Array.isArray(edits)) return edits;
      parts.push({ part: paragraph.part.name, edits });
    }
    const [first] = found;
    const before = first === undefined ? '' : file.textOf(first.paragraph).text;
    const after = (first?.changes ?? []).reduceRight(
      (text, change) => text.slice(0, change.start) + change.text + text.slice(change.end),
      before,
    );
    const message = fields.all === true && fields.target === undefined ? unreachedText(file.opened, fields) : undefined;
    return { parts, before: tell(before), after: tell(after), ...(message === undefined ? {} : { message }) };
  },
  examples: [
    {
      name: 'across runs, in the formatting of its beginning',
      operation: { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
      given:
        '<w:p><w:r><w:t xml:space="preserve">within </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>te</w:t></w:r><w:r><w:t>n days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">within </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>thirty</w:t></w:r><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'tracked: the run is divided',
      operation: { op: 'replace_text', find: '10', replace: '30' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>in 10 days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t xml:space="preserve">in </w:t></w:r><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">10</w:delText></w:r></w:del><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>30</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'twice there',
      operation: { op: 'replace_text', find: 'a', replace: 'b' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'ambiguous_target' },
    },
    {
      name: 'not there',
      operation: { op: 'replace_text', find: 'x', replace: 'b' },
      given: '<w:p><w:r><w:t>a a</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
    {
      name: 'in a page number',
      operation: { op: 'replace_text', find: '7', replace: '8' },
      expected: { rejected: 'read_only_content' },
      given: '<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>',
    },
  ],
});
