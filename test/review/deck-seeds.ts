/** One planted defect each: what is done to a sound presentation, and the code of the rule that has to find it. */
import type { RenderedDocument, RenderedLine } from '../../src/document/rendered-document.ts';
import {
  chartFrameXml,
  chartXml,
  deckFileOf,
  pictureXml,
  slideXml,
  tableFrameXml,
  textXml,
  titleXml,
  type Place,
} from '../../src/review/example-decks.ts';

/** A change to one part of a deck of the gallery. */
export interface DeckSeed {
  name: string;
  code: string;
  deck: string;
  part: string;
  change(xml: string): string | null;
}
/** A presentation as others make them: one layout, boxes drawn by hand. */
export interface ForeignDeckSeed {
  name: string;
  code: string;
  file(): Uint8Array;
}

const slide = (number: number): string => `ppt/slides/slide${number}.xml`;
const emu = (inches: number): number => Math.round(inches * 914_400);

/** The shapes of a slide one by one. */
const SHAPES = /<p:(sp|pic|graphicFrame)>.*?<\/p:\1>/gs;

function onShape(xml: string, words: string, change: (shape: string) => string): string {
  let found = false;
  const changed = xml.replaceAll(SHAPES, (shape) => {
    if (found || !shape.includes(words)) return shape;
    found = true;
    return change(shape);
  });
  if (!found) throw new Error(`no shape holds "${words}"`);
  return changed;
}

const frame = ([x, y, w, h]: Place, prefix: string): string =>
  `<${prefix}:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></${prefix}:xfrm>`;
const placed =
  (at: Place) =>
  (shape: string): string =>
    shape.startsWith('<p:graphicFrame')
      ? shape.replace(/<p:xfrm>.*?<\/p:xfrm>/s, frame(at, 'p'))
      : shape.replace(/<a:xfrm>.*?<\/a:xfrm>/s, '').replace('<p:spPr>', `<p:spPr>${frame(at, 'a')}`);
const sized =
  (pt: number) =>
  (shape: string): string =>
    shape.replaceAll(/ sz="\d{3,4}"/g, '').replaceAll('<a:rPr ', `<a:rPr sz="${pt * 100}" `);
const colored =
  (hex: string) =>
  (shape: string): string => {
    const fill = `<a:solidFill><a:srgbClr val="${hex}"/></a:solidFill>`;
    return shape
      .replaceAll(/(<a:rPr [^>]*[^/]>)<a:solidFill>.*?<\/a:solidFill>/gs, '$1')
      .replaceAll(/<a:rPr ([^>]*)\/>/g, `<a:rPr $1>${fill}</a:rPr>`)
      .replaceAll(/(<a:rPr [^>]*[^/]>)(?!<a:solidFill>)/g, `$1${fill}`);
  };
const retold =
  (text: readonly string[]) =>
  (shape: string): string =>
    shape.replace(
      /(<\/?a:lstStyle\/?>)<a:p>.*<\/a:p>/s,
      `$1${text.map((words) => `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${words}</a:t></a:r></a:p>`).join('')}`,
    );
const add =
  (shape: string) =>
  (xml: string): string =>
    xml.replace('</p:spTree>', `${shape}</p:spTree>`);
const drop =
  (words: string) =>
  (xml: string): string =>
    onShape(xml, words, () => '');
const on =
  (words: string, change: (shape: string) => string) =>
  (xml: string): string =>
    onShape(xml, words, change);

const SENTENCE = 'The works began in spring and will be finished before the first frost of the year, as was planned.';
const times = (count: number, text: string): string[] => Array.from({ length: count }, (_, i) => `${i + 1} ${text}`);

