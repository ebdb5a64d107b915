/**
 * Downloads in a network where every address of the world is this machine, so that nothing can be connected to unseen.
 * Needs the right to make namespaces, and `ip`; where it is missing, the lists run against a stand-in for the resolver in
 * `src/adapters/download.test.ts` alone.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

interface Told {
  control: string[];
  outcomes: [string, string][];
  fine: [string, string][];
  rebound: string;
  connections: string[];
}

const SCRIPT = fileURLToPath(new URL('support/download-in-namespace.ts', import.meta.url));
const unshare = process.getuid?.() === 0 ? ['-nm'] : ['-rnm'];
const possible =
  spawnSync('unshare', [
    ...unshare,
    'sh',
    '-c',
    'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo && mount --bind /dev/null /etc/resolv.conf',
  ]).status === 0;

test(
  'of hundreds of addresses that lead inside none is connected to',
  { skip: possible ? false : 'namespaces cannot be made here, or `ip` is missing' },
  () => {
    const run = spawnSync('unshare', [...unshare, process.execPath, SCRIPT], {
      encoding: 'utf8',
      timeout: 120_000,
      maxBuffer: 16 * 2 ** 20,
      // Proxies of the environment are for others.
      env: {
        PATH: process.env['PATH'],
        HTTP_PROXY: 'http://10.0.0.9:8080',
        http_proxy: 'http://10.0.0.9:8080',
        HTTPS_PROXY: 'http://10.0.0.9:8080',
        ALL_PROXY: 'http://10.0.0.9:8080',
      },
    });
    assert.equal(run.status, 0, run.stderr.slice(-2_000));
    const told = JSON.parse(run.stdout) as Told;
    assert.deepEqual(told.control, ['10.0.0.1:80'], 'a connection to a private address is seen');
    assert.ok(told.outcomes.length >= 300, String(told.outcomes.length));
    assert.deepEqual(
      told.outcomes.filter(([, outcome]) => outcome !== 'refused input_invalid'),
      [],
    );
    assert.deepEqual(
      told.connections.filter((at) => !at.startsWith('93.184.216.34:') && !at.startsWith('2606:2800:220:1::1:')),
      [],
    );
    assert.deepEqual(
      told.fine.filter(([, outcome]) => !outcome.startsWith('read ')),
      [],
      'public addresses are read',
    );
    assert.equal(told.rebound, 'refused input_invalid', 'a name that leads elsewhere the second time');
  },
);
