/** Pictures, charts, code and formulas on their own, and what is above and below them. */
import { saysSource, labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Chart, Code, Equation, Image } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { describeChart, CHART_INK, planChart, type ChartPlan } from '../chart-plan.ts';
import { chartHeight, drawChart } from '../chart-svg.ts';
import { chartFigures, chartTable, isEmptyChart } from '../chart-table.ts';
import { highlight } from '../highlight.ts';
import { addNote, dataUri, ownId, textInk, type Draft } from './draft.ts';
import { attributesText, element, emptyElement, escapeHtml, isAddress } from './markup.ts';
import { formulaMarkup, runsMarkup } from './runs.ts';
import { tableMarkup } from './tables.ts';

/** "Table 1  What it shows": the number only where the document counts its tables. */
export function captionMarkup(draft: Draft, blockId: string, caption: readonly Run[]): string {
  const number = draft.references.captions.get(blockId);
  const lead = number === undefined ? '' : element('span', { class: 'count' }, escapeHtml(`${number.label} ${number.number}`));
  return `${lead}${runsMarkup(draft, caption)}`;
}

/** The line under a table or figure; '' where there is none. */
export function sourceMarkup(draft: Draft, blockId: string, source: readonly Run[] | undefined): string {
  if (source === undefined || source.length === 0) return '';
  const lead = saysSource(source[0]?.text ?? '') ? '' : `${escapeHtml(labelsOf(languageAt(draft.document, blockId)).source)} `;
  return element('p', { class: 'source' }, `${lead}${runsMarkup(draft, source)}`);
}

// ----------------------------------------------------------------------------------------------------------- pictures

export function imageMarkup(draft: Draft, image: Image): string {
  const asset = image.asset === null ? undefined : draft.document.assets.get(image.asset);
  const id = draft.ids.byBlock.get(image.id);
  const caption =
    image.caption === undefined || image.caption.length === 0
      ? ''
      : element('figcaption', {}, captionMarkup(draft, image.id, image.caption));
  const source = sourceMarkup(draft, image.id, image.source);
  if (asset === undefined) {
    if (image.asset !== null)
      addNote(draft, {
        code: 'image_missing',
        severity: 'warning',
        message: `There is no picture ${image.asset}; its description is in its place.`,
        blockId: image.id,
      });
    const text = image.alt === '' ? draft.labels.image : image.alt;
    return element('figure', { id, class: 'missing' }, `<p>${escapeHtml(text)}</p>${caption}${source}`);
  }
  const share = image.width === undefined ? undefined : `width:${Number((image.width * 100).toFixed(2))}%`;
  const picture = emptyElement('img', {
    src: dataUri(draft, asset),
    alt: image.alt,
    width: asset.width,
    height: asset.height,
    style: share,
    class: asset.needsLight === true ? 'on-light' : asset.needsDark === true ? 'on-dark' : undefined,
  });
  const linked =
    image.link !== undefined && isAddress(image.link)
      ? element('a', { href: image.link, rel: 'noopener noreferrer', target: '_blank' }, picture)
      : picture;
  return element('figure', { id }, `${linked}${caption}${source}`);
}

// ------------------------------------------------------------------------------------------------------------- charts

/** Widths at which a chart is drawn, in CSS pixels: one for a phone or a column, one for the page. */
const CHART_PX = { narrow: 330, wide: 720 };
const CHART_LABEL_PX = { narrow: 11.5, wide: 13 };

/** Colours of a drawing as properties of the style sheet: those of texts are read in either scheme, fills stay apart. */
function inked(draft: Draft, svg: string): string {
  const property = (hex: string, tag: string): string => {
    if (hex === CHART_INK.text) return 'var(--ink)';
    if (tag === 'text') return hex === CHART_INK.muted ? 'var(--muted)' : textInk(draft, hex);
    if (tag === 'line' && hex === CHART_INK.grid) return 'var(--hair)';
    if (tag === 'line' && hex === CHART_INK.axis) return 'var(--line)';
    if (hex === 'FFFFFF') return 'var(--ground)';
    draft.fills.add(hex);
    return `var(--f${hex})`;
  };
  return svg.replaceAll(/<(\w+)([^>]*)>/g, (_, tag: string, rest: string) => {
    const changed = rest.replaceAll(
      / (fill|stroke)="#([0-9A-F]{6})"/g,
      (_all, name: string, hex: string) => ` ${name}="${property(hex, tag)}"`,
    );
    return `<${tag}${changed}>`;
  });
}

