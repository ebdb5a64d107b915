import { append } from '../../../base/append.ts';
import { z } from 'zod';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { findText, nearestTexts } from '../../find-text.ts';
import { textFits } from '../../text-fits.ts';
import {
  changeProperties,
  ofAnother,
  otherAuthor,
  writeProperties,
  type PropertyChanges,
  type PropertyPlace,
} from '../mechanics/change-properties.ts';
import { twinLike } from '../mechanics/change-text.ts';
import { cutRun, guardPiece } from '../mechanics/cut-run.ts';
import { findTarget, paragraphsOfTarget, tell } from '../mechanics/find-target.ts';
import { cellChanges, formatFields, paragraphChanges, textChanges } from '../mechanics/format-fields.ts';
import { needStyle, type NeededStyle } from '../mechanics/need-style.ts';
import type { WordCell, WordFile, WordParagraph, WordTarget } from '../../../ooxml/word-file.ts';
import { childOf, type Piece } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('set_format'),
  target: z.string().min(1).max(200).describe('Address of a paragraph, cell, row or table.'),
  find: textFits(1, 10_000).optional().describe('Only these words of it.'),
  all: z.boolean().optional().describe('With find: every place.'),
  style: z.string().min(1).max(200).optional().describe('Name of a paragraph style: Heading 2, Quote.'),
  ...formatFields,
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

interface Formatting {
  file: WordFile;
  fields: Fields;
  context: EditContext;
}
interface Span {
  start: number;
  end: number;
}

const placeOf = (
  { file, context }: Formatting,
  { part }: WordTarget,
  owner: PropertyPlace['owner'],
  list: PropertyPlace['list'],
): PropertyPlace => ({ file, part, owner, list, context });

/** Pieces of one run that the span touches, with the part of it that is meant. */
function runsIn(pieces: readonly Piece[], { start, end }: Span): { first: Piece; from: number; last: Piece; to: number }[] {
  const runs: { first: Piece; from: number; last: Piece; to: number }[] = [];
  for (const piece of pieces) {
    if (piece.run === piece.holder || piece.at >= end || piece.at + piece.text.length <= start) continue;
    const from = Math.max(0, start - piece.at);
    const to = Math.min(piece.text.length, end - piece.at);
    const open = runs.at(-1);
    if (open?.last.run === piece.run) Object.assign(open, { last: piece, to });
    else runs.push({ first: piece, from, last: piece, to });
  }
  return runs;
}

/** Runs within the span; where it begins or ends inside one, that one is divided. */
function formatSpan(formatting: Formatting, paragraph: WordParagraph, span: Span): XmlEdit[] | Rejected {
  const { file, fields } = formatting;
  const { pieces } = file.textOf(paragraph);
  const edits: XmlEdit[] = [];
  for (const { first, from, last, to } of runsIn(pieces, span)) {
    const changes = textChanges(file, childOf(first.run, 'rPr'), fields);
    const place = placeOf(formatting, paragraph, first.run, 'rPr');
    const other = otherAuthor(first.run, 'rPr', formatting.context);
    if (other !== null) return ofAnother(paragraph.address, other);
    const inRun = pieces.filter(({ run }) => run === first.run);
    const startsWithin = first !== inRun[0] || from > 0;
    const endsWithin = last !== inRun.at(-1) || to < last.text.length;
    // words that look so already stay in their run
    if (changeProperties({ ...place, context: { ...place.context, mode: 'direct' } }, changes).length === 0) continue;
    const opened = startsWithin
      ? cutRun(paragraph, first, from, { file, between: '', properties: writeProperties(place, changes) })
      : changeProperties(place, changes);
    const closed = endsWithin ? cutRun(paragraph, last, to, { file, between: '' }) : [];
    if (opened === null || closed === null)
      return reject('read_only_content', `The text in ${paragraph.address} cannot be divided: it is written as a CDATA section.`, [
        paragraph.address,
      ]);
    edits.push(...opened, ...closed, ...(startsWithin ? guardPiece(first.run, opened, closed) : []));
  }
  return edits;
}

