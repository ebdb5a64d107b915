import { A } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { replaceContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readXmlPart, relationshipsOf, type XmlPart } from '../../../ooxml/office-package.ts';
import { firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type PartEdits } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';

const color = z
  .string()
  .regex(/^#?[0-9A-Fa-f]{6}$/)
  .transform((value) => value.replace('#', '').toUpperCase())
  .optional();
const schema = z.strictObject({
  op: z.literal('apply_theme'),
  colors: z
    .strictObject({
      dark1: color,
      light1: color,
      dark2: color,
      light2: color,
      accent1: color,
      accent2: color,
      accent3: color,
      accent4: color,
      accent5: color,
      accent6: color,
      hyperlink: color,
      followed_hyperlink: color,
    })
    .optional()
    .describe('RRGGBB each; those that are not named stay.'),
  heading_font: textFits(1, 100).optional(),
  body_font: textFits(1, 100).optional(),
});
type Fields = z.infer<typeof schema>;

const SLOTS: Readonly<Record<keyof NonNullable<Fields['colors']>, string>> = {
  dark1: 'dk1',
  light1: 'lt1',
  dark2: 'dk2',
  light2: 'lt2',
  accent1: 'accent1',
  accent2: 'accent2',
  accent3: 'accent3',
  accent4: 'accent4',
  accent5: 'accent5',
  accent6: 'accent6',
  hyperlink: 'hlink',
  followed_hyperlink: 'folHlink',
};

/** Themes of the slides' masters. */
function themesOf({ opened, main }: DeckFile): XmlPart[] {
  const masters = relationshipsOf(opened, main.name).flatMap(({ type, target, external }) =>
    !external && type.endsWith('/slideMaster') ? (partNamed(opened, target) ?? []) : [],
  );
  const names = masters.flatMap((master) =>
    relationshipsOf(opened, master).flatMap(({ type, target }) => (type.endsWith('/theme') ? (partNamed(opened, target) ?? []) : [])),
  );
  return [...new Set(names)].map((name) => readXmlPart(opened, name));
}

function themeEdits(part: XmlPart, { colors = {}, heading_font: heading, body_font: body }: Fields): XmlEdit[] {
  const edits: XmlEdit[] = [];
  for (const element of walkElements(part.root)) {
    if (element.uri !== A) continue;
    if (element.local === 'clrScheme') {
      for (const [name, slot] of Object.entries(SLOTS)) {
        const value = colors[name as keyof typeof SLOTS];
        const place = value === undefined ? undefined : firstElementOf(element, slot, A);
        const prefix = element.name.slice(0, element.name.indexOf(':') + 1);
        if (place !== undefined && value !== undefined) edits.push(replaceContent(part, place, `<${prefix}srgbClr val="${value}"/>`));
      }
    }
    const font = element.local === 'majorFont' ? heading : element.local === 'minorFont' ? body : undefined;
    const latin = font === undefined ? undefined : firstElementOf(element, 'latin', A);
    if (latin !== undefined && font !== undefined) edits.push(setAttribute(part, latin, 'typeface', font));
  }
  const source = (edit: XmlEdit): string => part.source.slice(edit.start, edit.end);
  return edits.filter((edit) => source(edit) !== edit.xml);
}

export const applyTheme = defineEdit<DeckFile, Fields>({
  op: 'apply_theme',
  format: 'pptx',
  summary: "Gives the presentation's theme other colours and fonts; what has its own on a slide keeps it",
  tracked: false,
  alone: true,
  refuses: { no_effect: 'nothing is named, or all of it is so already', unsupported: 'the presentation has no theme' },
  schema,
  plan(file, fields) {
    const named = [...Object.entries(fields.colors ?? {}), ['heading_font', fields.heading_font], ['body_font', fields.body_font]].filter(
      ([, value]) => value !== undefined,
    );
    if (named.length === 0) return reject('no_effect', 'Neither colours nor fonts are named.');
    const themes = themesOf(file);
    if (themes.length === 0) return reject('unsupported', 'This presentation has no theme.');
    const parts = themes
      .map((part): PartEdits => ({ part: part.name, edits: themeEdits(part, fields) }))
      .filter(({ edits }) => edits.length > 0);
    return parts.length === 0
      ? reject('no_effect', 'The theme has these colours and fonts already.')
      : { parts, after: named.map(([name, value]) => `${name} ${String(value)}`).join(', ') };
  },
  examples: [{ name: 'nothing is named', operation: { op: 'apply_theme' }, given: '<a:p/>', expected: { rejected: 'no_effect' } }],
});
