/** One slide (ISO/IEC 29500-1 §19.3.1.38): placeholders of its layout, filled. Order of the shapes is the order of reading. */
import { A14, DRAWINGML, MC } from '../../../ooxml/names.ts';
import type { Asset } from '../../../document/document.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { CHART_CONTENT_TYPE, writeChart, type ChartSpec } from '../../../ooxml/chart.ts';
import { writeChartWorkbook } from '../../../ooxml/chart-workbook.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { newRelationships, relate } from '../../docx/relationships.ts';
import type { DeckTheme } from '../deck-theme.ts';
import type { Box, Placeholder } from '../plan/layout.ts';
import type { Fill, PlannedSlide } from '../plan/planned.ts';
import type { DeckPackage } from './deck-package.ts';
import { backgroundOf, backgroundXml, drawingXml } from './drawing.ts';
import { tableXml } from './table.ts';
import { mapOverrideXml, shapeName } from './template.ts';
import { formulaBox, measureParagraph } from '../plan/fit.ts';
import { footerXml, holdsFormula, paragraphsXml, runsXml, type TextContext } from './text.ts';
import {
  bodyPropertiesXml,
  decorationXml,
  fillXml,
  frameGeometry,
  frameXml,
  levelXml,
  NAMESPACES,
  ownBodyXml,
  placeholderXml,
} from './xml.ts';
import { TREE_HEAD } from '../../../ooxml/notes-page.ts';

const ALT_CHARS_MAX = 1_000;

interface SlideWriting {
  context: TextContext;
  deck: DeckPackage;
  number: number;
}

const described = (alt: string): string => (alt === '' ? '' : ` descr="${escapeAttribute(alt.slice(0, ALT_CHARS_MAX).toWellFormed())}"`);

type TextFill = Extract<Fill, { kind: 'text' }>;

const ALTERNATIVE = `<mc:AlternateContent xmlns:mc="${MC}"><mc:Choice xmlns:a14="${A14}" Requires="a14">`;

/** The pictures of a text's equations, each where the text leaves room for it. */
function formulaPictures({ context, deck }: SlideWriting, slot: Placeholder, fill: TextFill, next: () => number): string {
  const at = fill.box ? { ...slot, box: fill.box } : slot;
  let y = at.box.y + at.inset[1];
  return fill.paragraphs
    .map((paragraph) => {
      const top = y;
      y += measureParagraph(context.theme, at, paragraph, fill.scale, fill.spread).height / 72;
      const formula = formulaBox(context.theme, at, paragraph, fill.scale);
      if (!formula || paragraph.tex === undefined) return '';
      const relation = relate(context.relationships, 'image', mediaOf(deck, formula.picture.asset));
      const box = { x: at.box.x + at.inset[0], y: top, w: formula.widthPt / 72, h: formula.heightPt / 72 };
      const id = next();
      return `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Equation ${id}"${described(paragraph.tex)}/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(box)}${frameGeometry({})}</p:spPr></p:pic>`;
    })
    .join('');
}

/** Equations for programs that know them; for the others the same text with pictures of them, or with their signs. */
function formulaShape(writing: SlideWriting, slot: Placeholder, fill: TextFill, id: number, next: () => number): string {
  const equations = textShape({ ...writing, context: { ...writing.context, equations: true } }, slot, fill, id);
  return `${ALTERNATIVE}${equations}</mc:Choice><mc:Fallback>${textShape(writing, slot, fill, id)}${formulaPictures(writing, slot, fill, next)}</mc:Fallback></mc:AlternateContent>`;
}

const sameBox = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** Text that a supplied template has no place for: a shape with a format of its own, in the theme's colours and faces. */
function freeTextXml({ theme }: TextContext, slot: Placeholder, box: Box, id: number, text: string): string {
  const levels = slot.levels.map((level, at) => levelXml(theme, level, `lvl${at + 1}pPr`)).join('');
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${shapeName(slot, id)}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${frameXml(box, 'a', 0, slot.flipped)}${frameGeometry(slot)}${slot.fill === undefined ? '<a:noFill/>' : fillXml(theme, slot.fill)}<a:ln><a:noFill/></a:ln></p:spPr>` +
    `<p:txBody>${bodyPropertiesXml(slot)}<a:lstStyle>${levels}</a:lstStyle>${text}</p:txBody></p:sp>`
  );
}

function textShape({ context, number }: SlideWriting, slot: Placeholder, fill: TextFill, id: number): string {
  const field = `<a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="${escapeAttribute(context.lang)}" dirty="0"/><a:t>${number}</a:t></a:fld></a:p>`;
  const [first] = fill.paragraphs;
  const text =
    slot.type === 'sldNum'
      ? field
      : slot.type === 'ftr' && first
        ? footerXml(context, first, slot)
        : paragraphsXml(context, slot, fill.paragraphs, fill);
  if (slot.tie?.kind === 'free') return freeTextXml(context, slot, fill.box ?? slot.box, id, text);
  const moved = fill.box ?? (slot.tie?.kind === 'bound' && !sameBox(slot.tie.box, slot.box) ? slot.box : undefined);
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${shapeName(slot, id, fill.called)}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${placeholderXml(slot)}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${moved ? frameXml(moved) : ''}</p:spPr><p:txBody>${ownBodyXml(slot, fill)}<a:lstStyle/>${text}</p:txBody></p:sp>`
  );
}

