import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLock, platformOf } from './complete-lock.ts';

const lockOf = (packages: Record<string, unknown>): string => `${JSON.stringify({ name: 'x', lockfileVersion: 3, packages }, null, 2)}\n`;

test('a build for another platform that npm left out is entered', () => {
  const tool = { version: '1.0.0', dev: true, optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/darwin-arm64': '1.0.0' } };
  const there = { version: '1.0.0', optional: true };
  const lock = lockOf({ '': { devDependencies: { tool: '1.0.0' } }, 'node_modules/@tool/linux-x64': there, 'node_modules/tool': tool });
  const away = { version: '1.0.0', cpu: ['arm64'], dev: true, optional: true, os: ['darwin'] };
  const expected = {
    '': { devDependencies: { tool: '1.0.0' } },
    'node_modules/@tool/darwin-arm64': away,
    'node_modules/@tool/linux-x64': there,
    'node_modules/tool': tool,
  };
  assert.equal(completeLock(lock), lockOf(expected));
  assert.equal(completeLock(lockOf(expected)), lockOf(expected));
});

test('a nested package is found as Node finds it', () => {
  const lock = lockOf({
    'node_modules/a': { dependencies: { b: '^2.0.0' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/c': {},
  });
  assert.equal(completeLock(lock), lock);
});

test('a dependency that is simply missing is an error', () => {
  assert.throws(() => completeLock(lockOf({ 'node_modules/a': { dependencies: { b: '2.0.0' } } })), /lacks b@2\.0\.0/);
});

test('the name tells the platform', () => {
  assert.deepEqual(platformOf('@oxlint/binding-linux-arm-musleabihf'), { cpu: ['arm'], os: ['linux'], libc: ['musl'] });
  assert.deepEqual(platformOf('@oxc-parser/binding-wasm32-wasi'), { cpu: ['wasm32'] });
  assert.equal(platformOf('left-pad'), null);
});