/** Slides of the gallery's deck about a hub, by number: 3 text and panel, 4 two columns, 5 cards, 6 figures, 8 chart, 9 table, 11 timeline, 12 comparison. */
const HUB: readonly (readonly [name: string, code: string, number: number, change: (xml: string) => string | null])[] = [
  ['a column beyond the right edge', 'slide_content_outside', 4, on('Stays in Zaragoza', placed([12.4, 2.32, 4, 0.45]))],
  ['a table pushed down', 'slide_content_outside', 9, on('Extend Zaragoza', placed([0.75, 6, 11.8, 2]))],
  ['a chart pushed to the right', 'slide_content_outside', 8, on('graphicData', placed([8, 2.1, 7.9, 4.5]))],
  ['a box over the left edge', 'slide_content_outside', 6, add(textXml({ at: [-1, 5, 4, 0.6], text: ['A note that begins too early'] }))],
  ['a title above the slide', 'slide_content_outside', 5, on('Customers notice', placed([0.75, -0.3, 11.8, 1]))],
  ['a text put beside the slide', 'slide_content_outside', 3, add(textXml({ at: [13.6, 1, 3, 1], text: ['Kept for later'] }))],
  ['the title on the text', 'slide_shapes_overlap', 3, on('Three causes', placed([0.75, 2.1, 7, 1]))],
  [
    'a note on the chart’s edge',
    'slide_shapes_overlap',
    8,
    add(textXml({ at: [7.6, 4.6, 3, 1], text: ['Half on the chart', 'and half beside it'] })),
  ],
  ['a comment on the table', 'slide_shapes_overlap', 9, on('Extending Zaragoza', placed([0.75, 3.4, 11.8, 0.6]))],
  ['one column over the other', 'slide_shapes_overlap', 4, on('Export to France', placed([3, 3, 5.8, 3.5]))],
  ['a card over its neighbour', 'slide_shapes_overlap', 5, on('Fewer claims', placed([3.2, 2.17, 3.78, 4.3]))],
  ['two labels on each other', 'slide_shapes_overlap', 11, on('31\u00a0Jan', placed([1.1, 2.35, 2, 0.55]))],
  ['text twice as large', 'slide_text_overflow', 4, on('All orders for', sized(40))],
  ['a panel with too much in it', 'slide_text_overflow', 3, on('Adding lorries', retold(times(9, 'Adding lorries treats the symptom')))],
  [
    'a card with too much in it',
    'slide_text_overflow',
    5,
    on('Orders placed before', retold(times(12, 'Orders placed before four arrive the next day'))),
  ],
  ['a step with too much in it', 'slide_text_overflow', 11, on('Lease and building', retold(times(9, 'Lease and contract')))],
  ['a box made too low', 'slide_text_overflow', 12, on('No investment', placed([0.75, 2.1, 5.79, 1.6]))],
  ['text at the left edge', 'slide_margin_narrow', 3, on('Volume in the south', placed([0.05, 1.95, 7.35, 4.65]))],
  ['text at the right edge', 'slide_margin_narrow', 6, add(textXml({ at: [12.2, 1.6, 1.13, 0.4], text: ['At the edge'], sizePt: 14 }))],
  [
    'a table at the foot',
    'slide_margin_narrow',
    9,
    (xml) => drop('Extending Zaragoza')(on('Extend Zaragoza', placed([0.75, 3.62, 11.8, 3.74]))(xml)),
  ],
  ['a comment at the foot', 'slide_margin_narrow', 9, on('Extending Zaragoza', placed([0.75, 7.1, 11.8, 0.35]))],
  ['a title at the top', 'slide_margin_narrow', 12, on('Two ways', placed([0.75, 0.02, 11.8, 1]))],
  ['cards with uneven gaps', 'slide_gaps_uneven', 5, on('Fewer claims', placed([4.948, 2.02, 3.778, 4.43]))],
  ['a card that hangs lower', 'slide_edges_misaligned', 5, on('Less road', placed([8.806, 2.1, 3.778, 4.43]))],
  ['a panel that hangs lower', 'slide_edges_misaligned', 12, on('6.8M investment', placed([6.792, 2.01, 5.792, 4.65]))],
  ['a column of 9 pt', 'slide_type_small', 4, on('All orders for', sized(9))],
  ['a table of 8 pt', 'slide_type_small', 9, on('Extend Zaragoza', sized(8))],
  ['a card of 10 pt', 'slide_type_small', 5, on('Orders placed before', sized(10))],
  [
    'small print in the middle',
    'slide_type_small',
    6,
    add(textXml({ at: [0.75, 4.75, 9, 0.4], sizePt: 8, text: ['All figures before tax, in prices of 2026'] })),
  ],
  ['nothing below the title', 'slide_empty', 9, (xml) => drop('Extending Zaragoza')(drop('Extend Zaragoza')(xml))],
  ['nothing at all', 'slide_empty', 4, (xml) => xml.replaceAll(SHAPES, '')],
  ['a column emptied', 'slide_placeholder_empty', 4, on('All orders for', retold([]))],
  ['a card emptied', 'slide_placeholder_empty', 5, on('Less road', retold([]))],
  ['a panel emptied', 'slide_placeholder_empty', 3, on('Adding lorries', retold([]))],
  ['no title', 'slide_title_missing', 5, drop('Customers notice')],
  ['an empty title', 'slide_title_missing', 6, on('investment returns', retold([]))],
  [
    'a text box for a title',
    'slide_title_missing',
    9,
    on('Own hub costs most', (shape) => placed([0.75, 0.82, 11.8, 1])(shape.replace('<p:ph type="title"/>', ''))),
  ],
  [
    'the title of the slide before',
    'slide_title_repeated',
    5,
    on('Customers notice', retold(['The hub serves eleven provinces and leaves export in Zaragoza'])),
  ],
  ['one title twice, apart', 'slide_title_repeated', 12, on('Two ways', retold(['Own hub costs most to open and least to run']))],
  ['a title of three sentences', 'slide_title_long', 9, on('Own hub costs most', retold([`${SENTENCE} ${SENTENCE}`]))],
  [
    'a title of 150 characters',
    'slide_title_long',
    4,
    on(
      'The hub serves',
      retold([
        `The hub serves eleven provinces of the south and east, and leaves export, the north and the centre where they were before, which is in Zaragoza`,
      ]),
    ),
  ],
  ['grey text', 'slide_contrast_low', 4, on('All orders for', colored('C4C9CE'))],
  ['dark text on the panel', 'slide_contrast_low', 3, on('Adding lorries', colored('0E4A4F'))],
  ['white text on a card', 'slide_contrast_low', 5, on('Fewer claims', colored('FFFFFF'))],
  ['a pale table', 'slide_contrast_low', 9, on('Extend Zaragoza', colored('D0D6DB'))],
  ['yellow on white', 'slide_contrast_low', 12, on('Two ways', colored('FFD400'))],
  ['many words', 'slide_dense', 3, on('Volume in the south', retold(times(9, SENTENCE)))],
  ['a chart without words', 'slide_alt_text_missing', 8, on('graphicData', (shape) => shape.replace(/ descr="[^"]*"/, ''))],
  ['a chart as large as a stamp', 'slide_chart_unreadable', 8, on('graphicData', placed([0.75, 2.1, 1.8, 1.2]))],
];

const OTHERS: readonly DeckSeed[] = [
  {
    name: 'a chart with depth',
    code: 'slide_chart_unreadable',
    deck: 'hub.en',
    part: 'ppt/charts/chart1.xml',
    change: (xml) => xml.replaceAll('c:barChart>', 'c:bar3DChart>'),
  },
  {
    name: 'labels of 6 pt',
    code: 'slide_chart_unreadable',
    deck: 'hub.en',
    part: 'ppt/charts/chart1.xml',
    change: (xml) => xml.replaceAll(/ sz="\d+"/g, ' sz="600"'),
  },
  {
    name: 'text as pale as paper in the whole deck',
    code: 'slide_contrast_low',
    deck: 'training.en',
    part: 'ppt/theme/theme1.xml',
    change: (xml) => xml.replace(/<a:dk1>.*?<\/a:dk1>/s, '<a:dk1><a:srgbClr val="CCCCCC"/></a:dk1>'),
  },
  { name: 'a chart deleted', code: 'relationship_dangling', deck: 'hub.en', part: 'ppt/charts/chart1.xml', change: () => null },
  {
    name: 'tags that do not nest',
    code: 'package_invalid',
    deck: 'hub.en',
    part: slide(4),
    change: (xml) => xml.replace('</p:spTree>', ''),
  },
  {
    name: 'a list of 6 pt, in Spanish',
    code: 'slide_type_small',
    deck: 'estrategia.es',
    part: slide(2),
    change: (xml) => xml.replaceAll('<a:rPr lang', '<a:rPr sz="600" lang'),
  },
];

export const DECK_SEEDS: readonly DeckSeed[] = [
  ...HUB.map(([name, code, number, change]): DeckSeed => ({ name, code, deck: 'hub.en', part: slide(number), change })),
  ...OTHERS,
];

const body = (text: readonly string[]): string => textXml({ holder: 'idx="1"', name: 'Body', text });
const foreign = (
  name: string,
  code: string,
  slides: readonly string[],
  more: Omit<Parameters<typeof deckFileOf>[0], 'slides'> = {},
): ForeignDeckSeed => ({ name, code, file: () => deckFileOf({ slides, ...more }) });
const row = (at: readonly number[]): string =>
  at.map((y, i) => textXml({ at: [1, y, 5, 0.8], fill: 'EEF2F5', text: [`Step ${i + 1} of the way`] })).join('');
const CHART_AT: Place = [0.75, 2, 9, 4.5];

export const FOREIGN_DECK_SEEDS: readonly ForeignDeckSeed[] = [
  foreign(
    'seven slides of bullets',
    'slide_monotonous',
    Array.from({ length: 7 }, (_, i) => slideXml(undefined, `Point ${i + 1} of the plan`)),
  ),
  foreign(
    'nine slides of bullets, in Spanish',
    'slide_monotonous',
    Array.from({ length: 9 }, (_, i) => slideXml(body(['Una frase corta.', 'Otra frase corta.']), `Punto ${i + 1} del plan`)),
  ),
  foreign('boxes one above the other, uneven', 'slide_gaps_uneven', [slideXml(row([2, 3, 4.3]))]),
  foreign('boxes out of line', 'slide_edges_misaligned', [
    slideXml(textXml({ at: [1, 2.5, 3, 2], fill: 'EEF2F5' }) + textXml({ at: [4.4, 2.57, 3, 2], fill: 'EEF2F5' })),
  ]),
  foreign('text beside its title', 'slide_edges_misaligned', [
    slideXml(textXml({ at: [0.83, 2, 9, 2], text: ['It begins a little too far to the right.'] })),
  ]),
  foreign('a picture stretched', 'slide_picture_distorted', [slideXml(pictureXml([1, 2, 8, 2.5]))], { picture: [800, 500] }),
  foreign('a picture squeezed', 'slide_picture_distorted', [slideXml(pictureXml([1, 2, 3, 4]))], { picture: [1600, 1200] }),
  foreign('a picture without words', 'slide_alt_text_missing', [slideXml(pictureXml([1, 2, 4, 3], ''))], { picture: [800, 600] }),
  foreign('a picture mostly off the slide', 'slide_content_outside', [slideXml(body(['A text']) + pictureXml([11.5, 3, 4, 3]))], {
    picture: [800, 600],
  }),
  foreign(
    'a picture on the text',
    'slide_shapes_overlap',
    [
      slideXml(
        body(['A sentence that goes on for nearly the whole width of the slide, up to the picture and under it.']) +
          pictureXml([5, 1.8, 4, 3]),
      ),
    ],
    { picture: [800, 600] },
  ),
  foreign('a cake of fourteen', 'slide_chart_unreadable', [slideXml(chartFrameXml(CHART_AT))], { chart: chartXml('pieChart', 1, 14) }),
  foreign('eleven lines', 'slide_chart_unreadable', [slideXml(chartFrameXml(CHART_AT))], { chart: chartXml('lineChart', 11, 12) }),
  foreign('sixty bars', 'slide_chart_unreadable', [slideXml(chartFrameXml(CHART_AT))], { chart: chartXml('barChart', 5, 12) }),
  foreign('twenty-two points', 'slide_dense', [slideXml(textXml({ holder: 'idx="1"', sizePt: 12, text: times(22, 'a point of words') }))]),
  foreign('a table of 200 cells', 'slide_dense', [
    slideXml(
      tableFrameXml(
        [0.75, 1.7, 11.8, 5],
        Array.from({ length: 20 }, () => Array.from({ length: 10 }, () => '7')),
        12,
      ),
    ),
  ]),
  foreign('a title and no more', 'slide_empty', [slideXml(), slideXml('', 'What comes next')]),
  foreign('no title', 'slide_title_missing', [slideXml(), body(['Text without a title'])]),
  foreign('an empty placeholder', 'slide_placeholder_empty', [
    titleXml('A title') + textXml({ at: [1, 2, 6, 2], text: ['A box of its own'] }) + body(['']),
  ]),
];

const onPage = (drawn: RenderedDocument, page: number, change: (line: RenderedLine) => RenderedLine): RenderedDocument => ({
  ...drawn,
  pages: drawn.pages.map((one) => (one.page === page ? { ...one, lines: one.lines.map(change) } : one)),
});
const moved =
  (words: string, x: number, y: number) =>
  (line: RenderedLine): RenderedLine =>
    line.text.includes(words) ? { ...line, left: line.left + x, right: line.right + x, top: line.top + y, bottom: line.bottom + y } : line;

/** Faults of drawing, planted into the drawn slides of the same deck. */
export const DRAWN_DECK_SEEDS: readonly { name: string; code: string; plant(drawn: RenderedDocument): RenderedDocument }[] = [
  { name: 'a line below its card', code: 'slide_text_spilled', plant: (drawn) => onPage(drawn, 5, moved('arrive the next', 0, 300)) },
  { name: 'a line below the column', code: 'slide_text_spilled', plant: (drawn) => onPage(drawn, 4, moved('42 posts', 0, 190)) },
  { name: 'a word beside the panel', code: 'slide_text_spilled', plant: (drawn) => onPage(drawn, 3, moved('Adding lorries', 130, 0)) },
  { name: 'a title of one line too many', code: 'slide_text_spilled', plant: (drawn) => onPage(drawn, 12, moved('Two ways', 0, 60)) },
  { name: 'a line over the right edge', code: 'slide_text_cut', plant: (drawn) => onPage(drawn, 9, moved('Extending Zaragoza', 420, 0)) },
  { name: 'a line below the foot', code: 'slide_text_cut', plant: (drawn) => onPage(drawn, 8, moved('follows', 0, 330)) },
  { name: 'two lines on each other', code: 'text_overlap', plant: (drawn) => onPage(drawn, 4, moved('Packaging and', 0, -38)) },
  { name: 'no tags', code: 'pdf_not_accessible', plant: (drawn) => ({ ...drawn, tagged: false }) },
];
