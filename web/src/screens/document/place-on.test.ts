import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOn } from './place-on.ts';

test('a finding is placed by the true size of its page, whatever its shape', () => {
  const a5 = { widthPt: 420, heightPt: 595 };
  assert.deepEqual(placeOn(a5, [210, 119, 315, 238]), { left: '50%', top: '20%', width: '25%', height: '20%' });
  const slide = { widthPt: 960, heightPt: 540 };
  assert.deepEqual(placeOn(slide, [480, 270, 720, 405]), { left: '50%', top: '50%', width: '25%', height: '25%' });
});

test('what is over the edge stays on the page, and no place is made up where the size is not known', () => {
  assert.deepEqual(placeOn({ widthPt: 100, heightPt: 100 }, [-5, 120, 300, 130]), {
    left: '0%',
    top: '100%',
    width: '100%',
    height: '10%',
  });
  assert.deepEqual(placeOn({}, [10, 10, 20, 20]), { left: '0%', top: '0%', width: '0%', height: '0%' });
});
