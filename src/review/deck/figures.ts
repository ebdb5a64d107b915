/** Charts, tables and pictures of a slide, as far as rules ask for them. */
import { relationshipsOf } from '../../ooxml/office-package.ts';
import { childOf, tagsNamed, valueOf, type Tag, type XmlTags } from '../../ooxml/scan-tags.ts';
import type { PackageFile } from '../package-file.ts';
import { fillOf } from './colors.ts';
import { measureParagraphs } from './measure.ts';
import { numberOf, paragraphOf, type DeckParagraph, type TextSetting } from './text.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

export interface DeckChart {
  /** As the part names them: `barChart`, `pieChart`, … */
  kinds: readonly string[];
  /** Drawn with depth. */
  solid: boolean;
  series: number;
  /** Of the series that has most. */
  points: number;
  /** Smallest size of labels, in points. */
  labelPt: number;
}

interface DeckCell {
  paragraphs: readonly DeckParagraph[];
  /** Hex, `unclear`, or undefined: that of the background. */ fill: string | undefined;
}
export interface DeckTable {
  columns: readonly number[];
  rows: readonly { cells: readonly DeckCell[]; heightPt: number }[];
  styled: boolean;
}

const POINTS = 12_700;
const LABEL_DEFAULT_PT = 10;
const CELL_INSET = 7.2;
const CELL_INSET_TOP = 3.6;

/** Value of the attribute of relationships (`r:id`, `r:embed`), whatever its prefix. */
export function relationId(tag: Tag | undefined, name: string): string | undefined {
  return tag && new RegExp(`:${name}\\s*=\\s*["']([^"']{1,200})["']`).exec(tag.raw)?.[1];
}

/** Part that a relationship of this part leads to; undefined where it is missing or outside. */
export function targetOf(file: PackageFile, part: string, id: string | undefined): string | undefined {
  const found = id === undefined ? undefined : relationshipsOf(file.opened, part).find((one) => one.id === id);
  return found === undefined || found.external ? undefined : found.target;
}

export function readChart(part: XmlTags | undefined): DeckChart | undefined {
  const area = childOf(part?.root, 'chart', 'plotArea');
  if (!area) return undefined;
  const plots = area.children.filter(({ local }) => local.endsWith('Chart'));
  const series = plots.flatMap((plot) => plot.children.filter(({ local }) => local === 'ser'));
  const pointsOf = (one: Tag): number =>
    Math.max(
      0,
      maxOf(
        ['cat', 'val', 'xVal', 'yVal'].map(
          (name) =>
            numberOf(
              childOf(
                childOf(one, name)?.children[0]?.children.find(({ local }) => local.endsWith('Cache')) ?? childOf(one, name),
                'ptCount',
              ),
              'val',
            ) ?? 0,
        ),
      ),
    );
  const sizes = tagsNamed(part, 'defRPr')
    .flatMap((tag) => numberOf(tag, 'sz') ?? [])
    .map((size) => size / 100);
  return {
    kinds: plots.map(({ local }) => local),
    solid: plots.some(({ local }) => local.includes('3D')),
    series: series.length,
    points: Math.max(0, maxOf(series.map(pointsOf))),
    labelPt: sizes.length === 0 ? LABEL_DEFAULT_PT : minOf(sizes),
  };
}

export function readTable(table: Tag, setting: TextSetting): DeckTable {
  const columns = (childOf(table, 'tblGrid')?.children ?? []).map((column) => (numberOf(column, 'w') ?? 0) / POINTS);
  const rows = table.children
    .filter(({ local }) => local === 'tr')
    .map((row) => {
      let x = 0;
      let heightPt = (numberOf(row, 'h') ?? 0) / POINTS;
      const cells: DeckCell[] = [];
      for (const cell of row.children.filter(({ local }) => local === 'tc')) {
        const span = numberOf(cell, 'gridSpan') ?? 1;
        const properties = childOf(cell, 'tcPr');
        const paragraphs = (childOf(cell, 'txBody')?.children ?? [])
          .filter(({ local }) => local === 'p')
          .map((one) => paragraphOf(one, setting));
        const [left, top] = [
          (numberOf(properties, 'marL') ?? CELL_INSET * POINTS) / POINTS,
          (numberOf(properties, 'marT') ?? CELL_INSET_TOP * POINTS) / POINTS,
        ];
        const width = columns.slice(x, x + span).reduce((sum, one) => sum + one, 0) - left * 2;
        if (
          (numberOf(cell, 'rowSpan') ?? 1) === 1 &&
          valueOf(cell, 'vMerge') === undefined &&
          valueOf(cell, 'hMerge') === undefined &&
          valueOf(properties, 'vert') === undefined
        )
          heightPt = Math.max(heightPt, measureParagraphs(paragraphs, width).heightPt + top * 2);
        const fill = fillOf(properties, setting.names);
        cells.push({ paragraphs, fill: fill === 'none' ? undefined : fill });
        x += 1;
      }
      return { cells, heightPt };
    });
  return { columns, rows, styled: childOf(table, 'tblPr', 'tableStyleId') !== undefined };
}
