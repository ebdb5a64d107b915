/** Diagrams of Mermaid, as the drawings that every format writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatItems, type DrawnItem } from '../src/canvas/drawing.ts';
import { layOutCanvas, type CanvasTheme } from '../src/canvas/lay-out-canvas.ts';
import { readDiagram } from '../src/canvas/read-diagram.ts';
import { COLOR_ROLES } from '../src/document/canvas-values.ts';

const STYLE = { face: 'Calibri', size: 16, width: 1100, height: 900 };

const LIGHT = ['ground', 'card', 'tint', 'on-block', 'on-block-muted'];
const theme: CanvasTheme = {
  colors: Object.fromEntries(COLOR_ROLES.map((role) => [role, LIGHT.includes(role) ? 'FFFFFF' : '0B3B40'])) as CanvasTheme['colors'],
  faces: { text: 'Calibri', display: 'Georgia', code: 'Consolas' },
  fontSize: 16,
};

interface Drawn {
  items: Exclude<DrawnItem, { kind: 'group' }>[];
  warnings: string[];
  notes: string[];
}

function draw(text: string): Drawn | undefined {
  const { canvas, notes } = readDiagram({ id: 'b1', type: 'code', language: 'mermaid', text }, STYLE);
  if (canvas === undefined) return undefined;
  const { drawing, faults } = layOutCanvas(canvas, { theme, width: 1100, slide: false, pictures: new Map() });
  return {
    items: [...flatItems(drawing.items)],
    warnings: faults.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
    notes: notes.map(({ message }) => message),
  };
}
const wordsOf = (drawn: Drawn | undefined): string[] =>
  drawn?.items.flatMap((item) =>
    item.kind === 'shape' && item.text ? [item.text.paragraphs.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')] : [],
  ) ?? [];
const linesOf = (drawn: Drawn | undefined): string[] =>
  drawn?.items.flatMap((item) =>
    item.kind === 'line' ? [`${item.from?.id}→${item.to?.id}${item.stroke.line === 'dashed' ? ' dashed' : ''}`] : [],
  ) ?? [];

test('a flowchart keeps its nodes, links, labels and groups', () => {
  const drawn = draw(
    'flowchart LR\n  A[Order] -->|yes| B{In stock?} & C([Supplier])\n  B -. maybe .-> D[(Store)]; D --> A\n  subgraph one [House]\n  D\n  end\n  classDef x fill:#f00',
  );
  assert.deepEqual(drawn?.warnings, []);
  assert.deepEqual(drawn?.notes, []);
  assert.deepEqual(linesOf(drawn), ['A→B', 'A→C', 'B→D dashed', 'D→A']);
  for (const words of ['Order', 'In stock?', 'Supplier', 'Store', 'House', 'yes', 'maybe'])
    assert.ok(wordsOf(drawn).includes(words), words);
  const forms = drawn?.items.flatMap((item) => (item.kind === 'shape' && ['B', 'D'].includes(item.id) ? [item.form.kind] : []));
  assert.deepEqual(forms, ['diamond', 'cylinder']);
});

test('boxes of a flowchart do not touch each other', () => {
  const links = Array.from({ length: 30 }, (_, at) => `  N${at}[Step ${at} of the work] --> N${(at * 7 + 3) % 30}`).join('\n');
  const drawn = draw(`flowchart TD\n${links}`);
  const boxes = drawn?.items.filter((item) => item.kind === 'shape' && /^N\d+$/.test(item.id)) ?? [];
  assert.equal(boxes.length, 30);
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1)) {
      const apart =
        a.rect.x + a.rect.w <= b.rect.x ||
        b.rect.x + b.rect.w <= a.rect.x ||
        a.rect.y + a.rect.h <= b.rect.y ||
        b.rect.y + b.rect.h <= a.rect.y;
      assert.ok(apart, `${a.id} ${b.id}`);
    }
});

test('every kind of diagram is drawn with its words, and nothing wrong with the layout', () => {
  const check = (text: string, ...expected: string[]): void => {
    const drawn = draw(text);
    assert.ok(drawn, text);
    assert.deepEqual([...drawn.warnings, ...drawn.notes], [], text);
    const words = wordsOf(drawn);
    for (const each of expected) assert.ok(words.includes(each), `${each} in ${words.join('|')}`);
  };
  check('stateDiagram-v2\n  [*] --> Open\n  Open --> Done : closed\n  Done --> [*]', 'Open', 'Done', 'closed');
  check(
    'sequenceDiagram\n  participant A as Anna\n  A->>B: Hello\n  B-->>A: Hi\n  alt fine\n  A->>A: think\n  end\n  Note over A,B: noted',
    'Anna',
    'B',
    'Hello',
    'Hi',
    'alt fine',
    'think',
    'noted',
  );
  check(
    'classDiagram\n  class Order {\n    +String id\n    +total() Money\n  }\n  Order "1" *-- "many" Line : holds',
    'Order',
    '+String id',
    '+total() Money',
    'Line',
    'holds',
    '1',
    'many',
  );
  check(
    'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  CUSTOMER {\n    string name PK\n  }',
    'CUSTOMER',
    'ORDER',
    'places',
    'name: string (PK)',
    '1',
    '0..n',
  );
  check(
    'gantt\n  title Plan\n  section Build\n  Design :done, a, 2026-01-05, 30d\n  Engine :after a, 6w',
    'Plan',
    'Build',
    'Design',
    'Engine',
    '2026-01-05',
  );
  check('timeline\n  title Past\n  2022 : Founded\n  2024 : Pilots : Seed', 'Past', '2022', 'Founded', 'Pilots', 'Seed');
  check('mindmap\n  root((Growth))\n    Product\n      Faster\n    Markets', 'Growth', 'Product', 'Faster', 'Markets');
  check('quadrantChart\n  x-axis Low --> High\n  quadrant-1 Plan\n  Alerts: [0.2, 0.8]', 'Low', 'High', 'Plan', 'Alerts');
});

test('a pie is a chart with its figures', () => {
  const chart = draw('pie title Funds\n  "Work" : 45\n  "Rest" : 55')?.items.find((item) => item.kind === 'chart');
  assert.deepEqual(chart?.kind === 'chart' && [chart.chart.kind, chart.chart.categories, chart.chart.series[0]?.values], [
    'pie',
    ['Work', 'Rest'],
    [45, 55],
  ]);
});

test('what cannot be drawn stays code, with the reason; lines that are not understood are named', () => {
  const unknown = readDiagram({ id: 'b1', type: 'code', language: 'mermaid', text: 'journey\n  title My day' }, STYLE);
  assert.equal(unknown.canvas, undefined);
  assert.match(unknown.notes[0]?.message ?? '', /"journey" begins no kind of diagram/);
  assert.match(draw('flowchart LR\n  A --> B\n  ??? what')?.notes[0] ?? '', /not understood.*\?\?\? what/);
  const crowd = Array.from({ length: 500 }, (_, at) => `A${at} --> B${at}`).join('\n');
  assert.equal(draw(`flowchart LR\n${crowd}`), undefined);
});

test('hostile diagrams take no more than their length', () => {
  for (const line of [`A${' -- x'.repeat(8_000)}`, `A[${'['.repeat(20_000)}`, `A:${' '.repeat(30_000)}x`, '('.repeat(30_000)])
    for (const kind of ['flowchart LR', 'sequenceDiagram', 'classDiagram', 'erDiagram', 'stateDiagram', 'gantt', 'mindmap'])
      readDiagram({ id: 'b1', type: 'code', language: 'mermaid', text: `${kind}\n${line}` }, STYLE);
});
