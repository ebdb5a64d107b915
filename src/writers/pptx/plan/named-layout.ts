/** A slide that names a layout of the template it is made in: `{layout="Two Content"}`. */
import type { TemplateLayout } from '../../../templates/deck-template.ts';
import type { RawSlide } from './divide.ts';
import { layoutsOf } from './layouts.ts';
import type { PlanContext } from './planned.ts';

/** Ours, which every template serves in some way. */
const OURS = new Set([
  'title',
  'section',
  'bullets',
  'two-col',
  'cards',
  'compare',
  'kpi',
  'quote',
  'timeline',
  'closing',
  'chart',
  'table',
  'image',
  'image-left',
  'image-right',
  'image-full',
  'end',
  'agenda',
]);
const LISTED_MAX = 12;

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Asked {
  context: PlanContext;
  slide: RawSlide;
}

/** The slide with all layouts of its context in the one that it names; as it is where it names none of the template's, with a note. */
export function inNamedLayout(context: PlanContext, slide: RawSlide): Asked {
  const { template } = context.theme;
  if (slide.layout === undefined || template === undefined) return { context, slide };
  const { layout: name, ...rest } = slide;
  const named = template.layouts.find((one) => one.name === name) ?? template.layouts.find((one) => plain(one.name) === plain(name));
  if (named === undefined) {
    if (OURS.has(name)) return { context, slide };
    const names = template.layouts.map((one) => `"${one.name}"`);
    const more = names.length > LISTED_MAX ? ` and ${names.length - LISTED_MAX} more` : '';
    context.notes.push({
      code: 'slide_layout_changed',
      severity: 'warning',
      message: `The template has no layout "${name.slice(0, 60)}"; another was chosen. It has ${names.slice(0, LISTED_MAX).join(', ')}${more}.`,
      blockId: slide.id,
    });
    return { context, slide: { ...rest, layout: undefined } };
  }
  const { chosen } = template;
  const kind =
    named === chosen.title
      ? 'title'
      : named === chosen.section
        ? 'section'
        : slide.kind === 'title' || slide.kind === 'section'
          ? 'slide'
          : slide.kind;
  return { context: { ...context, layouts: layoutsIn(context, named) }, slide: { ...rest, layout: undefined, kind } };
}

/** Our layouts, each in this one of the template. */
function layoutsIn({ theme }: PlanContext, named: TemplateLayout): PlanContext['layouts'] {
  const { template } = theme;
  if (template === undefined) return new Map();
  const chosen = { title: named, section: named, content: named, two: named, comparison: named, titleOnly: named, end: named };
  return new Map(layoutsOf({ ...theme, template: { ...template, chosen } }).map((layout) => [layout.name, layout]));
}
