/**
 * Seccomp filters for the sandbox. That of the renderers is a list of what is allowed: all else is answered as if there were no such
 * call (newer ones, which libraries try and do without) or with EPERM. Sockets are local ones alone, so that nothing of the kernel's
 * networks can be reached (IP, netlink, vsock, packet, Bluetooth …), namespaces cannot be made. Chromium's filter is a list of what is denied.
 *
 * A filter is classic BPF over `struct seccomp_data {int nr; u32 arch; u64 ip; u64 args[6]}` (linux/seccomp.h).
 */
import { ALLOWED, DENIED } from './seccomp/calls.ts';

const LOAD_WORD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP_IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_IF_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const JUMP_IF_BITS = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
/** The lower half of the first argument. */
const ARGUMENT_AT = 16;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const failWith = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const AUDIT_ARCH_X86_64 = 0xc000003e;
const X32_BIT = 0x40000000;
/** CLONE_NEWTIME excepted, which is not a flag of clone: NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
const [SOCKET, SOCKET_PAIR, CLONE, CLONE3] = [41, 53, 56, 435];
/** Calls from here on are newer than 2019 (Linux 5.1): who tries one has another way. */
const NEW_CALLS = 424;
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16];

export const SECCOMP_KINDS = ['renderer', 'browser'] as const;
export type SeccompKind = (typeof SECCOMP_KINDS)[number];
type Instruction = [code: number, jumpTrue: number, jumpFalse: number, operand: number];

/** Ends the process on another architecture than its own, whose calls have other numbers, and refuses those of x32. */
const CHECK_ARCHITECTURE: readonly Instruction[] = [
  [LOAD_WORD, 0, 0, ARCHITECTURE_AT],
  [JUMP_IF_EQUAL, 1, 0, AUDIT_ARCH_X86_64],
  [RETURN, 0, 0, KILL_PROCESS],
  [LOAD_WORD, 0, 0, NUMBER_AT],
  [JUMP_IF_AT_LEAST, 0, 1, X32_BIT],
  [RETURN, 0, 0, failWith(EPERM)],
];

const CHECK_CLONE: readonly Instruction[] = [
  // clone3 hides its flags behind a pointer: glibc falls back to clone when told that there is no such call.
  [JUMP_IF_EQUAL, 0, 1, CLONE3],
  [RETURN, 0, 0, failWith(ENOSYS)],
  [JUMP_IF_EQUAL, 0, 4, CLONE],
  [LOAD_WORD, 0, 0, ARGUMENT_AT],
  [JUMP_IF_BITS, 0, 1, CLONE_NEW_NAMESPACES],
  [RETURN, 0, 0, failWith(EPERM)],
  [RETURN, 0, 0, ALLOW],
];

/** Sockets of these families alone. */
function checkSockets(families: readonly number[]): Instruction[] {
  const judge: Instruction[] = [
    [LOAD_WORD, 0, 0, ARGUMENT_AT],
    ...families.map((family, at): Instruction => [JUMP_IF_EQUAL, families.length - at, 0, family]),
    [RETURN, 0, 0, failWith(EAFNOSUPPORT)],
    [RETURN, 0, 0, ALLOW],
  ];
  return [[JUMP_IF_EQUAL, 1, 0, SOCKET], [JUMP_IF_EQUAL, 0, judge.length, SOCKET_PAIR], ...judge];
}

/** Neighbouring numbers as ranges, ascending. */
function rangesOf(numbers: readonly number[]): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers.toSorted((left, right) => left - right)) {
    const open = ranges.at(-1);
    if (open && number <= open.last + 1) open.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

/** Allowed where a range holds the number; the ends are `RETURN ALLOW` and what follows it. */
function allowListed(numbers: readonly number[]): Instruction[] {
  const ranges = rangesOf(numbers);
  const size = ranges.length * 2;
  return [
    ...ranges.flatMap(({ first, last }, at): Instruction[] => [
      [JUMP_IF_AT_LEAST, 0, size - at * 2 + 1, first],
      [JUMP_IF_AT_LEAST, 0, size - at * 2 - 1, last + 1],
    ]),
    // greater than all of them
    [JUMP_IF_AT_LEAST, 1, 1, 0],
    [RETURN, 0, 0, ALLOW],
    [JUMP_IF_AT_LEAST, 0, 1, NEW_CALLS],
    [RETURN, 0, 0, failWith(ENOSYS)],
    [RETURN, 0, 0, failWith(EPERM)],
  ];
}

function denyListed(numbers: readonly number[]): Instruction[] {
  return [
    ...numbers.map((call, i): Instruction => [JUMP_IF_EQUAL, numbers.length - i, 0, call]),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, failWith(EPERM)],
  ];
}

const PROGRAMS: Record<SeccompKind, () => Instruction[]> = {
  renderer: () => [...CHECK_ARCHITECTURE, ...CHECK_CLONE, ...checkSockets([AF_UNIX]), ...allowListed(Object.values(ALLOWED))],
  // It does not begin without sockets for addresses; there is no network that they lead to.
  browser: () => [
    ...CHECK_ARCHITECTURE,
    ...CHECK_CLONE,
    ...checkSockets([AF_UNIX, AF_INET, AF_INET6, AF_NETLINK]),
    ...denyListed(Object.values(DENIED)),
  ],
};

/** The program as the bytes that `bwrap --seccomp FD` reads, or null on a machine whose call numbers we do not know. */
export function buildSeccompFilter(arch: string, kind: SeccompKind): Uint8Array | null {
  if (arch !== 'x64') return null;
  const program = PROGRAMS[kind]();
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  program.forEach(([code, jumpTrue, jumpFalse, operand], i) => {
    view.setUint16(i * 8, code, true);
    view.setUint8(i * 8 + 2, jumpTrue);
    view.setUint8(i * 8 + 3, jumpFalse);
    view.setUint32(i * 8 + 4, operand >>> 0, true);
  });
  return bytes;
}
