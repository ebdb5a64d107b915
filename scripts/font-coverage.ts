/**
 * Writes `src/base/font-coverage/packed-ranges.ts`: the characters that some font of the packages in scripts/setup.sh can draw, read
 * from the fonts of this machine. Run it when a font package is added: `node scripts/font-coverage.ts`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Folders of the packages that setup installs; whatever else lies on this machine is not to be counted on. */
const FAMILIES = /^(?:Carlito|Caladea|Liberation|DejaVu|Noto |JetBrains)/;

const ranges: [number, number][] = [];
const listing = execFileSync('fc-list', ['--format', '%{family}\t%{charset}\n'], { encoding: 'utf8', maxBuffer: 256 * 2 ** 20 });
for (const line of listing.split('\n')) {
  const [family = '', charset = ''] = line.split('\t');
  if (!FAMILIES.test(family)) continue;
  for (const range of charset.split(' ').filter((part) => part !== '')) {
    const [first = '', last = first] = range.split('-');
    ranges.push([Number.parseInt(first, 16), Number.parseInt(last, 16)]);
  }
}
ranges.sort((a, b) => a[0] - b[0]);
const merged: [number, number][] = [];
for (const [first, last] of ranges) {
  const open = merged.at(-1);
  if (open && first <= open[1] + 1) open[1] = Math.max(open[1], last);
  else merged.push([first, last]);
}
if (merged.length < 100) throw new Error('these are not the fonts of scripts/setup.sh');

/** Distances in base 36: from the end of the range before to the first, and from the first to the last. */
let before = 0;
const packed = merged
  .map(([first, last]) => {
    const text = `${(first - before).toString(36)}${last > first ? `.${(last - first).toString(36)}` : ''}`;
    before = last;
    return text;
  })
  .join(' ');
const lines: string[] = [];
for (let rest = packed; rest !== '';) {
  const cut = rest.length <= 180 ? rest.length : rest.lastIndexOf(' ', 180) + 1;
  lines.push(`  '${rest.slice(0, cut)}',`);
  rest = rest.slice(cut);
}
writeFileSync(
  new URL('../src/base/font-coverage/packed-ranges.ts', import.meta.url),
  `/** Which characters the fonts that come with the service can draw. Written by \`scripts/font-coverage.ts\`. */

/** Ranges of code points: from the end of the one before to the first, and to the last, in base 36. */
export const PACKED_RANGES = [
${lines.join('\n')}
].join('');
`,
);
