/** Points for lines of preset and free forms, against the drawings of the standard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A } from '../../../ooxml/names.ts';
import { parseXml } from '../../../ooxml/xml-tree.ts';
import { sitesOf } from './connection-sites.ts';
import { PRESET_SITES } from './preset-sites.ts';

const told = (geometry: string, cx = 200, cy = 100): string[] | undefined =>
  sitesOf(parseXml(`<p:spPr xmlns:p="p" xmlns:a="${A}">${geometry}</p:spPr>`).root, { cx, cy })?.map(
    ({ index, x, y, angle }) => `${index}: ${Math.round(x)} ${Math.round(y)} ${Math.round(angle)}`,
  );
const preset = (name: string, values = ''): string => `<a:prstGeom prst="${name}"><a:avLst>${values}</a:avLst></a:prstGeom>`;

test('the points of forms are where their drawings have them, and follow what the shape sets for itself', () => {
  const sides = ['0: 100 0 270', '1: 0 50 180', '2: 100 100 90', '3: 200 50 0'];
  assert.deepEqual(told(''), sides);
  assert.deepEqual(told(preset('roundRect')), sides);
  assert.deepEqual(told(preset('round2SameRect')), ['0: 200 50 0', '1: 100 100 90', '2: 0 50 180', '3: 100 0 270']);
  assert.deepEqual(told(preset('chevron')), ['0: 75 0 270', '1: 50 50 180', '2: 75 100 90', '3: 200 50 0']);
  assert.deepEqual(told(preset('chevron', '<a:gd name="adj" fmla="val 20000"/>')), [
    '0: 90 0 270',
    '1: 20 50 180',
    '2: 90 100 90',
    '3: 200 50 0',
  ]);
  assert.deepEqual(told(preset('ellipse'))?.slice(0, 2), ['0: 100 0 270', '1: 29 15 270']);
  assert.deepEqual(told(preset('rightArrow')), ['0: 150 0 270', '1: 0 50 180', '2: 150 100 90', '3: 200 50 0']);
});

test('every form of the table has points within or close to its frame, for wide and for high shapes', () => {
  const names = PRESET_SITES.split('\n').flatMap((line) => line.split('|')[0]?.split(' ') ?? []);
  assert.ok(names.length > 150, String(names.length));
  // of square tabs the standard itself has two points mixed up
  for (const name of names.filter((one) => one !== 'squareTabs'))
    for (const [cx, cy] of [
      [4_000, 1_000],
      [1_000, 4_000],
    ] as const) {
      const sites = sitesOf(parseXml(`<p:spPr xmlns:p="p" xmlns:a="${A}">${preset(name)}</p:spPr>`).root, { cx, cy });
      assert.ok(sites !== undefined && sites.length > 0, name);
      for (const { x, y, angle } of sites)
        assert.ok(x >= -cx && x <= 2 * cx && y >= -cy && y <= 2 * cy && Number.isFinite(angle), `${name} ${x} ${y} of ${cx} ${cy}`);
    }
});

test('a free form has the points that it lists, and a form that lists none has none', () => {
  const free =
    '<a:custGeom><a:avLst/><a:gdLst><a:gd name="x0" fmla="*/ w 1 4"/></a:gdLst><a:cxnLst><a:cxn ang="cd4"><a:pos x="x0" y="b"/></a:cxn></a:cxnLst></a:custGeom>';
  assert.deepEqual(told(free), ['0: 50 100 90']);
  assert.equal(told('<a:custGeom><a:avLst/></a:custGeom>'), undefined);
  assert.equal(told(preset('funnel')), undefined);
});