const has = (changes: PropertyChanges): boolean => changes.size > 0;

/** Cells that the target is, or holds. */
function cellsOf(target: WordTarget): WordCell[] {
  switch (target.kind) {
    case 'paragraph':
      return [];
    case 'cell':
      return [target];
    case 'row':
      return target.cells;
    case 'table':
      return target.rows.flatMap(({ cells }) => cells);
  }
}

function formatParagraph(formatting: Formatting, paragraph: WordParagraph, style: NeededStyle | undefined): XmlEdit[] | Rejected {
  const { file, fields } = formatting;
  const twin = twinLike(paragraph);
  const copied = twin === undefined ? [] : formatParagraph(formatting, twin, style);
  if (!Array.isArray(copied)) return copied;
  if (paragraph.locked !== null)
    return reject('read_only_content', `${paragraph.address} cannot be formatted: ${paragraph.locked}.`, [paragraph.address]);
  const { text } = file.textOf(paragraph);
  const spans: Span[] = fields.find === undefined ? [{ start: 0, end: text.length }] : findText(text, { find: fields.find, replace: '' });
  const edits: XmlEdit[] = [...copied];
  if (has(textChanges(file, undefined, fields))) {
    for (const span of spans) {
      const made = formatSpan(formatting, paragraph, span);
      if (!Array.isArray(made)) return made;
      append(edits, made);
    }
  }
  const changes = new Map(paragraphChanges(file, childOf(paragraph.element, 'pPr'), fields));
  if (style !== undefined) changes.set('pStyle', style.xml);
  const other = has(changes) ? otherAuthor(paragraph.element, 'pPr', formatting.context) : null;
  if (other !== null) return ofAnother(paragraph.address, other);
  return has(changes) ? [...edits, ...changeProperties(placeOf(formatting, paragraph, paragraph.element, 'pPr'), changes)] : edits;
}

function paragraphsMeant(file: WordFile, target: WordTarget, fields: Fields): WordParagraph[] | Rejected {
  const paragraphs = paragraphsOfTarget(target);
  const { find } = fields;
  if (find === undefined) return paragraphs;
  const holding = paragraphs.filter((paragraph) => findText(file.textOf(paragraph).text, { find, replace: '' }).length > 0);
  const places = holding.reduce((sum, paragraph) => sum + findText(file.textOf(paragraph).text, { find, replace: '' }).length, 0);
  if (places === 0)
    return reject(
      'target_not_found',
      `The text "${tell(find)}" is not in ${fields.target}.`,
      nearestTexts(
        paragraphs.map((paragraph) => ({ address: paragraph.address, text: file.textOf(paragraph).text })),
        find,
      ),
    );
  if (places > 1 && fields.all !== true)
    return reject(
      'ambiguous_target',
      `The text "${tell(find)}" is in ${places} places of ${fields.target}; give more of it, or set all.`,
      holding.map(({ address }) => address),
    );
  return holding;
}

/** What was asked, as a person would tell it. */
const told = ({ op: _op, target: _target, expect: _expect, find: _find, all: _all, ...format }: Fields): string =>
  Object.entries(format)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

