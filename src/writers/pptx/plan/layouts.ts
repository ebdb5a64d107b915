/** All layouts of the template (looks: Presentation). Every slide is one of these; places and formats live here, never on the slide. */
import type { DeckTheme, Ink } from '../deck-theme.ts';
import type { Layout, Placeholder, Shape, ShapeGroup } from './layout.ts';
import { cardLayouts, figureLayouts } from './layouts/figures.ts';
import { frontLayouts } from './layouts/front.ts';
import { itemLayouts } from './layouts/items.ts';
import { pictureLayouts } from './layouts/pictures.ts';
import { textLayouts } from './layouts/text.ts';

/** Inks on a background of full colour that stand for those on white. */
const ON_BLOCK: Readonly<Partial<Record<Ink, Ink>>> = {
  text: 'onBlock',
  muted: 'onBlockMuted',
  accent: 'onBlockBright',
  title: 'onBlock',
  card: 'blockCard',
  tint: 'blockCard',
  rule: 'blockRule',
  hair: 'blockRule',
  ground: 'block',
  block: 'blockCard',
};
const turned = (ink: Ink): Ink => ON_BLOCK[ink] ?? ink;

/** A shape or a group as it is on a background of full colour. */
export function turnShape<T extends Shape | ShapeGroup>(given: T): T {
  if ('group' in given) return { ...given, group: given.group.map(turnShape) };
  const { fill, outline, gradient } = given as Shape;
  return {
    ...given,
    ...(fill === undefined ? {} : { fill: turned(fill) }),
    ...(outline === undefined ? {} : { outline: { ...outline, ink: turned(outline.ink) } }),
    ...(gradient === undefined ? {} : { gradient: { ...gradient, from: turned(gradient.from), to: turned(gradient.to) } }),
  };
}

const turnPlaceholder = (placeholder: Placeholder): Placeholder => ({
  ...placeholder,
  ...(placeholder.fill === undefined ? {} : { fill: turned(placeholder.fill) }),
  levels: placeholder.levels.map((level) => ({ ...level, ink: turned(level.ink) })),
});

/** Layouts that a deck may use on a background of full colour, for rhythm. */
const TURNED = /^(?:rows|columns|grid|kpi|timeline|statement|quote|bullets$|two-text)/;

/** The name of a layout on a background of full colour. */
export const turnedName = (name: string): string => `${name}-deep`;

function turnLayout(layout: Layout): Layout {
  return {
    ...layout,
    name: turnedName(layout.name),
    label: `${layout.label}, deep`,
    twinOf: layout.name,
    ground: 'block',
    shapes: layout.shapes.map(turnShape),
    placeholders: layout.placeholders.map(turnPlaceholder),
  };
}

/** In the order in which PowerPoint lists them. */
export function layoutsOf(theme: DeckTheme): Layout[] {
  const own = [
    ...frontLayouts(theme),
    ...textLayouts(theme),
    ...itemLayouts(theme),
    ...cardLayouts(theme),
    ...figureLayouts(theme),
    ...pictureLayouts(theme),
  ];
  const all = [...own, ...own.filter(({ name }) => TURNED.test(name)).map(turnLayout)];
  if (theme.titleAlign === 'left') return all;
  const aligned = (placeholder: Placeholder): Placeholder =>
    placeholder.type === 'title'
      ? { ...placeholder, levels: placeholder.levels.map((level) => ({ ...level, align: theme.titleAlign })) }
      : placeholder;
  return all.map((layout) => ({ ...layout, placeholders: layout.placeholders.map(aligned) }));
}
