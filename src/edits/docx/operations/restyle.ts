import { OFFICE_RELATIONSHIP, W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { appendContent, insertBefore, replaceNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { changeProperties, withAttributes, type PropertyChanges, type PropertyList } from '../mechanics/change-properties.ts';
import { changePages } from './set-page.ts';
import { paragraphsOf, type WordFile } from '../../../ooxml/word-file.ts';
import { partOfType, prefixOf } from '../mechanics/word-names.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const hex = z.string().regex(/^[0-9A-Fa-f]{6}$/, 'six hexadecimal digits, without #');
const align = z.enum(['left', 'center', 'right', 'justify']);
const schema = z.strictObject({
  op: z.literal('restyle'),
  font: textFits(1, 100).optional().describe('Face of text and headings.'),
  font_size: z.number().min(6).max(32).optional().describe('Of the text, in points; headings keep their proportion to it.'),
  line_spacing: z.number().min(0.8).max(3).optional(),
  colors: z.strictObject({ title: hex.optional(), headings: hex.optional(), text: hex.optional(), accent: hex.optional() }).optional(),
  align: z.strictObject({ title: align.optional(), headings: align.optional(), body: align.optional() }).optional(),
  margins_cm: z.number().min(0.5).max(8).optional(),
  orientation: z.enum(['portrait', 'landscape']).optional(),
  keep_direct: z
    .boolean()
    .optional()
    .describe('Formatting that is in the text itself stays; where absent, faces, sizes and colours of running text give way to the style.'),
});
type Fields = z.infer<typeof schema>;

interface Restyling {
  file: WordFile;
  styles: XmlPart;
  fields: Fields;
  context: EditContext;
}

const THEME = `${OFFICE_RELATIONSHIP}theme`;
const LINE = 240;
/** What follows the properties of paragraph and run in a style (ISO/IEC 29500-1 §17.7.4.17). */
const BEHIND: Readonly<Record<string, RegExp>> = { pPr: /^(rPr|tblPr|trPr|tcPr|tblStylePr)$/, rPr: /^(tblPr|trPr|tcPr|tblStylePr)$/ };

/** The properties of a style, or those of the defaults. */
function change({ file, styles, context }: Restyling, owner: XmlElement, list: PropertyList, changes: PropertyChanges): XmlEdit[] {
  const w = prefixOf(styles);
  if (childOf(owner, list) !== undefined)
    return changeProperties({ file: { ...file, w }, part: styles, owner, list, context: { ...context, mode: 'direct' } }, changes);
  const xml = [...changes.values()].join('');
  if (xml === '') return [];
  const behind = elementsOf(owner).find(({ local }) => BEHIND[list]?.test(local));
  const written = `<${w}${list}>${xml}</${w}${list}>`;
  return [
    {
      ...(behind === undefined ? appendContent(styles, owner, written) : insertBefore(behind, written)),
      unique: list === 'pPr' ? '0 pPr' : '1 rPr',
    },
  ];
}

const nameOf = (style: XmlElement): string => (valueOf(childOf(style, 'name')) ?? '').toLowerCase();
const isDefault = (style: XmlElement): boolean => /^(1|true|on)$/.test(valueOf(style, 'default') ?? '');

type Role = 'body' | 'heading' | 'title' | 'other';
function roleOf(style: XmlElement): Role {
  if (isDefault(style)) return 'body';
  const name = nameOf(style);
  return /^heading \d$/.test(name) ? 'heading' : name === 'title' ? 'title' : 'other';
}

const sizeOf = (owner: XmlElement | undefined): number => Number(valueOf(owner && childOf(childOf(owner, 'rPr') ?? owner, 'sz')) ?? NaN);

/** Sizes grow with the text's: half-points. */
function textSize(styles: XmlPart): number {
  const defaults = firstElementOf(styles.root, 'docDefaults', W);
  const normal = elementsOf(styles.root, 'style', W).find((style) => valueOf(style, 'type') === 'paragraph' && isDefault(style));
  return [sizeOf(normal), sizeOf(defaults && childOf(defaults, 'rPrDefault'))].find((size) => size > 0) ?? 20;
}

function runChanges({ styles, fields }: Restyling, style: XmlElement, role: Role, ratio: number): PropertyChanges {
  const w = prefixOf(styles);
  const known = childOf(style, 'rPr');
  const changes = new Map<string, string>();
  const faces = known && childOf(known, 'rFonts');
  if (fields.font !== undefined && (role === 'body' || faces !== undefined)) {
    changes.set(
      'rFonts',
      withAttributes(w, 'rFonts', faces, {
        ascii: fields.font,
        hAnsi: fields.font,
        cs: fields.font,
        asciiTheme: null,
        hAnsiTheme: null,
        cstheme: null,
      }),
    );
  }
  const size = sizeOf(style);
  if (fields.font_size !== undefined && (role === 'body' || size > 0)) {
    const half = role === 'body' ? Math.round(fields.font_size * 2) : Math.max(8, Math.round(size * ratio));
    for (const local of ['sz', 'szCs']) changes.set(local, `<${w}${local} ${w}val="${half}"/>`);
  }
  const color =
    role === 'body'
      ? fields.colors?.text
      : role === 'heading'
        ? fields.colors?.headings
        : role === 'title'
          ? fields.colors?.title
          : undefined;
  if (color !== undefined) changes.set('color', `<${w}color ${w}val="${color.toUpperCase()}"/>`);
  return changes;
}

function paragraphChanges({ styles, fields }: Restyling, style: XmlElement, role: Role): PropertyChanges {
  const w = prefixOf(styles);
  const known = childOf(style, 'pPr');
  const changes = new Map<string, string>();
  if (fields.line_spacing !== undefined && role === 'body')
    changes.set(
      'spacing',
      withAttributes(w, 'spacing', known && childOf(known, 'spacing'), {
        line: String(Math.round(fields.line_spacing * LINE)),
        lineRule: 'auto',
      }),
    );
  const side =
    role === 'body' ? fields.align?.body : role === 'heading' ? fields.align?.headings : role === 'title' ? fields.align?.title : undefined;
  if (side !== undefined) changes.set('jc', `<${w}jc ${w}val="${side === 'justify' ? 'both' : side}"/>`);
  return changes;
}

function changeStyles(restyling: Restyling): XmlEdit[] {
  const { styles, fields } = restyling;
  const ratio = fields.font_size === undefined ? 1 : (fields.font_size * 2) / textSize(styles);
  const edits = elementsOf(styles.root, 'style', W)
    .filter((style) => valueOf(style, 'type') === 'paragraph')
    .flatMap((style) => {
      const role = roleOf(style);
      // in the order of the schema, so that new ones at one place are right
      return [
        ...change(restyling, style, 'pPr', paragraphChanges(restyling, style, role)),
        ...change(restyling, style, 'rPr', runChanges(restyling, style, role, ratio)),
      ];
    });
  const defaults = firstElementOf(styles.root, 'docDefaults', W);
  const holder = defaults && childOf(defaults, 'rPrDefault');
  // tables and notes begin with the defaults
  return holder === undefined
    ? edits
    : [
        ...edits,
        ...change(
          restyling,
          holder,
          'rPr',
          new Map([...runChanges(restyling, holder, 'body', ratio)].filter(([local]) => local === 'rFonts')),
        ),
      ];
}

/** Faces, sizes and colours that are in running text itself would hide the style's. */
function clearDirect({ file, fields, context }: Restyling): PartEdits[] {
  const names = [
    ...(fields.font === undefined ? [] : ['rFonts']),
    ...(fields.font_size === undefined ? [] : ['sz', 'szCs']),
    ...(fields.colors?.text === undefined ? [] : ['color']),
  ];
  if (names.length === 0 || fields.keep_direct === true) return [];
  const changes = new Map(names.map((name) => [name, '']));
  // text boxes have looks of their own
  return file.stories
    .filter(({ prefix }) => !prefix.startsWith('box'))
    .map(({ part, blocks }) => ({
      part: part.name,
      edits: [...paragraphsOf(blocks)]
        .filter(({ locked }) => locked === null)
        .flatMap((paragraph) => {
          const runs = new Set(
            file
              .textOf(paragraph)
              .pieces.filter(({ kind, run, holder }) => kind !== 'object' && run !== holder)
              .map(({ run }) => run),
          );
          return [...runs].flatMap((owner) =>
            changeProperties(
              { file, part, owner, list: 'rPr', context: { ...context, mode: 'direct' } },
              new Map([...changes].filter(([local]) => isPlain(owner, local))),
            ),
          );
        }),
    }));
}

/** Symbols need their face; what is smaller or larger than its paragraph is so on purpose only where raised or lowered. */
function isPlain(run: XmlElement, local: string): boolean {
  const properties = childOf(run, 'rPr');
  if (properties === undefined) return false;
  const face = childOf(properties, 'rFonts');
  const symbolic =
    face !== undefined && face.attributes.some(({ value }) => /symbol|wingdings|webdings|dingbats|courier|consolas|mono/i.test(value));
  return local !== 'rFonts' || !symbolic;
}

function changeAccent(file: WordFile, accent: string | undefined): PartEdits[] {
  const theme = accent === undefined ? undefined : partOfType(file.opened, THEME);
  const slot = theme && [...walkElements(theme.root)].find(({ local }) => local === 'accent1');
  const color = slot && elementsOf(slot)[0];
  if (accent === undefined || theme === undefined || color === undefined) return [];
  const edit =
    color.local === 'srgbClr'
      ? setAttribute(theme, color, 'val', accent.toUpperCase())
      : replaceNode(color, `<${color.name.slice(0, -color.local.length)}srgbClr val="${accent.toUpperCase()}"/>`);
  return [{ part: theme.name, edits: [edit] }];
}

function collect(file: WordFile, styles: XmlPart, fields: Fields, context: EditContext): PartEdits[] | Rejected {
  const restyling = { file, styles, fields, context };
  const pages =
    fields.margins_cm === undefined && fields.orientation === undefined
      ? []
      : changePages(file, { margins_cm: fields.margins_cm, orientation: fields.orientation }, { ...context, mode: 'direct' });
  if (!Array.isArray(pages)) return pages;
  return [
    { part: styles.name, edits: changeStyles(restyling) },
    ...clearDirect(restyling),
    ...changeAccent(file, fields.colors?.accent),
    { part: file.main.name, edits: pages },
  ];
}

export const restyle = defineEdit<WordFile, Fields>({
  op: 'restyle',
  format: 'docx',
  summary: 'Gives the whole file another face, size, colours, spacing or margins, through its styles',
  tracked: false,
  refuses: {
    unsupported: 'the file has no styles',
    would_overflow: 'the margins leave no room for text',
    no_effect: 'it looks so already',
  },
  schema,
  plan(file, fields, context) {
    if (file.styles === undefined) return reject('unsupported', 'The file has no styles; format its paragraphs with set_format.');
    const parts = collect(file, file.styles, fields, context);
    if (!Array.isArray(parts)) return parts;
    if (parts.every(({ edits }) => edits.length === 0)) return reject('no_effect', 'The file looks so already.');
    const { op: _op, keep_direct: _keep, ...asked } = fields;
    return {
      parts,
      before: '',
      after: Object.entries(asked)
        .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join(', '),
    };
  },
  examples: [
    { name: 'a file without styles', operation: { op: 'restyle', font: 'Arial' }, given: '<w:p/>', expected: { rejected: 'unsupported' } },
  ],
});
