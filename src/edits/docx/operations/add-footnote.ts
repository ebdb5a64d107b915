import { append } from '../../../base/append.ts';
import { z } from 'zod';
import { appendContent, insertAfter, insertBefore, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { openRevision, runContent } from '../mechanics/change-text.ts';
import { cutRun } from '../mechanics/cut-run.ts';
import { findWords, type Words } from '../mechanics/find-words.ts';
import { tell } from '../mechanics/find-target.ts';
import { needStyle } from '../mechanics/need-style.ts';
import { baseOf, faceOf } from '../mechanics/running-text.ts';
import { newNoteId, noteOf, notesPart, referencesTo, writeNote, type NoteKind } from '../mechanics/word-notes.ts';
import { prefixOf } from '../mechanics/word-names.ts';
import { paragraphsOf, type WordBlock, type WordFile, type WordParagraph } from '../../../ooxml/word-file.ts';
import type { Piece } from '../../../ooxml/word-text.ts';
import { trackContent, trackRowsOf } from './delete-block.ts';

const addSchema = z.strictObject({
  op: z.literal('add_footnote'),
  target: z.string().min(1).max(200).describe('Address of a paragraph, or of a cell: its first paragraph.'),
  find: textFits(1, 10_000).optional().describe('The note comes right behind these words; absent: at the end.'),
  text: textFits(1, 20_000).describe('\\n begins a new paragraph.'),
  kind: z.enum(['footnote', 'endnote']).optional().describe('footnote where absent: at the foot of the page.'),
  expect: z.string().max(100_000).optional(),
});
const deleteSchema = z.strictObject({
  op: z.literal('delete_footnote'),
  target: z
    .string()
    .regex(/^(?:footnote|endnote)-?\d{1,9}$/, 'the address of a note: footnote4, endnote2')
    .describe('Address of a note: footnote4, endnote2. Its text is changed as that of any paragraph: footnote4.p1.'),
  expect: z.string().max(100_000).optional(),
});

interface Look {
  text: string;
  reference: string;
  /** Of the words: what a `w:rPr` holds. */
  words: string;
}

/** Half-points that the words of notes have at most where their style is new. */
const NOTE_SIZE = 20;

/** Where the file has not had the style of notes, their words are in the face of the paragraph, and no larger. */
function faceOfNote(file: WordFile, paragraph: WordParagraph): string {
  const face = faceOf(baseOf(file, paragraph));
  const size = (xml: string): string => xml.replace(/(?<=val=")\d+/, (half) => String(Math.min(NOTE_SIZE, Number(half))));
  return [...face].map(([local, xml]) => (local.startsWith('sz') ? size(xml) : xml)).join('');
}

/** A note with its number in front; tracked, all of it is inserted. */
function noteXml(
  file: WordFile,
  w: string,
  context: EditContext,
  { kind, id, text, look }: { kind: NoteKind; id: number; text: string; look: Look },
): string {
  const tracked = context.mode === 'tracked';
  const mark = (): string => openRevision({ ...file, w }, 'ins', context);
  const own = look.words === '' ? '' : `<${w}rPr>${look.words}</${w}rPr>`;
  const number = `<${w}r><${w}rPr>${look.reference}</${w}rPr><${w}${kind}Ref/></${w}r>`;
  const paragraphs = text.split('\n').map((line, index) => {
    const runs = `${index === 0 ? number : ''}<${w}r>${own}${runContent(w, index === 0 ? ` ${line}` : line)}</${w}r>`;
    const properties = look.text + (tracked ? `<${w}rPr>${mark()}/></${w}rPr>` : '');
    return `<${w}p><${w}pPr>${properties}</${w}pPr>${tracked ? `${mark()}>${runs}</${w}ins>` : runs}</${w}p>`;
  });
  return `<${w}${kind} ${w}id="${id}">${paragraphs.join('')}</${w}${kind}>`;
}

/** Where a reference comes: behind the words, or at the end of the paragraph. */
function placeReference(file: WordFile, { paragraph, end }: Words, atEnd: boolean, run: string): XmlEdit[] | Rejected {
  const { part, element } = paragraph;
  if (atEnd) return [appendContent(part, element, run)];
  const piece = file.textOf(paragraph).pieces.findLast(({ at }) => at < end);
  const locked = piece === undefined ? 'it holds no text' : piece.kind === 'object' ? null : piece.locked;
  const cut = piece === undefined || locked !== null ? null : cutRun(paragraph, piece, end - piece.at, { file, between: run });
  return (
    cut ??
    reject('read_only_content', `No note can come there in ${paragraph.address}: ${locked ?? 'the text is written as a CDATA section'}.`, [
      paragraph.address,
    ])
  );
}

export const addFootnote = defineEdit<WordFile, z.infer<typeof addSchema>>({
  op: 'add_footnote',
  format: 'docx',
  summary: 'Puts a footnote or endnote behind words of a paragraph',
  tracked: true,
  refuses: {
    target_not_found: 'the words are not there',
    ambiguous_target: 'the words appear more than once',
    unsupported: 'in headers, footers, notes and text boxes Word has no notes',
    read_only_content: 'it lies in a field or a locked control',
  },
  schema: addSchema,
  plan(file, fields, context) {
    const words = findWords(file, fields);
    if (isRejected(words)) return words;
    const { paragraph } = words;
    if (/^(?:header|footer|footnote|endnote|box)/.test(paragraph.address))
      return reject('unsupported', `Word has no notes on ${fields.target}: name a paragraph of the text.`);
    const kind = fields.kind ?? 'footnote';
    const [textStyle, referenceStyle] = [needStyle(file, `${kind} text`, 'paragraph'), needStyle(file, `${kind} reference`, 'character')];
    if (isRejected(textStyle)) return textStyle;
    if (isRejected(referenceStyle)) return referenceStyle;
    const { w } = file;
    const id = newNoteId(file, kind);
    const face = textStyle.finish === undefined ? '' : faceOfNote(file, paragraph);
    const look = { text: textStyle.xml, reference: referenceStyle.xml, words: face };
    const run = `<${w}r><${w}rPr>${look.reference}</${w}rPr><${w}${kind}Reference ${w}id="${id}"/></${w}r>`;
    const marked = context.mode === 'tracked' ? `${openRevision(file, 'ins', context)}>${run}</${w}ins>` : run;
    const edits = placeReference(file, words, fields.find === undefined, marked);
    if (isRejected(edits)) return edits;
    const note = (prefix: string): string => noteXml(file, prefix, context, { kind, id, text: fields.text, look });
    const known = notesPart(file.opened, kind);
    const parts: PartEdits[] = [{ part: paragraph.part.name, edits }];
    if (known !== undefined) parts.push({ part: known.name, edits: [appendContent(known, known.root, note(prefixOf(known)))] });
    return {
      parts,
      before: '',
      after: `${kind}${id}: ${tell(fields.text)}`,
      finish: (opened) => {
        for (const { finish } of [textStyle, referenceStyle]) finish?.(opened);
        if (known === undefined) writeNote(opened, file.main, kind, note);
      },
    };
  },
  examples: [
    {
      name: 'behind words',
      operation: { op: 'add_footnote', target: 'p1', find: 'fees', text: 'Without tax.' },
      given: '<w:p><w:r><w:t>The fees rise.</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t>The fees</w:t></w:r><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> rise.</w:t></w:r></w:p>',
    },
    {
      name: 'tracked, at the end of the document',
      operation: { op: 'add_footnote', target: 'p1', text: 'Without tax.', kind: 'endnote' },
      mode: 'tracked',
      given: '<w:p><w:r><w:t>Fees</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t>Fees</w:t></w:r><w:ins w:id="3" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:rPr><w:rStyle w:val="EndnoteReference"/></w:rPr><w:endnoteReference w:id="2"/></w:r></w:ins></w:p>',
    },
    {
      name: 'words that are not there',
      operation: { op: 'add_footnote', target: 'p1', find: 'prices', text: 'Without tax.' },
      given: '<w:p><w:r><w:t>Fees</w:t></w:r></w:p>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

const isAlone = (run: XmlElement, reference: XmlElement): boolean =>
  elementsOf(run).every((child) => child === reference || child.local === 'rPr');

/** A reference as deleted; what else its run holds stays. */
function trackReference(file: WordFile, paragraph: WordParagraph, piece: Piece, context: EditContext): XmlEdit[] | null {
  const [open, close] = [`${openRevision(file, 'del', context)}>`, `</${file.w}del>`];
  if (isAlone(piece.run, piece.holder)) return [insertBefore(piece.run, open), insertAfter(piece.run, close)];
  const [before, behind] = [cutRun(paragraph, piece, 0, { file, between: open }), cutRun(paragraph, piece, 1, { file, between: close })];
  return before === null || behind === null ? null : [...before, ...behind];
}

interface Reference {
  paragraph: WordParagraph;
  piece: Piece;
}

/** The places that refer to a note; in deleted text there are none. */
const placesOf = (file: WordFile, kind: NoteKind, id: string): Reference[] => {
  const elements = new Set(referencesTo(file.main, kind, id));
  return elements.size === 0
    ? []
    : file.stories
        .filter(({ part }) => part === file.main)
        .flatMap(({ blocks }) => [...paragraphsOf(blocks)])
        .flatMap((paragraph) =>
          file
            .textOf(paragraph)
            .pieces.filter(({ holder }) => elements.has(holder))
            .map((piece) => ({ paragraph, piece })),
        );
};

function deleteReferences(file: WordFile, places: readonly Reference[], context: EditContext): XmlEdit[] | Rejected {
  const edits: XmlEdit[] = [];
  for (const { paragraph, piece } of places) {
    if (paragraph.locked !== null)
      return reject('read_only_content', `The reference in ${paragraph.address} cannot be deleted: ${paragraph.locked}.`);
    const made =
      context.mode === 'direct'
        ? [removeNode(isAlone(piece.run, piece.holder) ? piece.run : piece.holder)]
        : trackReference(file, paragraph, piece, context);
    if (made === null)
      return reject('unsupported', `The reference in ${paragraph.address} cannot be taken out of its run.`, [paragraph.address]);
    append(edits, made);
  }
  return edits;
}

const blocksOf = (file: WordFile, target: string): readonly WordBlock[] =>
  file.stories.find(({ prefix }) => prefix === `${target}.`)?.blocks ?? [];
const textOf = (file: WordFile, blocks: readonly WordBlock[]): string =>
  [...paragraphsOf(blocks)]
    .map((paragraph) => file.textOf(paragraph).text)
    .join('\n')
    .trim();

export const deleteFootnote = defineEdit<WordFile, z.infer<typeof deleteSchema>>({
  op: 'delete_footnote',
  format: 'docx',
  summary: 'Deletes a footnote or endnote with its number in the text',
  tracked: true,
  refuses: { target_not_found: 'there is no such note', read_only_content: 'its number lies in a locked control' },
  schema: deleteSchema,
  plan(file, { target, expect }, context) {
    const kind: NoteKind = target.startsWith('endnote') ? 'endnote' : 'footnote';
    const id = target.slice(kind.length);
    const part = notesPart(file.opened, kind);
    const note = part && noteOf(part, kind, id);
    const places = placesOf(file, kind, id);
    if (part === undefined || note === undefined || places.length === 0)
      return reject(
        'target_not_found',
        `There is no ${target} in the text of this file.`,
        file.stories.flatMap(({ prefix }) => (/^(?:foot|end)note/.test(prefix) ? [prefix.slice(0, -1)] : [])),
      );
    const blocks = blocksOf(file, target);
    const before = textOf(file, blocks);
    if (expect !== undefined && expect.trim() !== before) return reject('expect_mismatch', `${target} says "${tell(before)}".`, [target]);
    const references = deleteReferences(file, places, context);
    if (isRejected(references)) return references;
    const text = context.mode === 'direct' ? [removeNode(note)] : trackContent(file, blocks, 'del', context);
    if (isRejected(text)) return text;
    return {
      parts: [
        { part: file.main.name, edits: references },
        { part: part.name, edits: context.mode === 'direct' ? text : [...text, ...trackRowsOf(file, blocks, 'del', context)] },
      ],
      before: tell(before),
      after: '',
    };
  },
  examples: [
    {
      name: 'no such note',
      operation: { op: 'delete_footnote', target: 'footnote4' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
