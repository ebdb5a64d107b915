import { C, OFFICE_RELATIONSHIP } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { CHART_INK } from '../../../writers/chart-plan.ts';
import { addRelationship } from '../../../ooxml/change-package.ts';
import type { ChartSpec } from '../../../ooxml/chart.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { defineEdit, isRejected } from '../../define-edit.ts';
import { addChartParts, chartField, planNewChart } from '../../office/chart-field.ts';
import { textFits } from '../../text-fits.ts';
import { BODY_FONT } from '../../office/theme-colors.ts';
import { findSlide, objectsOf, placeholderOf } from '../mechanics/deck-objects.ts';
import { isTitle } from '../mechanics/layouts.ts';
import {
  addToSlide,
  choosePlace,
  emuOf,
  frameXml,
  headXml,
  namesOf,
  numberFor,
  ownerXml,
  placeFields,
  promiseId,
  sayPlace,
} from '../mechanics/new-object.ts';
import { languageOf, spelledIn } from '../mechanics/new-slide.ts';
import { lookOf, type SlideLook } from '../mechanics/slide-look.ts';
import { styledText } from '../mechanics/text-style.ts';

const schema = z.strictObject({
  op: z.literal('insert_chart'),
  target: z.string().min(1).max(200).describe('A slide: s2.'),
  chart: chartField.describe('`title` is written above it, unless the title of the slide says the same.'),
  alt: textFits(0, 2_000).optional().describe('Absent: a description of its figures.'),
  ...placeFields,
});

const LEAST = { cx: emuOf(6), cy: emuOf(4) };
/** In a flat room it is no wider than this for its height: a flat chart hides every rise and fall. */
const RATIO_MAX = 2.5;
/** Read from the back of a room. */
const TEXT_PT = 12;
const ACCENTS = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];
const TEXT = '<a:schemeClr val="tx1"/>';

/** Changes of a colour, put into its element. */
const toned = (ink: string, changes: string): string =>
  ink.includes('</') ? ink.replace('</', `${changes}</`) : ink.replace(/^<a:(\w+)([^>]*)\/>$/, `<a:$1$2>${changes}</a:$1>`);

/** Greys of PowerPoint's own charts, out of the colour of the text: towards white on light grounds, towards the ground on dark ones. */
function inksOf({ ink = TEXT, isLight }: SlideLook): Readonly<Record<string, string>> {
  const shade = (mod: number, off: number): string => toned(ink, `<a:lumMod val="${mod}000"/><a:lumOff val="${off}000"/>`);
  return {
    [CHART_INK.text]: ink,
    [CHART_INK.muted]: isLight ? toned(ink, '<a:lumMod val="85000"/>') : shade(65, 35),
    [CHART_INK.axis]: isLight ? toned(ink, '<a:lumMod val="75000"/>') : shade(50, 50),
    [CHART_INK.grid]: isLight ? toned(ink, '<a:alpha val="25000"/>') : shade(15, 85),
  };
}

/** The plan with the theme's accents in the place of the house's colours, one for one, in their order. */
function inTheme(
  spec: ChartSpec,
  { colors: theme, face = BODY_FONT }: SlideLook,
): { spec: ChartSpec; accents: ReadonlyMap<string, string> } {
  const own = [...new Set([...spec.sliceColors, ...spec.series.map(({ color }) => color), ...(spec.pointColors ?? [])])];
  const given = ACCENTS.flatMap((slot) => {
    const color = theme.get(slot);
    return color === undefined ? [] : [{ slot, color }];
  });
  const of = (color: string): string => given[own.indexOf(color) % Math.max(1, given.length)]?.color ?? color;
  const accents = new Map(given.toReversed().map(({ slot, color }) => [color, slot]));
  return {
    accents,
    spec: {
      ...spec,
      series: spec.series.map((one) => ({ ...one, color: of(one.color) })),
      sliceColors: spec.sliceColors.map(of),
      ...(spec.pointColors === undefined ? {} : { pointColors: spec.pointColors.map(of) }),
      text: { ...spec.text, face, sizePt: TEXT_PT },
    },
  };
}

