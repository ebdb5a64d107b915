/** The parts of a design, each with a text that shows it and two designs that differ in nothing else. */
import type { MadeFormat } from '../src/review/define-rule.ts';

export interface DesignPart {
  /** As the field of the design. */
  name: string;
  text: { front?: string; body: string };
  format: Extract<MadeFormat, 'pdf' | 'pptx'>;
  /** That is shown, 1-based, and how much of it from the top. */
  page: number;
  share: number;
  /** As JSON in the front matter. */
  designs: readonly [string, string];
}

const TEXT = `# Three depots break the chain

The temperature rose above eight degrees eleven times, and always between the quay and the lorry.

## What was measured

| Depot | Breaks | Cost |
|---|---:|---:|
| Bilbao | 6 | €12,400 |
| Vigo | 5 | €9,100 |
| **Total** | 11 | €21,500 |

> [!IMPORTANT]
> Replace the three reefers before May.

## What follows

Doors stay shut until the ramp is level. Drivers read the probe twice, and write down both times.
`;
const CHART = `# Three depots break the chain

:::chart{type=column x=Quarter y="Bilbao, Vigo" title="Breaks by quarter"}
| Quarter | Bilbao | Vigo |
|---|---:|---:|
| Q1 | 2 | 1 |
| Q2 | 3 | 2 |
| Q3 | 1 | 2 |
:::
`;
const COVER = {
  front: 'title: Cold chain review\nsubtitle: Eleven breaks in a year\nauthor: Ana Ruiz\norganization: Norte Logistics\n',
  body: `::cover\n\n${TEXT}`,
};
const DECK = {
  front: 'title: Cold chain review\nsubtitle: Eleven breaks in a year\n',
  body: '::slide{title="Three depots break the chain"}\n\n- **Bilbao** Six breaks, all of them at the ramp\n- **Vigo** Five breaks, four of them at night\n- **Gijón** None since the doors were changed\n',
};
const plain = (name: string, share: number, designs: DesignPart['designs'], text: DesignPart['text'] = { body: TEXT }): DesignPart => ({
  name,
  text,
  format: 'pdf',
  page: 1,
  share,
  designs,
});

export const DESIGN_PARTS: readonly DesignPart[] = [
  plain('palette', 0.62, [
    '{"palette": {"accent": "#B4532A", "deep": "#2B2A4C", "tint": "#FBEFE8"}}',
    '{"palette": {"accent": "#0F766E", "deep": "#134E4A", "tint": "#E6F4F1"}}',
  ]),
  plain('faces', 0.5, ['{"faces": {"display": "Georgia", "text": "Calibri"}}', '{"faces": {"display": "Arial", "text": "Cambria"}}']),
  plain('sizes', 0.5, [
    '{"sizes": {"body": 9.5, "title": 22, "heading1": 16, "heading2": 12}}',
    '{"sizes": {"body": 12.5, "title": 40, "heading1": 30, "heading2": 19}}',
  ]),
  plain('spacing', 0.62, [
    '{"spacing": {"line": 1.05, "paragraph": 3, "density": 0.7}}',
    '{"spacing": {"line": 1.6, "paragraph": 12, "density": 1.5}}',
  ]),
  plain('page', 0.62, [
    '{"page": {"left_cm": 1.5, "right_cm": 1.5, "top_cm": 1.5}}',
    '{"page": {"left_cm": 5, "right_cm": 2.5, "top_cm": 3.5}}',
  ]),
  plain('headings', 0.55, [
    '{"headings": {"rule": "bar", "numbered": true}}',
    '{"headings": {"rule": "below", "caps": true, "align": "center", "color": "accent"}}',
  ]),
  plain('tables', 0.5, ['{"tables": {"form": "filled"}}', '{"tables": {"form": "grid"}}']),
  plain('callouts', 0.6, ['{"callouts": {"form": "box"}}', '{"callouts": {"form": "filled"}, "radius": 8}']),
  plain('cover', 1, ['{"cover": {"form": "full"}}', '{"cover": {"form": "band", "color": "accent"}}'], COVER),
  {
    ...plain(
      'header',
      0.2,
      ['{"header": {"text": "Cold chain review", "rule": true}}', '{"header": {"text": "Norte Logistics", "rule": false}}'],
      {
        body: [TEXT, TEXT, TEXT].join('\n'),
      },
    ),
    page: 2,
  },
  {
    ...plain(
      'slides',
      1,
      [
        '{"slides": {"decoration": "side", "title_size": 30}}',
        '{"slides": {"mode": "dark", "decoration": "corner", "title_size": 40, "title_align": "center"}}',
      ],
      DECK,
    ),
    format: 'pptx',
    page: 2,
  },
  plain(
    'charts',
    0.5,
    [
      '{"charts": {"colors": ["#2B2A4C", "#E0B03C"], "gridlines": true}}',
      '{"charts": {"colors": ["#0F766E", "#F97316"], "gridlines": false}}',
    ],
    { body: CHART },
  ),
];