function chartSvg(draft: Draft, plan: ChartPlan, size: 'narrow' | 'wide', label: string): string {
  const [widthPt, sizePt] = [CHART_PX[size], CHART_LABEL_PX[size]];
  const tallest =
    size === 'narrow'
      ? Math.max(chartHeight(plan, widthPt, sizePt), plan.kind === 'pie' || plan.kind === 'doughnut' ? 170 : 220)
      : undefined;
  const { svg, heightPt } = drawChart(plan, 'inherit', { widthPt, sizePt, ...(tallest === undefined ? {} : { heightPt: tallest }) });
  const open = `<svg class="${size}" role="img" aria-labelledby="${label}" viewBox="0 0 ${widthPt} ${Math.round(heightPt * 100) / 100}">`;
  return inked(draft, `${open}${svg.slice(svg.indexOf('>') + 1)}`).replaceAll(' font-family="inherit"', '');
}

/** A chart with its figures below it, folded away where the author has not asked for them. */
export function chartMarkup(draft: Draft, chart: Chart): string {
  const said = languageAt(draft.document, chart.id);
  const lang = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(said) ? said : 'en';
  if (isEmptyChart(chart)) {
    addNote(draft, {
      code: 'chart_as_table',
      severity: 'info',
      message: 'A chart without figures, or without room to draw it, is shown as a table.',
      blockId: chart.id,
    });
    return tableMarkup(draft, chartTable(chart, lang));
  }
  const { plan, notes } = planChart(chart, draft.look, lang);
  for (const each of notes) addNote(draft, each);
  const label = ownId(draft, 'chart');
  const description = element('span', { id: label, hidden: true }, escapeHtml(describeChart(chart, lang)));
  const title =
    chart.title === undefined || chart.title.trim() === ''
      ? ''
      : element('figcaption', {}, captionMarkup(draft, chart.id, [{ text: chart.title }]));
  const table = tableMarkup(draft, chartFigures(chart, lang));
  const figures =
    chart.data === 'table'
      ? table
      : `<details class="figures"><summary>${escapeHtml(draft.labels.showFigures)}</summary>${table}</details>`;
  return element(
    'figure',
    { class: 'chart', id: draft.ids.byBlock.get(chart.id) },
    `${title}${description}${chartSvg(draft, plan, 'narrow', label)}${chartSvg(draft, plan, 'wide', label)}${sourceMarkup(draft, chart.id, chart.source)}${figures}`,
  );
}

// ----------------------------------------------------------------------------------------------------- code, equations

/** Code in colours, as text that can be copied. */
export function codeMarkup(draft: Draft, block: Code): string {
  const lines = highlight(block.text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    '), block.language);
  const text = lines
    .map((line) =>
      line
        .map(({ text: piece, color, bold, italic }) => {
          if (color === undefined && bold !== true && italic !== true) return escapeHtml(piece);
          const names = [color === undefined ? '' : `k${color}`, bold === true ? 'b' : '', italic === true ? 'i' : ''].filter(
            (name) => name !== '',
          );
          if (color !== undefined) textInk(draft, color);
          return `<span class="${names.join(' ')}">${escapeHtml(piece)}</span>`;
        })
        .join(''),
    )
    .join('\n');
  const lang = block.language?.trim() ?? '';
  return `<pre${attributesText({ id: draft.ids.byBlock.get(block.id), tabindex: 0, 'aria-label': lang === '' ? undefined : lang.slice(0, 30), role: lang === '' ? undefined : 'region' })}><code>${text}</code></pre>`;
}

export function equationMarkup(draft: Draft, equation: Equation): string {
  const number = draft.references.equations.get(equation.id);
  const formula = formulaMarkup(draft, equation.tex, true, equation.id);
  const count = number === undefined ? '' : element('span', { class: 'count' }, `(${number})`);
  return element('div', { class: 'equation', id: draft.ids.byBlock.get(equation.id), tabindex: 0, role: 'group' }, `${formula}${count}`);
}
