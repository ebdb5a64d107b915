import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSeccompFilter, type SeccompKind } from './seccomp.ts';
import { ALLOWED, DENIED } from './seccomp/calls.ts';

const X86_64 = 0xc000003e;
const [ALLOW, KILL, EPERM, ENOSYS, EAFNOSUPPORT] = [0x7fff0000, 0x80000000, 0x00050001, 0x00050026, 0x00050061];
const NAMESPACES = {
  mount: 0x00020000,
  cgroup: 0x02000000,
  uts: 0x04000000,
  ipc: 0x08000000,
  user: 0x10000000,
  pid: 0x20000000,
  net: 0x40000000,
};

/** What the kernel would answer: classic BPF as of linux/filter.h, the few instructions that we use. */
function judge(kind: SeccompKind, call: number, argument = 0, architecture = X86_64): number {
  const bytes = buildSeccompFilter('x64', kind) ?? new Uint8Array();
  const view = new DataView(bytes.buffer);
  const data: Record<number, number> = { 0: call, 4: architecture, 16: argument };
  let loaded = 0;
  for (let at = 0; at * 8 < bytes.length; at++) {
    const operand = view.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean): void => void (at += view.getUint8(at * 8 + (holds ? 2 : 3)));
    switch (view.getUint16(at * 8, true)) {
      case 0x20:
        loaded = data[operand] ?? 0;
        break;
      case 0x15:
        jump(loaded === operand);
        break;
      case 0x35:
        jump(loaded >= operand);
        break;
      case 0x45:
        jump((loaded & operand) !== 0);
        break;
      case 0x06:
        return operand;
      default:
        assert.fail('an instruction that is not ours');
    }
  }
  return assert.fail('the filter ends without an answer');
}

test('renderers make the calls of their list, and no other one', () => {
  const allowed = new Set(Object.values(ALLOWED));
  for (const special of [41, 53, 56, 435]) assert.ok(!allowed.has(special), `${special} has rules of its own`);
  for (let call = 0; call < 600; call++) {
    if ([41, 53, 56].includes(call)) continue;
    const expected = allowed.has(call) ? ALLOW : call >= 424 ? ENOSYS : EPERM;
    assert.equal(judge('renderer', call), expected, `call ${call}`);
  }
  for (const [name, call] of Object.entries(DENIED)) assert.ok(!allowed.has(call), name);
});

test('sockets of renderers are local ones', () => {
  for (let family = 0; family < 50; family++)
    for (const call of [41, 53]) assert.equal(judge('renderer', call, family), family === 1 ? ALLOW : EAFNOSUPPORT, `family ${family}`);
});

test('no process makes a namespace, and threads are made', () => {
  for (const kind of ['renderer', 'browser'] as const) {
    for (const [name, flag] of Object.entries(NAMESPACES)) assert.equal(judge(kind, 56, flag | 17), EPERM, name);
    assert.equal(judge(kind, 56, 0x003d0f00), ALLOW);
    assert.equal(judge(kind, 435), ENOSYS);
  }
});

test('calls of another architecture end the process, those of x32 are refused', () => {
  for (const kind of ['renderer', 'browser'] as const) {
    assert.equal(judge(kind, 1, 0, 0x40000003), KILL);
    assert.equal(judge(kind, 0x40000000 | 1), EPERM);
  }
});

test('a browser is denied what nobody may do', () => {
  for (const [name, call] of Object.entries(DENIED)) assert.equal(judge('browser', call), EPERM, name);
  assert.equal(judge('browser', 41, 40), EAFNOSUPPORT, 'vsock');
});

test('there is no filter for a machine whose calls have other numbers', () => assert.equal(buildSeccompFilter('arm64', 'renderer'), null));
