/** The Python client without `async`: each module of `_async`, but for what waits otherwise. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In this order: the longer names go first. */
const WORDS: readonly (readonly [from: RegExp, to: string])[] = [
  [
    /"""The client with `async` and `await`; `_sync` is written from it\."""/g,
    '"""The client without `async`: written by `npm run gen` from `_async`, but for `pages.py`."""',
  ],
  [/\basync (def|for|with) /g, '$1 '],
  [/\bawait /g, ''],
  [/\bimport asyncio\n/g, ''],
  [/\basyncio\.sleep\b/g, 'time.sleep'],
  [/\bAsyncIterator\b/g, 'Iterator'],
  [/\bAsyncGenerator\[([\w.]+), None\]/g, 'Generator[$1, None, None]'],
  [/\b__aenter__\b/g, '__enter__'],
  [/\b__aexit__\b/g, '__exit__'],
  [/\b__aiter__\b/g, '__iter__'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\baclose\b/g, 'close'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\bAsync([A-Z])/g, '$1'],
];
/** Written by hand on both sides. */
const BY_HAND = new Set(['pages.py']);

function withoutAsync(text: string): string {
  let plain = text;
  for (const [from, to] of WORDS) plain = plain.replaceAll(from, to);
  // Where a module sleeps it needs the clock's module, in its place among the others.
  if (plain.includes('time.sleep') && !/^import time$/m.test(plain)) {
    const imports = [...plain.matchAll(/^import (?:json|os|re)$/gm)].map(([line]) => line);
    const behind = imports.at(-1);
    plain =
      behind === undefined
        ? plain.replace(/^(from __future__ import annotations\n\n)/m, '$1import time\n')
        : plain.replace(behind, `${behind}\nimport time`);
  }
  return plain;
}

/** Name of a module of `_sync` → its text. */
export function writePythonSync(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.py') && !BY_HAND.has(name));
  return Object.fromEntries(names.sort().map((name) => [name, withoutAsync(readFileSync(join(folder, name), 'utf8'))]));
}
