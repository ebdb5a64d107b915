/** All layouts of the template (looks: Presentation). Every slide is one of these; places and formats live here, never on the slide. */
import type { DeckTheme, Ink } from '../deck-theme.ts';
import type { Box, Layout, Placeholder, Shape, ShapeGroup } from './layout.ts';
import { templateLayouts } from '../template/layouts.ts';
import { cardLayouts, figureLayouts } from './layouts/figures.ts';
import { SLIDE } from './layouts/frame.ts';
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
const TURNED = /^(?:rows|columns|panels|grid|tiles|pairs|kpi|timeline|statement|quote|bullets$|two-text)/;

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

const CARD_FILLS: ReadonlySet<Ink> = new Set(['card', 'tint', 'block', 'blockCard']);
/** Inches; what is smaller is a line or a mark. */
const CARD_MIN = 0.6;

/** Cards with round corners; what reaches the edge of the slide stays as it is. */
function roundCards(layout: Layout, radius: number): Layout {
  const isCard = ({ box, fill }: { box: Box; fill?: Ink | undefined }): boolean =>
    fill !== undefined &&
    CARD_FILLS.has(fill) &&
    Math.min(box.w, box.h) >= CARD_MIN &&
    box.x > 0 &&
    box.y > 0 &&
    box.x + box.w < SLIDE.w - 0.01 &&
    box.y + box.h < SLIDE.h - 0.01;
  const cards = layout.placeholders.filter((one) => one.form === undefined && isCard(one));
  return {
    ...layout,
    shapes: [
      // the card is a shape of the layout: LibreOffice draws the prompt of a placeholder that is no rectangle
      ...cards.map(({ box, fill }): Shape => ({ box, form: 'round', radius, ...(fill === undefined ? {} : { fill }) })),
      ...layout.shapes.map((shape): Shape => (shape.form === 'rect' && isCard(shape) ? { ...shape, form: 'round', radius } : shape)),
    ],
    placeholders: layout.placeholders.map((one) => {
      if (!cards.includes(one)) return one;
      const { fill: _fill, ...open } = one;
      return open;
    }),
  };
}

/** In the order in which PowerPoint lists them. */
export function layoutsOf(theme: DeckTheme): Layout[] {
  const { template } = theme;
  return template === undefined
    ? ownLayouts(theme)
    : templateLayouts({ ...theme, template }, plainLayouts({ ...theme, factor: 1, decoration: 'none' }));
}

const plainLayouts = (theme: DeckTheme): Layout[] => [
  ...frontLayouts(theme),
  ...textLayouts(theme),
  ...itemLayouts(theme),
  ...cardLayouts(theme),
  ...figureLayouts(theme),
  ...pictureLayouts(theme),
];

function ownLayouts(theme: DeckTheme): Layout[] {
  const own = plainLayouts(theme);
  const formed = theme.radiusIn === 0 ? own : own.map((layout) => roundCards(layout, theme.radiusIn));
  const all = [...formed, ...formed.filter(({ name }) => TURNED.test(name)).map(turnLayout)];
  if (theme.titleAlign === 'left') return all;
  const aligned = (placeholder: Placeholder): Placeholder =>
    placeholder.type === 'title'
      ? { ...placeholder, levels: placeholder.levels.map((level) => ({ ...level, align: theme.titleAlign })) }
      : placeholder;
  return all.map((layout) => ({ ...layout, placeholders: layout.placeholders.map(aligned) }));
}
