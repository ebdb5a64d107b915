import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipDrawing } from './clip-drawing.ts';
import type { Drawing, DrawnItem, DrawnShape, Form, Rect } from './drawing.ts';

const shape = (rect: Rect, form: Form, more: Partial<DrawnShape> = {}): DrawnShape => ({
  kind: 'shape',
  id: 'a',
  rect,
  opacity: 1,
  form,
  ...more,
});
const clip = (...items: DrawnItem[]): DrawnItem[] => clipDrawing({ width: 100, height: 50, items } satisfies Drawing).items;
const BLACK = { color: { hex: '000000', alpha: 1 }, width: 2, line: 'solid' as const };

test('what is within the frame stays as it is, what is beyond it goes', () => {
  const inside = shape({ x: 10, y: 10, w: 20, h: 20 }, { kind: 'ellipse' });
  assert.deepEqual(clip(inside, shape({ x: 110, y: 0, w: 10, h: 10 }, { kind: 'rect' })), [inside]);
});

test('a circle over the edge keeps its part within, and its line only where it is drawn', () => {
  const [cut] = clip(shape({ x: 80, y: 5, w: 40, h: 40 }, { kind: 'ellipse' }, { stroke: BLACK }));
  assert.ok(cut?.kind === 'shape' && cut.form.kind === 'path');
  assert.deepEqual(cut.rect, { x: 80, y: 5, w: 20, h: 40 });
  const [area, ...lines] = cut.form.paths;
  assert.equal(area?.filled, true);
  assert.equal(area?.stroked, false);
  const points = cut.form.paths.flatMap(({ commands }) =>
    commands.flatMap((one) => (one.to === 'close' || one.to === 'curve' ? [] : [one])),
  );
  for (const { x, y } of points) assert.ok(x >= -1e-9 && x <= 20 + 1e-9 && y >= -1e-9 && y <= 40 + 1e-9, `${x}, ${y}`);
  assert.ok(lines.length > 0 && lines.every(({ filled, stroked }) => !filled && stroked));
});

test('rectangles, pictures and lines are cut, words are not', () => {
  const words = shape(
    { x: 90, y: 0, w: 40, h: 10 },
    { kind: 'rect' },
    { text: { paragraphs: [], rect: { x: 90, y: 0, w: 40, h: 10 }, oneLine: false, lines: [] } },
  );
  const [bar, picture, line, text] = clip(
    shape({ x: -10, y: 40, w: 200, h: 30 }, { kind: 'rect' }),
    {
      kind: 'picture',
      id: 'p',
      rect: { x: 50, y: 0, w: 100, h: 50 },
      opacity: 1,
      asset: 'img:1',
      crop: { left: 0.2, top: 0, right: 0, bottom: 0 },
      form: { kind: 'rect' },
      alt: '',
    },
    {
      kind: 'line',
      id: 'l',
      rect: { x: 0, y: 25, w: 200, h: 0 },
      opacity: 1,
      points: [
        { x: 0, y: 25 },
        { x: 200, y: 25 },
      ],
      stroke: BLACK,
      startArrow: false,
      endArrow: false,
    },
    words,
  );
  assert.deepEqual(bar?.rect, { x: 0, y: 40, w: 100, h: 10 });
  assert.ok(picture?.kind === 'picture');
  assert.deepEqual(picture.rect, { x: 50, y: 0, w: 50, h: 50 });
  assert.deepEqual(picture.crop, { left: 0.2, top: 0, right: 0.4, bottom: 0 });
  assert.ok(line?.kind === 'line');
  assert.deepEqual(line.points, [
    { x: 0, y: 25 },
    { x: 100, y: 25 },
  ]);
  assert.equal(text, words);
});
