import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ICON_WORDS, type IconName } from './icon-words.ts';
import { iconStroke, pickIcons } from './pick-icons.ts';

test('every icon that words may choose can be drawn', () => {
  for (const name of Object.keys(ICON_WORDS) as IconName[])
    assert.match(iconStroke(name).data, /^M[\d.-]+ [\d.-]+(?:[MLCZ][\d. -]*)+$/, name);
});

test('items get icons of their own, or none of them has one', () => {
  const items = [
    { lead: 'Fire', text: 'Leave by the nearest exit' },
    { lead: 'Alarm', text: 'Press the red button' },
  ];
  assert.deepEqual(pickIcons(items), ['flame', 'bell-ring']);
  assert.equal(pickIcons([...items, { lead: 'Xyzzy', text: 'Qwrt' }]), undefined);
});
