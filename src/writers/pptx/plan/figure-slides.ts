/** Slides whose matter is a table, a chart or a picture; the words beside it say what it shows. */
import { append } from '../../../base/append.ts';
import type { Chart, Image, Table } from '../../../document/block.ts';
import type { Asset } from '../../../document/document.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { labelsOf } from '../../../document/labels.ts';
import type { ChartSpec } from '../../../ooxml/chart.ts';
import { describeChart, formatChartValue, planChart, type ChartPlan } from '../../chart-plan.ts';
import { localFormat, toChartSpec } from '../../chart-spec.ts';
import { livelier } from '../livelier-palette.ts';
import type { RawSlide } from './divide.ts';
import { isItemLevel, LEVEL } from './flow.ts';
import type { Box } from './layout.ts';
import { withMessage } from './chart-message.ts';
import { containIn, coverCrop, CROP_MAX, cropFor, isPhotograph, NO_CROP, PIXELS_PER_INCH_MIN } from './picture-place.ts';
import { fillText, layoutNamed, makeSlide, slotOf, spokenSource } from './slide-maker.ts';
import { chartOfTable } from './table-chart.ts';
import { planTables, tableHeight, tableWidth } from './tables.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';
import { measureText } from './fit.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

const LABEL_PT = 14;
const CHART_WIDTH_PT = 540;

const LABELLED_BARS_MAX = 16;

/** Whether each bar has room for its value; then no axis is needed. */
function labelsFit(plan: ChartPlan): boolean {
  const bars = plan.series.length * plan.categories.length;
  if ((plan.kind !== 'column' && plan.kind !== 'bar') || plan.series.length > 2 || bars > LABELLED_BARS_MAX) return false;
  const longest = maxOf(
    plan.series.flatMap(({ values }) => values.map((value) => (value === null ? 0 : formatChartValue(plan, value).length))),
  );
  return plan.kind === 'bar' || longest * LABEL_PT * 0.55 <= (CHART_WIDTH_PT / bars) * 0.85;
}

/** Values that are written at the ends of bars take room: below the lowest and above the highest. */
function withRoom(spec: ChartSpec, labels: boolean): ChartSpec['axis'] {
  const values = spec.series.flatMap((series) => series.values.filter((value) => value !== null));
  const { axis } = spec;
  if (!labels || spec.kind !== 'bar' || values.length === 0 || minOf(values) >= 0) return axis;
  const room = (axis.max - axis.min) * BAR_LABEL_SHARE;
  return { ...axis, min: Math.min(axis.min, minOf(values) - room), max: Math.max(axis.max, maxOf(values) + room) };
}

/** Lines are seen from across a room. */
const LINE_SHARE = 1.4;

/** Of the plot's width: a figure of eight characters. */
const BAR_LABEL_SHARE = 0.14;

/** The figures of a chart in the terms of DrawingML, in the colours of the deck. */
function chartSpecFor(context: PlanContext, chart: Chart): ChartSpec {
  const { theme } = context;
  const look = { ...context.look, palette: livelier(context.look) };
  const { plan, notes } = planChart(chart, look, context.document.lang);
  append(context.notes, notes);
  const spec = toChartSpec(plan, look);
  const labels = spec.valueLabels || labelsFit(plan);
  const local = <T extends { format: string }>(axis: T): T => ({ ...axis, format: localFormat(axis.format, spec.lang) });
  const recolor = (color: string): string => theme.chartColors.get(color) ?? color;
  return {
    ...spec,
    valueLabels: labels,
    ...(spec.endLabels && spec.series.length === 1 ? { endFigures: true } : {}),
    axis: local(withRoom(spec, labels)),
    secondaryAxis: spec.secondaryAxis && local(spec.secondaryAxis),
    xAxis: spec.xAxis && local(spec.xAxis),
    format: localFormat(spec.format, spec.lang),
    secondaryFormat: localFormat(spec.secondaryFormat, spec.lang),
    series: spec.series.map((series) => ({
      ...series,
      widthPt: series.widthPt * LINE_SHARE,
      color: recolor(series.color),
      outlined: series.outlined && theme.name === 'light',
    })),
    sliceColors: spec.sliceColors.map(recolor),
    text: {
      face: theme.faces.text,
      sizePt: Math.round(LABEL_PT * Math.min(3, Math.max(0.75, theme.unit))),
      color: theme.inks.text.hex,
      muted: theme.inks.muted.hex,
    },
    grid: plan.gridlines ? theme.inks.hair.hex : null,
    axisLine: theme.inks.rule.hex,
  };
}