export const setFormat = defineEdit<WordFile, Fields>({
  op: 'set_format',
  format: 'docx',
  summary: 'Sets type, colour, alignment, spacing or style of paragraphs, of words in them, and the background of cells',
  tracked: true,
  refuses: {
    target_not_found: 'the words are not there',
    ambiguous_target: 'the words are in several places and `all` is not set',
    unsupported: 'the file has no such style',
    read_only_content: 'it is locked',
    no_effect: 'it looks so already',
  },
  schema,
  plan(file, fields, context) {
    const target = findTarget(file, fields, ['paragraph', 'cell', 'row', 'table']);
    if ('rejected' in target) return target;
    if (told(fields) === '') return reject('no_effect', 'The operation names no format to set.');
    const paragraphs = paragraphsMeant(file, target, fields);
    if (!Array.isArray(paragraphs)) return paragraphs;
    const style = fields.style === undefined ? undefined : needStyle(file, fields.style, 'paragraph');
    if (style !== undefined && 'rejected' in style) return style;
    const formatting = { file, fields, context };
    const edits: XmlEdit[] = [];
    for (const paragraph of paragraphs) {
      const made = formatParagraph(formatting, paragraph, style);
      if (!Array.isArray(made)) return made;
      append(edits, made);
    }
    const fill = cellChanges(file, fields.fill);
    if (has(fill)) {
      if (target.kind === 'paragraph')
        return reject(
          'target_not_found',
          `${fields.target} is a paragraph; a background is for cells, rows and tables.`,
          target.cell === undefined ? [] : [target.cell.address],
        );
      for (const cell of cellsOf(target)) {
        const other = otherAuthor(cell.element, 'tcPr', context);
        if (other !== null) return ofAnother(cell.address, other);
        append(edits, changeProperties(placeOf(formatting, cell, cell.element, 'tcPr'), fill));
      }
    }
    if (edits.length === 0) return reject('no_effect', `${fields.target} looks so already.`);
    const parts: PartEdits[] = [{ part: target.part.name, edits }];
    const before = fields.find ?? tell(paragraphs.map((paragraph) => file.textOf(paragraph).text).join('\n'));
    return { parts, before, after: told(fields), ...(style?.finish === undefined ? {} : { finish: style.finish }) };
  },
  examples: [
    {
      name: 'words of a paragraph',
      operation: { op: 'set_format', target: 'p1', find: 'ten', bold: true, color: 'C00000' },
      given: '<w:p><w:r><w:rPr><w:sz w:val="20"/></w:rPr><w:t>in ten days</w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:rPr><w:sz w:val="20"/></w:rPr><w:t xml:space="preserve">in </w:t></w:r><w:r><w:rPr><w:b/><w:color w:val="C00000"/><w:sz w:val="20"/></w:rPr><w:t xml:space="preserve">ten</w:t></w:r><w:r><w:rPr><w:sz w:val="20"/></w:rPr><w:t xml:space="preserve"> days</w:t></w:r></w:p>',
    },
    {
      name: 'a paragraph; what it had beside stays',
      operation: { op: 'set_format', target: 'p1', align: 'justify', space_after_pt: 6 },
      given: '<w:p><w:pPr><w:spacing w:before="60"/><w:rPr><w:b/></w:rPr></w:pPr></w:p>',
      expected: '<w:p><w:pPr><w:spacing w:before="60" w:after="120"/><w:jc w:val="both"/><w:rPr><w:b/></w:rPr></w:pPr></w:p>',
    },
    {
      name: 'tracked: as it was is written down',
      operation: { op: 'set_format', target: 'p1', italic: true, align: 'center' },
      mode: 'tracked',
      given: '<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r></w:p>',
      expected:
        '<w:p><w:pPr><w:jc w:val="center"/><w:pPrChange w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange></w:pPr><w:r><w:rPr><w:b/><w:i/><w:rPrChange w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t></w:r></w:p>',
    },
    {
      name: 'the background of a row',
      operation: { op: 'set_format', target: 't1.r1', fill: 'eeeeee' },
      given:
        '<w:tbl><w:tr><w:tc><w:tcPr><w:tcW w:w="1" w:type="dxa"/><w:vAlign w:val="center"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:tcPr><w:tcW w:w="1" w:type="dxa"/><w:shd w:val="clear" w:color="auto" w:fill="EEEEEE"/><w:vAlign w:val="center"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'so already',
      operation: { op: 'set_format', target: 'p1', align: 'center' },
      given: '<w:p><w:pPr><w:jc w:val="center"/></w:pPr></w:p>',
      expected: { rejected: 'no_effect' },
    },
    {
      name: 'words that look so already stay in their run',
      operation: { op: 'set_format', target: 'p1', find: 'ten', bold: true },
      given: '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>in ten days</w:t></w:r></w:p>',
      expected: { rejected: 'no_effect' },
    },
    {
      name: 'a style that is not there',
      operation: { op: 'set_format', target: 'p1', style: 'Nothing' },
      given: '<w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
