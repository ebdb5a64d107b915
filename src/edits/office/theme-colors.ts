/** Colours of operations on slides and sheets: RRGGBB, or a slot of the theme, whose colour follows the theme. */
import { A } from '../../ooxml/names.ts';
import { z } from 'zod';
import { contrast } from '../../base/color.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, walkElements } from '../../ooxml/xml-tree.ts';

/** Names as clients write them → the names of the schema (ISO/IEC 29500-1 §20.1.10.54). */
const SLOTS = {
  text: 'tx1',
  background: 'bg1',
  text2: 'tx2',
  background2: 'bg2',
  accent1: 'accent1',
  accent2: 'accent2',
  accent3: 'accent3',
  accent4: 'accent4',
  accent5: 'accent5',
  accent6: 'accent6',
} as const;
type Slot = keyof typeof SLOTS;
/** What the names of text and background mean where nothing says otherwise (ISO/IEC 29500-1 §19.3.1.6). */
const USUAL_SLOTS: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' };
const SLOT_NAMES = Object.keys(SLOTS) as [Slot, ...Slot[]];

export const officeColor = z.union([z.string().regex(/^#?[0-9A-Fa-f]{6}$/, 'six hexadecimal digits'), z.enum(SLOT_NAMES)], {
  error: 'This must be RRGGBB, or a colour of the theme: text, background, text2, background2, accent1 to accent6.',
});
export type OfficeColor = z.infer<typeof officeColor>;

const isSlot = (color: string): color is Slot => Object.hasOwn(SLOTS, color);

/** `a:solidFill` of a colour. @param at attributes of the element, such as a declaration, with a space before them */
export function solidFill(color: OfficeColor, at = ''): string {
  const inner = isSlot(color) ? `<a:schemeClr val="${SLOTS[color]}"/>` : `<a:srgbClr val="${color.replace('#', '').toUpperCase()}"/>`;
  return `<a:solidFill${at}>${inner}</a:solidFill>`;
}

/** A fill, or none of it. */
export const paintXml = (color: OfficeColor | 'none', at = ''): string => (color === 'none' ? `<a:noFill${at}/>` : solidFill(color, at));

const related = (opened: OfficePackage, from: string, kind: string): string | undefined => {
  const found = relationshipsOf(opened, from).find(({ type, external }) => !external && type.endsWith(`/${kind}`));
  return found && partNamed(opened, found.target);
};

/** RRGGBB of the slots of a theme (`dk1`, `accent1` …): those that name a colour of the system or of their own. */
function schemeColors(opened: OfficePackage, theme: string | undefined): ReadonlyMap<string, string> {
  if (theme === undefined) return new Map();
  const scheme = [...walkElements(readXmlPart(opened, theme).root)].find(({ local, uri }) => local === 'clrScheme' && uri === A);
  return new Map(
    (scheme === undefined ? [] : elementsOf(scheme, undefined, A)).flatMap((slot): [string, string][] => {
      const color = elementsOf(slot)[0];
      const value = color && (attributeOf(color, 'lastClr') ?? attributeOf(color, 'val'));
      return value !== undefined && /^[0-9A-Fa-f]{6}$/.test(value) ? [[slot.local, value.toUpperCase()]] : [];
    }),
  );
}

/** RRGGBB of the theme's slots that a slide is drawn with; empty where it has no theme. */
export function themeColors(opened: OfficePackage, slide: string): ReadonlyMap<string, string> {
  const layout = related(opened, slide, 'slideLayout');
  const master = layout && related(opened, layout, 'slideMaster');
  return schemeColors(opened, master && related(opened, master, 'theme'));
}

/** RRGGBB of the slots of a workbook's theme; empty where it has none. */
export const bookThemeColors = (opened: OfficePackage): ReadonlyMap<string, string> =>
  schemeColors(opened, related(opened, opened.mainPart, 'theme'));

/** The slot whose colour is read best on a fill: the theme's light or its dark one. */
export function inkSlotOn(colors: ReadonlyMap<string, string>, fill: OfficeColor): 'lt1' | 'dk1' {
  const slot = isSlot(fill) ? SLOTS[fill] : undefined;
  const ground = slot === undefined ? fill.replace('#', '').toUpperCase() : (colors.get(slot) ?? colors.get(USUAL_SLOTS[slot] ?? ''));
  if (ground === undefined) return 'lt1';
  // Office writes light text on filled shapes; dark text only where the light one cannot be read
  return contrast(colors.get('lt1') ?? 'FFFFFF', ground) >= 3 ? 'lt1' : 'dk1';
}

/** Name of the font slot of the theme that running text is set in. */
export const BODY_FONT = '+mn-lt';