const graphicFrame = (slot: Placeholder, id: number, alt: string, box: Placeholder['box'], uri: string, graphic: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="${shapeName(slot, id)}"${described(alt)}/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr>${placeholderXml(slot)}</p:nvPr></p:nvGraphicFramePr>` +
  `${frameXml(box, 'p')}<a:graphic><a:graphicData uri="${DRAWINGML}/${uri}">${graphic}</a:graphicData></a:graphic></p:graphicFrame>`;

/** Colours and the face that are the theme's are written as such, so that the chart follows when the theme is changed; white is the background. */
function themed(theme: DeckTheme, chart: string): string {
  const accents = (['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'] as const).map((slot): [string, string] => [
    theme.slots[slot],
    slot,
  ]);
  const names = new Map<string, string>([
    ...accents.toReversed(),
    ...(theme.slots[theme.map.bg1] === 'FFFFFF' ? [['FFFFFF', 'bg1'] as [string, string]] : []),
    [theme.slots[theme.map.tx2], 'tx2'],
    [theme.slots[theme.map.tx1], 'tx1'],
  ]);
  const faced = chart.replaceAll(`typeface="${escapeAttribute(theme.faces.text)}"`, 'typeface="+mn-lt"');
  return faced.replaceAll(/<a:srgbClr val="([0-9A-F]{6})"\/>/g, (whole, hex: string) =>
    names.has(hex) ? `<a:schemeClr val="${names.get(hex) ?? ''}"/>` : whole,
  );
}

function chartFrame({ context, deck }: SlideWriting, slot: Placeholder, fill: Extract<Fill, { kind: 'chart' }>, id: number): string {
  const relation = relate(context.relationships, 'chart', `../${addChart(context.theme, deck, fill.spec)}`);
  return graphicFrame(slot, id, fill.alt, fill.box ?? slot.box, 'chart', `<c:chart xmlns:c="${DRAWINGML}/chart" r:id="${relation}"/>`);
}

function addChart(theme: DeckTheme, deck: DeckPackage, spec: ChartSpec): string {
  deck.chartCount += 1;
  const workbook = `embeddings/Microsoft_Excel_Sheet${deck.chartCount}.xlsx`;
  const relationships = newRelationships();
  const workbookId = relate(relationships, 'package', `../${workbook}`);
  deck.parts.push(
    {
      name: `ppt/charts/chart${deck.chartCount}.xml`,
      data: themed(theme, writeChart(spec, workbookId)),
      contentType: CHART_CONTENT_TYPE,
      relationships,
    },
    { name: `ppt/${workbook}`, data: writeChartWorkbook(spec) },
  );
  return `charts/chart${deck.chartCount}.xml`;
}

function mediaOf(deck: DeckPackage, asset: Asset): string {
  const own = deck.media === undefined ? '' : `octavo${deck.media}-`;
  const name = `media/${own}${asset.key.replaceAll(/[^A-Za-z0-9]/g, '')}.${asset.contentType === 'image/png' ? 'png' : 'jpeg'}`;
  if (!deck.parts.some((part) => part.name === `ppt/${name}`)) deck.parts.push({ name: `ppt/${name}`, data: asset.data });
  return `../${name}`;
}

function pictureShape({ context, deck }: SlideWriting, slot: Placeholder, fill: Extract<Fill, { kind: 'picture' }>, id: number): string {
  const relation = relate(context.relationships, 'image', mediaOf(deck, fill.asset));
  const link =
    fill.link !== undefined && /^https?:\/\/[^\s<>"{}|\\^`]+$/i.test(fill.link) && URL.canParse(fill.link)
      ? `<a:hlinkClick r:id="${relate(context.relationships, 'hyperlink', fill.link, true)}"/>`
      : '';
  const { left, top, right, bottom } = fill.crop;
  const share = (value: number): number => Math.round(value * 100_000);
  const crop =
    left + top + right + bottom === 0 ? '' : `<a:srcRect l="${share(left)}" t="${share(top)}" r="${share(right)}" b="${share(bottom)}"/>`;
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="${shapeName(slot, id)}"${described(fill.alt)}>${link}</p:cNvPr><p:cNvPicPr><a:picLocks noGrp="1" noChangeAspect="1"/></p:cNvPicPr><p:nvPr>${placeholderXml(slot)}</p:nvPr></p:nvPicPr>` +
    `<p:blipFill><a:blip r:embed="${relation}"/>${crop}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(fill.box)}</p:spPr></p:pic>`
  );
}

function fillShape(writing: SlideWriting, slide: PlannedSlide, fill: Fill, next: () => number): string {
  const id = next();
  const slot = slide.layout.placeholders.find(({ key }) => key === fill.key);
  if (!slot) throw new Error(`layout ${slide.layout.name} has no placeholder ${fill.key}`);
  switch (fill.kind) {
    case 'text':
      return slot.type === 'body' && holdsFormula(fill.paragraphs)
        ? formulaShape(writing, slot, fill, id, next)
        : textShape(writing, slot, fill, id);
    case 'table':
      return graphicFrame(slot, id, fill.table.alt, fill.box, 'table', tableXml(writing.context, fill.table));
    case 'chart':
      return chartFrame(writing, slot, fill, id);
    case 'picture':
      return pictureShape(writing, slot, fill, id);
  }
}

/** The canvas of a slide; '' twice where it has none. */
function drawingOf(
  { context, deck }: SlideWriting,
  { drawing }: PlannedSlide,
  assets: ReadonlyMap<string, Asset>,
  next: () => number,
): { background: string; shapes: string } {
  if (drawing === undefined) return { background: '', shapes: '' };
  const { background, items } = backgroundOf(drawing.items);
  const shapes = drawingXml(items, {
    context,
    next,
    assets,
    charts: drawing.charts,
    mediaOf: (asset) => mediaOf(deck, asset),
    addChart: (spec) => addChart(context.theme, deck, spec),
  });
  return { background: backgroundXml(background, context.theme), shapes };
}

/** @param context has the relationships of this slide, to which those of its parts are added */
export function slideXml(
  context: TextContext,
  deck: DeckPackage,
  slide: PlannedSlide,
  { number, assets }: { number: number; assets: ReadonlyMap<string, Asset> },
): string {
  const writing: SlideWriting = { context, deck, number };
  let id = 1;
  const next = (): number => (id += 1);
  // a picture under the whole slide comes first, then what darkens it, then the words on it
  const under = slide.fills.filter(({ key }) => key === 'picture' && /^(?:image-full|title-photo)$/.test(slide.layout.name));
  const over = slide.fills.filter((fill) => !under.includes(fill));
  const decorate = (list: PlannedSlide['shapes']): string[] => list.map((shape) => decorationXml(context.theme, shape, next));
  const shapes = (): string[] => decorate(slide.shapes);
  const write = (fills: readonly Fill[]): string[] => fills.map((fill) => fillShape(writing, slide, fill, next));
  const tree = (): string[] => {
    if (under.length > 0) return [...write(under), ...shapes(), ...write(over)];
    if (slide.layout.part === undefined) return [...write(over), ...shapes()];
    // what a layout of ours draws is drawn by the slide, behind its words; the title is read first
    return [...write(over.slice(0, 1)), ...decorate([...slide.layout.shapes]), ...write(over.slice(1)), ...shapes()];
  };
  const written = tree().join('');
  const free = drawingOf(writing, slide, assets, next);
  return `${XML_DECLARATION}<p:sld ${NAMESPACES}><p:cSld>${free.background}<p:spTree>${TREE_HEAD}${written}${free.shapes}</p:spTree></p:cSld>${slide.layout.part === undefined ? mapOverrideXml(context.theme, slide.layout) : '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>'}</p:sld>`;
}

/** What is said, one paragraph for each of its own. */
export function notesText(context: TextContext, paragraphs: readonly { runs: Parameters<typeof runsXml>[1] }[]): string {
  if (paragraphs.length === 0) return `<a:p><a:endParaRPr lang="${escapeAttribute(context.lang)}"/></a:p>`;
  return paragraphs.map(({ runs }) => `<a:p>${runsXml(context, runs, {})}</a:p>`).join('');
}
