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

test('siblings stand in the order in which they are written', () => {
  const children = ['Product', 'Market', 'People', 'Money'];
  const drawn = draw(`mindmap\n  root)Growth(\n${children.map((name) => `    ${name}\n`).join('')}`);
  const places = children.map(
    (name) => drawn?.items.find((item) => item.kind === 'shape' && item.text?.paragraphs[0]?.runs[0]?.text === name)?.rect,
  );
  const tops = places.map((rect) => rect?.y ?? 0);
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  );
  assert.ok(wordsOf(drawn).includes('Growth'));
});

test('notes, stereotypes, generics, aliases and numbers of messages are shown', () => {
  const shown = (text: string, ...expected: string[]): void => {
    const drawn = draw(text);
    assert.deepEqual([drawn?.notes, drawn?.warnings], [[], []], text);
    for (const words of expected) assert.ok(wordsOf(drawn).includes(words), `${words} in ${wordsOf(drawn).join('|')}`);
  };
  shown('stateDiagram-v2\n  A --> B\n  note right of B\n    Two reviewers\n  end note\n  note left of A : First', 'Two reviewers', 'First');
  shown(
    'classDiagram\n  class Box~T~ {\n    <<interface>>\n    +List~T~ all\n  }\n  Box~T~ "1" --> "0..*" Item : holds\n  note for Box "For all"',
    'Box<T>',
    '«interface»',
    '+List<T> all',
    'For all',
    '0..*',
  );
  shown('erDiagram\n  p[Patient] {\n    string name\n  }\n  c["Cita médica"]\n  p ||--o{ c : pide', 'Patient', 'Cita médica', 'pide');
  shown('sequenceDiagram\n  autonumber\n  A->>B: Hello\n  B-->>A: Hi', '1. Hello', '2. Hi');
});

test('lines lead to the frame of a composite state, and forks are bars', () => {
  const drawn = draw(
    'stateDiagram-v2\n  state f <<fork>>\n  [*] --> f\n  f --> Idle\n  state Active {\n    Running --> Paused\n  }\n  Idle --> Active : start\n  Active --> Idle : stop',
  );
  assert.ok(linesOf(drawn).includes('Idle→group-Active'));
  assert.ok(!wordsOf(drawn).includes('f'));
  assert.equal(wordsOf(drawn).filter((words) => words === 'Active').length, 1);
});

test('what is written at lines keeps apart, also where many lead to one box', () => {
  const links = ['User', 'Post', 'Tag', 'Group'].map((name) => `  ${name} ||--o{ Comment : "belongs to"`).join('\n');
  assert.deepEqual(draw(`erDiagram\n${links}`)?.warnings, []);
});

test('dates of a gantt chart are read and written in its own form, and weekends are left out where it says so', () => {
  const drawn = draw(
    'gantt\n  dateFormat DD-MM-YYYY\n  axisFormat %d %b %Y\n  excludes weekends\n  Offers :a, 06-03-2026, 3d\n  Contract :after a, 1d',
  );
  assert.deepEqual(drawn?.notes, []);
  assert.ok(wordsOf(drawn).includes('06 Mar 2026') && wordsOf(drawn).includes('12 Mar 2026'), wordsOf(drawn).join('|'));
});

test('names of points that are close to each other do not overlap', () => {
  const points = ['Alpha Systems: [0.80, 0.80]', 'Beta GmbH: [0.82, 0.78]', 'Gamma: [0.78, 0.82]'].join('\n');
  assert.deepEqual(draw(`quadrantChart\n  x-axis Narrow --> Broad\n${points}`)?.warnings, []);
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