const sameText = (a: readonly Run[], b: string): boolean => plainText(a).trim().toLowerCase() === b.trim().toLowerCase();

/** Rings have their names right beside them, not at the far edge of the slide. */
const roundBox = ({ x, y, w, h }: Box): Box => ({ x: x + w * 0.1225, y, w: w * 0.752, h });

/** Names and shares of a ring are read from across a room. */
const ROUND_PT = 18;
const ROUND_NAME_CHARS_MAX = 28;

/** A chart over the whole width; a ring stands in its middle, with larger type. */
function wideFill(context: PlanContext, layout: string, fill: Extract<Fill, { kind: 'chart' }>): Fill {
  const { spec } = fill;
  if (spec.kind !== 'pie' && spec.kind !== 'doughnut') return fill;
  const own = context.theme.template === undefined;
  const box = roundBox(own ? slotOf(layoutNamed(context, layout), 'chart').box : context.theme.content);
  const long = maxOf(spec.categories.map(({ length }) => length)) > ROUND_NAME_CHARS_MAX;
  return { ...fill, box, spec: long || !own ? spec : { ...spec, text: { ...spec.text, sizePt: Math.max(ROUND_PT, spec.text.sizePt) } } };
}

/** A longer title of a chart is a sentence, which is the message of the slide and stands beside the chart. */
const CHART_NAME_CHARS_MAX = 56;

/** A short name of the chart, which its slide's title does not say, stands above it; undefined where it does not fit there. */
function namedChart(context: PlanContext, fill: Extract<Fill, { kind: 'chart' }>, name: string): Fill[] | undefined {
  if (name.length > CHART_NAME_CHARS_MAX || context.theme.template !== undefined) return undefined;
  const label = fillText(context, 'chart-named', 'label', [{ runs: [{ text: name }], level: 0 }], { scales: [1, 0.9], minPt: 14 });
  return label && [label, wideFill(context, 'chart-named', fill)];
}

/** The chart with its message; undefined where the words do not fit beside it. */
export function chartSlide(
  context: PlanContext,
  raw: RawSlide,
  chart: Chart,
  paragraphs: readonly PlannedParagraph[],
): PlannedSlide[] | undefined {
  const message = chart.title !== undefined && chart.title !== '' && !sameText(raw.title, chart.title) ? chart.title : undefined;
  const titled = raw.title.length === 0 && message !== undefined ? { ...raw, title: [{ text: message }] } : raw;
  const takeaway = titled === raw ? message : undefined;
  const points: PlannedParagraph[] = [
    ...(takeaway === undefined ? [] : [{ runs: [{ text: takeaway }], level: 2 }]),
    ...paragraphs.map((paragraph): PlannedParagraph => ({
      ...paragraph,
      level: paragraph.level === LEVEL.lead ? 0 : paragraph.bullet === undefined && isItemLevel(paragraph.level) ? 1 : 0,
      ...(paragraph.level === LEVEL.lead ? { bold: true } : {}),
    })),
  ];
  const said = takeaway === undefined ? withMessage(context, points) : points;
  const spec = chartSpecFor(context, chart);
  const fill = { kind: 'chart' as const, key: 'chart', spec, alt: describeChart(chart, context.document.lang) };
  if (points.length === 0)
    return [makeSlide(context, titled, { layout: 'chart-wide', fills: [wideFill(context, 'chart-wide', fill)], source: chart.source })];
  const named = takeaway === undefined || points.length > 1 ? undefined : namedChart(context, fill, takeaway);
  if (named) return [makeSlide(context, titled, { layout: 'chart-named', fills: named, source: chart.source })];
  const text = fillText(context, 'chart', 'points', said, { scales: [1.2, 1.1, 1, 0.9, 0.8], minPt: 14 });
  return text && [makeSlide(context, titled, { layout: 'chart', fills: [fill, text], source: chart.source })];
}

