/** Charts as vector pictures, the same as the native ones of office files. */
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Chart } from '../../document/block.ts';
import { chartScale } from '../../document/tighten-look.ts';
import { describeChart, planChart } from '../chart-plan.ts';
import { drawChart } from '../chart-svg.ts';
import { addNote, type Draft } from './draft.ts';
import { firstFace } from './faces.ts';
import { captionMarkup, sourceMarkup } from './figures.ts';
import { anchorMarkup } from './runs.ts';
import { code, describing, literal, printable, pt } from './text.ts';

const LABEL_PT = 9;

/** The chart with its caption above and its source below. It has figures (`isEmptyChart` is false). */
export function drawnChartMarkup(draft: Draft, chart: Chart): string {
  const said = languageAt(draft.document, chart.id);
  const lang = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(said) ? said : 'en';
  const { plan, notes } = planChart(chart, draft.look, lang);
  for (const each of notes) addNote(draft, each);
  const { svg, widthPt, heightPt } = drawChart(plan, firstFace(draft.look), {
    widthPt: draft.widthPt * chartScale(draft.look),
    sizePt: LABEL_PT * Math.min(draft.look.scale, 1.3),
  });
  draft.chartCount += 1;
  const name = `chart-${draft.chartCount}.svg`;
  draft.assets.set(name, new TextEncoder().encode(printable(svg)));
  const heightMaxPt = draft.measures.textHeightPt * 0.75;
  const shown = heightPt > heightMaxPt ? (widthPt * heightMaxPt) / heightPt : Math.min(widthPt, draft.widthPt);
  const alt = literal(describing(describeChart(chart, lang), labelsOf(lang).chart));
  const caption =
    chart.title === undefined || chart.title.trim() === '' ? 'none' : `[${captionMarkup(draft, chart.id, [{ text: chart.title }])}]`;
  const source = sourceMarkup(draft, chart.id, chart.source);
  return `${anchorMarkup(draft, chart.anchor)}${code(`picture(${caption}, ${source === '' ? 'false' : 'true'}, image(${literal(`/assets/${name}`)}, alt: ${alt}, width: ${pt(shown)}))`)}${source}`;
}
