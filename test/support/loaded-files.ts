/** Which rooms of the product and which packages a run of the command line loads. */

/** Goes into NODE_OPTIONS: each file that is loaded is told on standard error. */
export const TELL_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load: (url, context, next) => (url.startsWith('file:') && writeSync(2, 'loaded ' + url + '\\n'), next(url, context)) });
`)}`;

/** What the commands that need no engine may load. */
export const LIGHT_ROOMS = ['commander', 'sdk', 'src/accounts', 'src/base', 'src/cli', 'src/contract', 'src/main'];

/** Rooms, and packages by name, in order of their names, from what TELL_LOADED wrote. */
export function loadedRooms(complained: string): string[] {
  const loaded = Array.from(complained.matchAll(/^loaded (\S+)$/gm), ([, url = '']) => url);
  const names = loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? /\/(src\/[^/]+|sdk)\//.exec(url)?.[1] ?? url);
  return [...new Set(names)].sort();
}
