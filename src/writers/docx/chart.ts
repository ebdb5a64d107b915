/** Charts as Office draws them: a chart part, the workbook with its figures inside the package, and a frame in the line. */
import { C } from '../../ooxml/names.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Chart } from '../../document/block.ts';
import { chartScale } from '../../document/tighten-look.ts';
import { CHART_CONTENT_TYPE, writeChart } from '../../ooxml/chart.ts';
import { writeChartWorkbook } from '../../ooxml/chart-workbook.ts';
import { describeChart, planChart } from '../chart-plan.ts';
import { toChartSpec } from '../chart-spec.ts';
import { chartHeight } from '../chart-svg.ts';
import { captionXml, sourceXml } from './captions.ts';
import { note, roomDxa, type Draft, type Place } from './draft.ts';
import { emuOfDxa } from './measures.ts';
import { indented, paragraph } from './paragraph.ts';
import { drawingProperties } from './picture.ts';
import { newRelationships, relate } from './relationships.ts';

const DXA_PER_PT = 20;
const HEIGHT_SHARE_MAX = 0.8;

/** The chart with its caption above and its source below. It has figures (`isEmptyChart` is false). */
export function drawnChart(draft: Draft, block: Chart, place: Place): string {
  const lang = languageAt(draft.document, block.id);
  const { plan, notes } = planChart(block, draft.look, lang);
  for (const entry of notes) note(draft, entry);
  const spec = toChartSpec(plan, draft.look);
  const id = addChartParts(draft, spec);
  const widthDxa = Math.round(roomDxa(place) * chartScale(draft.look));
  const heightDxa = Math.min(place.heightDxa * HEIGHT_SHARE_MAX, chartHeight(plan, widthDxa / DXA_PER_PT, spec.text.sizePt) * DXA_PER_PT);
  const alt = describeChart(block, lang);
  const drawing =
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${emuOfDxa(widthDxa)}" cy="${emuOfDxa(Math.round(heightDxa))}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>` +
    `${drawingProperties(draft, 'Chart', alt)}<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${C}"><c:chart r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const source = sourceXml(draft, block, block.source, place);
  const caption = captionXml(draft, block, 'figure', block.title === undefined ? undefined : [{ text: block.title }], place);
  return (
    caption +
    paragraph(draft, {
      style: 'Figure',
      content: drawing,
      leftDxa: indented(place),
      ...(source === '' ? { afterDxa: place.room === 'cell' ? 60 : 280 } : { keepNext: true }),
    }) +
    source
  );
}

/** The chart part and its workbook; returns the id of the document's relationship to the chart. */
export function addChartParts(draft: Draft, spec: Parameters<typeof writeChart>[0]): string {
  draft.chartCount += 1;
  const workbook = `embeddings/Microsoft_Excel_Sheet${draft.chartCount}.xlsx`;
  const relationships = newRelationships();
  const workbookId = relate(relationships, 'package', `../${workbook}`);
  draft.extraParts.push(
    {
      name: `word/charts/chart${draft.chartCount}.xml`,
      data: writeChart(spec, workbookId),
      contentType: CHART_CONTENT_TYPE,
      relationships,
    },
    { name: `word/${workbook}`, data: writeChartWorkbook(spec) },
  );
  return relate(draft.relationships, 'chart', `charts/chart${draft.chartCount}.xml`);
}
