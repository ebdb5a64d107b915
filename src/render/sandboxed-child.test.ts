import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { ChildTrouble, judgeEnd, type ChildEnd } from './sandboxed-child.ts';

const END: ChildEnd = { code: 0, signal: null, complaint: '', hasSpoken: true, memoryShare: 0.1 };
const judge = (end: Partial<ChildEnd>): string => judgeEnd({ ...END, ...end });

test('a process that somebody has killed is no fault of its file, one that crashed is', () => {
  assert.equal(judge({ code: 137 }), 'killed');
  assert.equal(judge({ code: null, signal: 'SIGKILL' }), 'killed');
  assert.equal(judge({ code: 139 }), 'died', 'a crash within');
  assert.equal(judge({ code: 152 }), 'died', 'its processor time was used up');
  assert.equal(judge({ code: 134, hasSpoken: false }), 'died', 'a crash over the first file that it was given');
});

test('a process that was near its bound of memory, or says that there is no more, is told as that', () => {
  assert.equal(judge({ code: 137, memoryShare: 0.8 }), 'memory');
  assert.equal(
    judge({ code: 134, complaint: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory' }),
    'memory',
  );
  assert.equal(judge({ code: 134, complaint: 'memory allocation of 1073741824 bytes failed' }), 'memory');
});

test('a program that cannot even start waits for a repair of the machine', () => {
  assert.equal(judge({ code: 127, hasSpoken: false, complaint: 'node: error while loading shared libraries: libz.so.1' }), 'box');
  assert.equal(judge({ code: 1, hasSpoken: false, complaint: 'bwrap: No permissions to create new namespace' }), 'box');
});

test('of all troubles those two alone are faults of what the service runs on', () => {
  const kinds = ['died', 'memory', 'killed', 'timeout', 'box', 'nonsense'] as const;
  const infrastructure = kinds.filter((kind) => isInfrastructureFault(new ChildTrouble(kind, 'x')));
  assert.deepEqual(infrastructure, ['killed', 'box']);
  assert.deepEqual(
    kinds.filter((kind) => new ChildTrouble(kind, 'x').isInfrastructure),
    infrastructure,
  );
});
