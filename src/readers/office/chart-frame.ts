/** What a drawing shows where it names a chart: the chart of either kind of part, and what is written over it. */
import { C, CX, R } from '../../ooxml/names.ts';
import type { Block } from '../../document/block.ts';
import { attributeOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { readChart } from './chart.ts';
import { readDrawnText } from './drawn-text.ts';
import { readExtendedChart } from './extended-chart.ts';
import { firstOf, sidePart, targetOf } from './parts.ts';
import type { OfficeReading } from './parts.ts';

/** Whether an element of a drawing stands for a chart (`c:chart`, `cx:chart`). */
export const isChartFrame = ({ local, uri }: XmlElement): boolean => local === 'chart' && (uri === C || uri === CX);

/** The chart that an element of a part's drawing names, then its text boxes (ISO/IEC 29500-1 §21.3). Notes: `part_left_out`, `part_damaged` */
export function readChartFrame(reading: OfficeReading, part: string, frame: XmlElement): Block[] {
  const name = targetOf(reading, part, attributeOf(frame, 'id', R))?.target;
  const root = sidePart(reading, name);
  if (name === undefined || root === undefined) return [];
  const chart = root.uri === CX ? readExtendedChart(reading, root) : readChart(reading, root);
  return [...(chart ? [chart] : []), ...readTypedLabels(reading, name, root), ...readOverlaid(reading, name, root)];
}

const TYPED_MAX = 500;

/** What somebody has written at single points in place of their values (§21.2.2.45, `c:dLbl`). */
function readTypedLabels(reading: OfficeReading, part: string, root: XmlElement): Block[] {
  const typed = [...walkElements(root)]
    .filter(({ local, uri }) => local === 'dLbl' && uri === C)
    .flatMap((label) => {
      const words = firstElementOf(label, 'tx', C);
      const body = words && firstElementOf(words, 'rich', C);
      // fields stand for the value or the name, which the chart's table has
      const isTyped = body && [...walkElements(body)].some((run) => run.local === 'r' && textOf(run).trim() !== '');
      return isTyped ? [body] : [];
    });
  return firstOf(reading, typed, TYPED_MAX, 'labels that were typed at points of a chart').flatMap((body) =>
    readDrawnText({ reading, part }, body, []),
  );
}

function readOverlaid(reading: OfficeReading, chart: string, root: XmlElement): Block[] {
  const named = firstElementOf(root, 'userShapes');
  const part = named && targetOf(reading, chart, attributeOf(named, 'id', R))?.target;
  const shapes = sidePart(reading, part);
  if (part === undefined || shapes === undefined) return [];
  return [...walkElements(shapes)].filter(({ local }) => local === 'txBody').flatMap((body) => readDrawnText({ reading, part }, body, []));
}
