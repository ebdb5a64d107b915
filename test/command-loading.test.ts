/** The command line starts fast since it loads what a command needs: the version nothing, help nothing of the engine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { LIGHT_ROOMS, loadedRooms, TELL_LOADED } from './support/loaded-files.ts';
import { ROOT } from './support/read-sources.ts';

async function roomsOf(...args: string[]): Promise<string[]> {
  const env = { ...process.env, NODE_OPTIONS: TELL_LOADED };
  const { stderr } = await promisify(execFile)(process.execPath, [`${ROOT}src/main/octavo.ts`, ...args], { env, maxBuffer: 16_000_000 });
  return loadedRooms(stderr);
}

test('the version loads nothing but the entry, help and completion nothing of the engine', async () => {
  assert.deepEqual(await roomsOf('--version'), ['src/main']);
  assert.deepEqual(await roomsOf('--help'), LIGHT_ROOMS);
  assert.deepEqual(await roomsOf('completion', 'bash'), LIGHT_ROOMS);
});