/** Without a comment a table may reach nearly down to the foot. */
const TABLE_IN_MAX = 4.7;
/** A table that leaves more white than this share is set lower, by this share of the white. */
const WHITE_MIN = 0.3;
const TABLE_DOWN = 0.4;

/** A short table of comparable figures at the left, the chart of the same figures at its side; undefined for other tables. */
function besideChart(context: PlanContext, raw: RawSlide, table: Table): PlannedSlide[] | undefined {
  const { theme, document } = context;
  const chart = theme.template === undefined ? chartOfTable(table, document.lang) : undefined;
  if (!chart) return undefined;
  const slot = slotOf(layoutNamed(context, 'table-chart'), 'table').box;
  const [one, ...others] = planTables(context, table, slot.w, slot.h);
  if (!one || others.length > 0 || one.sizePt < BESIDE_PT_MIN) return undefined;
  const height = tableHeight(one);
  const box: Box = { x: slot.x, y: slot.y + Math.max(0, slot.h - height) * TABLE_DOWN, w: tableWidth(one), h: height };
  const spec = chartSpecFor(context, chart);
  return [
    makeSlide(context, raw, {
      layout: 'table-chart',
      fills: [
        { kind: 'table', key: 'table', table: { ...one, alt: one.alt === '' ? plainText(raw.title) : one.alt }, box },
        { kind: 'chart', key: 'chart', spec, alt: describeChart(chart, document.lang) },
      ],
      source: table.source,
    }),
  ];
}

/** Height of a caption above its table. */
const LABEL_IN = 0.45;

/** What is listed, in one line above the table; undefined where it is longer. */
function captionAbove(context: PlanContext, caption: readonly Run[]): Extract<Fill, { kind: 'text' }> | undefined {
  const fill = fillText(context, 'table', 'label', [{ runs: caption, level: 0 }], { scales: [1, 0.9], minPt: 14 });
  return fill?.kind === 'text' ? fill : undefined;
}

/** Smaller type needs the width of the slide. */
const BESIDE_PT_MIN = 16;

export function tableSlides(
  context: PlanContext,
  raw: RawSlide,
  table: Table,
  paragraphs: readonly PlannedParagraph[],
): PlannedSlide[] | undefined {
  const caption = table.caption ?? [];
  const titled = raw.title.length === 0 && caption.length > 0 ? { ...raw, title: caption } : raw;
  const named = titled === raw && caption.length > 0 && !sameText(raw.title, plainText(caption));
  const label = named && context.theme.template === undefined ? captionAbove(context, caption) : undefined;
  const comment: PlannedParagraph[] = [
    ...(named && !label ? [{ runs: caption, level: 0, bold: true }] : []),
    ...paragraphs.map(({ runs, level }): PlannedParagraph => ({ runs, level: 0, ...(level === LEVEL.lead ? { bold: true } : {}) })),
  ];
  const charted = comment.length === 0 && !label ? besideChart(context, titled, table) : undefined;
  if (charted) return charted;
  const slot = slotOf(layoutNamed(context, 'table'), 'text');
  const commentIn = comment.length === 0 ? 0 : measureText(context.theme, slot, comment, 1) / 72 + 0.25;
  if (commentIn > 1.4) return undefined;
  const { content } = context.theme;
  const labelIn = label ? LABEL_IN : 0;
  const most = commentIn === 0 && context.theme.template === undefined ? TABLE_IN_MAX : content.h;
  const tables = planTables(context, table, content.w, most - commentIn - labelIn, plainText(titled.title));
  return tables.map((one, i) => {
    const height = tableHeight(one);
    const last = i === tables.length - 1 && comment.length > 0;
    const white = content.h - height - labelIn - (last ? commentIn : 0);
    const top = content.y + (white > content.h * WHITE_MIN ? white * TABLE_DOWN : 0);
    const y = top + labelIn;
    const box: Box = { x: content.x, y, w: tableWidth(one), h: height };
    const text: Fill[] = last
      ? [{ kind: 'text', key: 'text', paragraphs: comment, scale: 1, box: { ...slot.box, y: y + height + 0.25, h: commentIn } }]
      : [];
    const alt = one.alt === '' ? plainText(titled.title) : one.alt;
    return makeSlide(context, titled, {
      layout: 'table',
      fills: [
        ...(label ? [{ ...label, box: { ...slotOf(layoutNamed(context, 'table'), 'label').box, y: top - 0.05 } }] : []),
        { kind: 'table', key: 'table', table: { ...one, alt }, box },
        ...text,
      ],
      source: table.source,
      page: { at: i + 1, of: tables.length },
    });
  });
}

