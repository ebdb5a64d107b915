/** The colours and the face that a workbook writes in: its theme's, or those of the charts that are there. */
import { A, C, S } from '../../../ooxml/names.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { CHART_CONTENT_TYPE } from '../../../ooxml/chart.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';

const ACCENTS = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'] as const;

/** RRGGBB of a colour of the theme. */
const hexOf = (slot: XmlElement): string | undefined => {
  const [color] = elementsOf(slot);
  const value = color && (attributeOf(color, 'lastClr') ?? attributeOf(color, 'val'));
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : undefined;
};

function themeOf(opened: OfficePackage): XmlElement | undefined {
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/theme'))?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  return name === undefined ? undefined : readXmlPart(opened, name).root;
}

/** Fills of the series of the first chart that names its colours. */
function chartColors(opened: OfficePackage, slots: ReadonlyMap<string, string>): string[] {
  for (const name of partNames(opened)) {
    if (contentTypeOf(opened, name) !== CHART_CONTENT_TYPE) continue;
    const series = [...walkElements(readXmlPart(opened, name).root)].filter(({ local, uri }) => local === 'ser' && uri === C);
    const colors = series.flatMap((one) => {
      const shape = firstElementOf(one, 'spPr', C);
      const fill = shape && [...walkElements(shape)].find(({ local, uri }) => local === 'solidFill' && uri === A);
      const color = fill && elementsOf(fill)[0];
      const value = color && attributeOf(color, 'val');
      if (color === undefined || value === undefined) return [];
      if (color.local === 'srgbClr') return [value.toUpperCase()];
      return slots.get(value) ?? [];
    });
    if (colors.length > 0) return colors;
  }
  return [];
}

/** Colours of series, in their order; empty where the workbook has none of its own. */
export function workbookColors(opened: OfficePackage): string[] {
  const theme = themeOf(opened);
  const scheme = theme && [...walkElements(theme)].find(({ local, uri }) => local === 'clrScheme' && uri === A);
  const slots = new Map(
    (scheme === undefined ? [] : elementsOf(scheme)).flatMap((slot) => {
      const hex = hexOf(slot);
      return hex === undefined ? [] : [[slot.local, hex] as const];
    }),
  );
  const accents = ACCENTS.flatMap((name) => slots.get(name) ?? []);
  return [...new Set([...chartColors(opened, slots), ...accents])];
}

/** The face of cells without a format of their own. */
export function workbookFace(opened: OfficePackage): string | undefined {
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/styles'))?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  const fonts = name === undefined ? undefined : firstElementOf(readXmlPart(opened, name).root, 'fonts', S);
  const first = fonts && elementsOf(fonts, 'font', S)[0];
  const face = first && firstElementOf(first, 'name', S);
  return face && attributeOf(face, 'val');
}