/** Colours that are the theme's by name, so that the chart follows the theme. */
const byName = (xml: string, accents: ReadonlyMap<string, string>, inks: Readonly<Record<string, string>>): string =>
  xml.replaceAll(/<a:srgbClr val="([0-9A-Fa-f]{6})"\/>/g, (whole, hex: string) => {
    const slot = accents.get(hex.toUpperCase());
    return slot === undefined ? (inks[hex] ?? whole) : `<a:schemeClr val="${slot}"/>`;
  });

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** What the title of a slide says; '' where it has none. */
const titleOf = (file: DeckFile, slide: DeckSlide): string =>
  objectsOf(slide)
    .filter(({ element }) => {
      const held = placeholderOf(element);
      return held !== undefined && isTitle(held);
    })
    .map(
      (object) =>
        styledText(file, object)
          ?.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join(''))
          .join(' ') ?? '',
    )
    .join(' ');

/** The chart with its title in the line above it, before the unit of its figures; without it where the slide's own says the same. */
function withTitle(spec: ChartSpec, title: string | undefined, above: string): ChartSpec {
  if (title === undefined || plain(title) === plain(above)) return spec;
  return { ...spec, unitLine: spec.unitLine === '' ? title : `${title}, ${spec.unitLine}` };
}

export const insertDeckChart = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'insert_chart',
  format: 'pptx',
  summary: "Puts a chart that PowerPoint can edit on a slide, in the theme's colours and font, with a workbook of its figures",
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such slide',
    would_overflow: 'no place is given and none is free',
    unsupported: 'the chart has no figures',
  },
  schema,
  plan(file, fields) {
    const found = findSlide(file, fields.target);
    if ('rejected' in found) return found;
    const { slide } = found;
    const { part } = slide;
    const planned = planNewChart(fields.chart, { lang: languageOf(slide), font: undefined });
    if (isRejected(planned)) return planned;
    const placed = choosePlace(file, slide, fields, { least: LEAST }, ['chart', 'obj']);
    if (isRejected(placed)) return placed;
    const { filled } = placed;
    const isFree = filled === undefined && fields.width_cm === undefined;
    const frame = isFree ? { ...placed.frame, cx: Math.min(placed.frame.cx, Math.round(placed.frame.cy * RATIO_MAX)) } : placed.frame;
    const id = promiseId(file.opened, part.name);
    const uri = spelledIn(file.main, C);
    const xml =
      `<p:graphicFrame ${namesOf(file)}><p:nvGraphicFramePr>${headXml(numberFor(slide, filled), 'Chart', fields.alt ?? fields.chart.title ?? planned.description)}<p:cNvGraphicFramePr/>${ownerXml(filled)}</p:nvGraphicFramePr>` +
      `${frameXml(frame, 'p')}<a:graphic><a:graphicData uri="${uri}"><c:chart xmlns:c="${uri}" r:id="${id}"/></a:graphicData></a:graphic></p:graphicFrame>`;
    const added = addToSlide(slide, 'chart', xml, filled);
    if (isRejected(added)) return added;
    const look = lookOf(file, slide, frame);
    const { spec, accents } = inTheme(withTitle(planned.spec, fields.chart.title, titleOf(file, slide)), look);
    const inks = inksOf(look);
    return {
      ...added,
      ...sayPlace(file, slide, { ...placed, frame }),
      after: fields.chart.title ?? planned.description,
      finish(opened) {
        const folder = opened.mainPart.slice(0, Math.max(0, opened.mainPart.lastIndexOf('/')));
        const chart = addChartParts(opened, folder, spec, (written) => byName(written, accents, inks));
        addRelationship(opened, part.name, { id, type: `${OFFICE_RELATIONSHIP}chart`, target: chart });
      },
    };
  },
  examples: [
    {
      name: 'into what room there is',
      operation: {
        op: 'insert_chart',
        target: 's1',
        chart: { kind: 'column', title: 'Sales', categories: ['Q1', 'Q2'], series: [{ name: 'Sales', values: [1, 2] }] },
      },
      given: '<a:p/>',
      expected: '<a:p/>',
    },
    {
      name: 'without figures',
      operation: {
        op: 'insert_chart',
        target: 's1',
        chart: { kind: 'column', categories: ['Q1'], series: [{ name: 'Sales', values: [null] }] },
      },
      given: '<a:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