/** An upright picture leaves so much of the slide free that words belong beside it. */
const NARROW_SHARE = 0.45;
/** A picture over the whole slide must not show its pixels. */
const FULL_PIXELS_MIN = 800;
const CAPTION_GAP_IN = 0.12;

/** The caption right below its picture, wherever that ends; undefined where it does not fit there. */
function captionBelow(context: PlanContext, layout: string, picture: Box, caption: string): Fill[] | undefined {
  if (caption === '') return [];
  const { box } = slotOf(layoutNamed(context, layout), 'caption');
  const fill = fillText(context, layout, 'caption', [{ runs: [{ text: caption }], level: 0 }], {
    minPt: 12,
    box: {
      ...box,
      x: picture.x,
      w: Math.max(picture.w, Math.min(box.w, box.x + box.w - picture.x)),
      y: Math.min(box.y, picture.y + picture.h + CAPTION_GAP_IN),
    },
  });
  return fill && [fill];
}

function altOf(image: Image, context: PlanContext): string {
  const said = [image.alt, plainText(image.caption ?? [])].find((text) => text.trim() !== '');
  return said ?? labelsOf(context.document.lang).image;
}

interface PictureTask {
  context: PlanContext;
  titled: RawSlide;
  image: Image;
  asset: Asset;
  alt: string;
  captioned: string;
}

function pictureFill(
  { context, asset, alt, image }: PictureTask,
  layout: string,
  mode: 'cover' | 'contain',
): Extract<Fill, { kind: 'picture' }> {
  const { box } = slotOf(layoutNamed(context, layout), 'picture');
  const whole = mode === 'contain';
  return {
    kind: 'picture',
    key: 'picture',
    asset,
    alt,
    link: image.link,
    box: whole ? containIn(asset, box) : box,
    crop: whole ? NO_CROP : coverCrop(asset, box),
  };
}

const CREDIT_PT = 12;

/** Over the whole slide, its words on a scrim: the text, the caption, and who made it, for which there is no footer. */
function fullPicture(task: PictureTask, paragraphs: readonly PlannedParagraph[]): PlannedSlide[] | undefined {
  const { context, titled, image, captioned } = task;
  // a supplied template is not covered
  if (context.theme.template !== undefined) return undefined;
  const { box } = slotOf(layoutNamed(context, 'image-full'), 'picture');
  const credit = spokenSource(context, image.source);
  const lines: PlannedParagraph[] = [
    ...[...paragraphs.map(({ runs }) => runs), ...(captioned === '' ? [] : [[{ text: captioned }]])].map((runs) => ({ runs, level: 0 })),
    ...(credit === '' ? [] : [{ runs: [{ text: credit }], level: 0, sizePt: CREDIT_PT }]),
  ];
  const text =
    lines.length === 0 ? undefined : fillText(context, 'image-full', 'text', lines, { scales: FULL_SCALES, minPt: CREDIT_PT * 0.85 });
  if (lines.length > 0 && !text) return undefined;
  const scrim = { box: { x: 0, y: 2.4, w: box.w, h: box.h - 2.4 }, form: 'scrim' as const };
  return [
    makeSlide(context, titled, {
      layout: 'image-full',
      fills: [pictureFill(task, 'image-full', 'cover'), ...(text ? [text] : [])],
      shapes: [scrim],
    }),
  ];
}

const FULL_SCALES = [1, 0.9, 0.8, 0.7] as const;

