/** New words with their formats, links, formulas and fields, as the content of a paragraph. */
import { M, W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { texToOmml } from '../../../ooxml/omml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { isRejected, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { WordBlock, WordFile } from '../../../ooxml/word-file.ts';
import { inOrder, ORDERS } from './change-properties.ts';
import { openRevision, runContent } from './change-text.ts';
import { colorField, fontField, highlightField, scriptField, sizeField, textChanges } from './format-fields.ts';
import { needStyle, styleNamed } from './need-style.ts';
import { needAnchor } from './word-bookmarks.ts';
import { newLink, type LinkTarget } from './word-links.ts';
import { valueOf } from '../../../ooxml/word-text.ts';

/** An address that a link may lead to: no script. */
export const urlField = textFits(1, 2_000).regex(
  /^(?:https?|mailto|tel|ftp|sftp):|^[./#]?[^\s:]+$/i,
  'an address such as https://example.org/plan or mailto:ana@example.org',
);

const FIELDS = {
  page: 'PAGE',
  pages: 'NUMPAGES',
  date: 'DATE \\@ "yyyy-MM-dd"',
  title: 'TITLE',
  author: 'AUTHOR',
  file_name: 'FILENAME',
} as const;
const fieldField = z.enum(['page', 'pages', 'date', 'title', 'author', 'file_name']);

export const newRunSchema = z.strictObject({
  text: textFits(0, 100_000).optional().describe('\\n is a line break.'),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
  script: scriptField.optional(),
  color: colorField.optional(),
  highlight: highlightField.optional(),
  font: fontField.optional(),
  size_pt: sizeField.optional(),
  url: urlField.optional().describe('Where the words lead outside.'),
  to: z.string().min(1).max(200).optional().describe('Where the words lead in the file: a bookmark, or the address of a heading.'),
  math: textFits(1, 10_000).optional().describe('A formula in LaTeX, in the place of text.'),
  field: fieldField.optional().describe('What Word counts or knows, in the place of text.'),
});
export type NewRun = z.infer<typeof newRunSchema>;

export const textOfRuns = (runs: readonly NewRun[]): string => runs.map(({ text, math, field }) => text ?? math ?? field ?? '').join('');

export interface Writing {
  file: WordFile;
  context: EditContext;
  near: WordBlock;
  /** Definitions that the new blocks need: styles, numberings, relationships. */
  finishes: ((opened: OfficePackage) => void)[];
  /** Changes elsewhere: bookmarks that new links lead to. */
  anchors?: PartEdits[];
}

/** Formatting of running text that new words take over; what makes single words stand out is not. */
export type Base = ReadonlyMap<string, string>;

const CODE_FONT = 'Courier New';

/** `w:rPr`, in the order of the schema. */
function propertiesXml({ w }: { w: string }, properties: ReadonlyMap<string, string>): string {
  const inner = inOrder(ORDERS.rPr, properties);
  return inner === '' ? '' : `<${w}rPr>${inner}</${w}rPr>`;
}

function lookOf(writing: Writing, run: NewRun, base: Base): Map<string, string> | Rejected {
  const { file } = writing;
  const { bold, italic, underline, strike, script, color, highlight, font, size_pt } = run;
  const on = {
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(underline ? { underline } : {}),
    ...(strike ? { strike } : {}),
  };
  const look = new Map([...base, ...textChanges(file, undefined, { ...on, script, color, highlight, font, size_pt })]);
  if (run.code === true && font === undefined) {
    const known = ['html code', 'code', 'inline code', 'source text', 'verbatim char'].map((name) => styleNamed(file, name, 'character'));
    const id = valueOf(
      known.find((style) => style !== undefined),
      'styleId',
    );
    for (const [local, xml] of id === undefined ? textChanges(file, undefined, { font: CODE_FONT }) : []) look.set(local, xml);
    if (id !== undefined) {
      look.delete('rFonts');
      look.set('rStyle', `<${file.w}rStyle ${file.w}val="${id}"/>`);
    }
  }
  if (run.url === undefined && run.to === undefined) return look;
  const style = needStyle(file, 'hyperlink', 'character');
  if (isRejected(style)) return style;
  if (style.finish !== undefined) writing.finishes.push(style.finish);
  // the look of a link is that of its style
  if (run.color === undefined) look.delete('color');
  if (!look.has('rStyle')) look.set('rStyle', style.xml);
  return look;
}

/** Plain words. */
export function runsXml({ w }: WordFile, runs: readonly { text: string; bold?: boolean }[], base: Base = new Map()): string {
  return runs
    .filter(({ text }) => text !== '')
    .map(({ text, bold }) => {
      const look = new Map([...base, ...(bold === true ? ([['b', `<${w}b/>`]] as const) : [])]);
      return `<${w}r>${propertiesXml({ w }, look)}${runContent(w, text)}</${w}r>`;
    })
    .join('');
}

/** A field of several runs, which may be a tracked change. @param shown what it says until it is counted */
export function fieldXml(w: string, instruction: string, shown: string, { look = '', dirty = false } = {}): string {
  const mark = (kind: string, more = ''): string => `<${w}r>${look}<${w}fldChar ${w}fldCharType="${kind}"${more}/></${w}r>`;
  return (
    mark('begin', dirty ? ` ${w}dirty="true"` : '') +
    `<${w}r>${look}<${w}instrText xml:space="preserve"> ${escapeText(instruction)} </${w}instrText></${w}r>` +
    `${mark('separate')}<${w}r>${look}${runContent(w, shown)}</${w}r>${mark('end')}`
  );
}

/** A formula with its namespaces, whatever the file declares. */
export function mathXml(latex: string, display: boolean): string | Rejected {
  const { xml, problem } = texToOmml(latex, { display });
  if (problem !== undefined) return reject('unsupported', `The formula cannot be written: ${problem}`);
  return xml.replace(/^<(m:\w+)/, `<$1 xmlns:m="${M}" xmlns:w="${W}"`);
}

function linkTarget(writing: Writing, { url, to }: NewRun): LinkTarget | Rejected {
  if (to === undefined) return { url: url ?? '' };
  const anchor = needAnchor(writing.file, to);
  if (isRejected(anchor)) return anchor;
  (writing.anchors ??= []).push(...anchor.parts);
  return { anchor: anchor.name };
}

function runXml(writing: Writing, run: NewRun, base: Base): string | Rejected {
  const { file, context, near } = writing;
  const { w } = file;
  if (run.math !== undefined) return mathXml(run.math, false);
  const look = lookOf(writing, run, base);
  if (isRejected(look)) return look;
  const properties = propertiesXml(file, look);
  if (run.field !== undefined) {
    const shown = run.field === 'date' ? context.date.slice(0, 10) : run.field.startsWith('page') ? '1' : '…';
    return fieldXml(w, FIELDS[run.field], shown, { look: properties, dirty: shown === '…' });
  }
  if (run.text === undefined || run.text === '') return '';
  const xml = `<${w}r>${properties}${runContent(w, run.text)}</${w}r>`;
  if (run.url === undefined && run.to === undefined) return xml;
  const target = linkTarget(writing, run);
  if (isRejected(target)) return target;
  const link = newLink(file, near.part, target, undefined);
  if (link.finish !== undefined) writing.finishes.push(link.finish);
  return `<${w}hyperlink${link.attributes}>${xml}</${w}hyperlink>`;
}

/** The content of a paragraph. */
export function contentXml(writing: Writing, runs: readonly NewRun[], base: Base = new Map()): string | Rejected {
  let xml = '';
  for (const run of runs) {
    const written = runXml(writing, run, base);
    if (typeof written !== 'string') return written;
    xml += written;
  }
  return xml;
}

/** Content as inserted: the mark is inside of links, which cannot be marked themselves (ISO/IEC 29500-1 §17.13.5.18). */
export function insertedXml(file: WordFile, context: EditContext, content: string): string {
  if (context.mode === 'direct') return content;
  const { w } = file;
  return content
    .split(new RegExp(`(<${w}hyperlink\\b[^>]*>|</${w}hyperlink>)`))
    .map((piece, index) => (index % 2 === 1 || piece === '' ? piece : `${openRevision(file, 'ins', context)}>${piece}</${w}ins>`))
    .join('');
}