/** Without words: as large as it may be, in the middle, its caption below; an upright one has its caption beside it. */
function lonePicture(task: PictureTask): PlannedSlide[] | undefined {
  const { context, titled, image, captioned } = task;
  const { content } = context.theme;
  const alone = pictureFill(task, 'image', 'contain');
  const beside = (): PlannedSlide[] | undefined => {
    const said = fillText(context, 'image-side', 'body', [{ runs: [{ text: captioned }], level: 0, bullet: 'none' }], { minPt: 14 });
    return (
      said && [
        makeSlide(context, titled, {
          layout: 'image-side',
          fills: [said, pictureFill(task, 'image-side', 'contain')],
          source: image.source,
        }),
      ]
    );
  };
  const upright = alone.box.w < content.w * NARROW_SHARE && captioned !== '' ? beside() : undefined;
  if (upright) return upright;
  const middle: Box = { ...alone.box, x: content.x + (content.w - alone.box.w) / 2 };
  const caption = captionBelow(context, 'image', middle, captioned);
  // a caption of several lines has its room beside the picture
  if (!caption) return beside();
  return [makeSlide(context, titled, { layout: 'image', fills: [{ ...alone, box: middle }, ...caption], source: image.source })];
}

/** Filling one side of the slide; undefined where too much would be cut off, its pixels would be seen or the words do not fit. */
function sidePicture(task: PictureTask, paragraphs: readonly PlannedParagraph[], asked: string | undefined): PlannedSlide[] | undefined {
  const { context, titled, image, asset, captioned } = task;
  const side = asked === 'image-left' ? 'image-left' : 'image-right';
  const { box } = slotOf(layoutNamed(context, side), 'picture');
  const wanted = asked === 'image-left' || asked === 'image-right';
  if (!(isPhotograph(asset) || wanted) || cropFor(asset, box) > (wanted ? 0.65 : CROP_MAX)) return undefined;
  if (asset.width / box.w < PIXELS_PER_INCH_MIN * 0.8) return undefined;
  const caption: PlannedParagraph[] = captioned === '' ? [] : [{ runs: [{ text: captioned }], level: 0, bullet: 'none', sizePt: 14 }];
  const text = fillText(context, side, 'body', [...paragraphs, ...caption], { scales: BESIDE_SCALES, minPt: 14 });
  if (!text) return undefined;
  const picture = pictureFill(task, side, 'cover');
  return [
    makeSlide(context, titled, { layout: side, fills: side === 'image-left' ? [picture, text] : [text, picture], source: image.source }),
  ];
}

const BESIDE_SCALES = [1.35, 1.25, 1.15, 1.05, 1, 0.9, 0.8] as const;

/** The picture with its words; a missing one is as its description. Undefined where the words do not fit beside it. */
export function imageSlide(
  context: PlanContext,
  raw: RawSlide,
  image: Image,
  paragraphs: readonly PlannedParagraph[],
  asked?: string,
): PlannedSlide[] | undefined {
  const asset = image.asset === null ? undefined : context.document.assets.get(image.asset);
  if (!asset) return undefined;
  const caption = image.caption ? plainText(image.caption) : '';
  const titled =
    raw.title.length === 0 && (caption !== '' || image.alt !== '')
      ? { ...raw, title: [{ text: caption === '' ? image.alt : caption }] }
      : raw;
  const captioned = titled === raw && caption !== '' && !sameText(raw.title, caption) ? caption : '';
  const task: PictureTask = { context, titled, image, asset, alt: altOf(image, context), captioned };
  const full = slotOf(layoutNamed(context, 'image-full'), 'picture').box;
  const fills = paragraphs.length <= 1 && captioned === '' && isPhotograph(asset) && cropFor(asset, full) <= 0.2 && asset.width >= 1600;
  if ((asked === 'image-full' && asset.width >= FULL_PIXELS_MIN) || (asked === undefined && fills)) {
    const whole = fullPicture(task, paragraphs);
    if (whole) return whole;
  }
  if (paragraphs.length === 0) return lonePicture(task);
  const side = sidePicture(task, paragraphs, asked);
  if (side) return side;
  const beside = pictureFill(task, 'image-side', 'contain');
  const text = fillText(context, 'image-side', 'body', paragraphs.slice(), { scales: BESIDE_SCALES, minPt: 14 });
  const below = captionBelow(context, 'image-side', beside.box, captioned);
  return text && below && [makeSlide(context, titled, { layout: 'image-side', fills: [text, beside, ...below], source: image.source })];
}
