/**
 * A seccomp filter for the sandbox: system calls that no renderer needs and that a broken-out renderer would want,
 * answered with EPERM. A list of what is denied rather than of what is allowed, because LibreOffice, V8 and glibc use
 * some two hundred calls and change with every release; the namespaces do the rest.
 *
 * The filter is classic BPF over `struct seccomp_data {int nr; u32 arch; u64 ip; u64 args[6]}` (linux/seccomp.h).
 */

const LOAD_WORD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP_IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_IF_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const JUMP_IF_BITS = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const failWith = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;

const AUDIT_ARCH_X86_64 = 0xc000003e;
const X32_BIT = 0x40000000;
/** CLONE_NEWTIME excepted, which is not a flag of clone: NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
const CLONE = 56;
const CLONE3 = 435;

/** Numbers of x86-64 (arch/x86/entry/syscalls/syscall_64.tbl). */
const DENIED: Record<string, number> = {
  ptrace: 101,
  syslog: 103,
  personality: 135,
  pivot_root: 155,
  chroot: 161,
  acct: 163,
  mount: 165,
  umount2: 166,
  swapon: 167,
  swapoff: 168,
  reboot: 169,
  sethostname: 170,
  setdomainname: 171,
  iopl: 172,
  ioperm: 173,
  init_module: 175,
  delete_module: 176,
  quotactl: 179,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  unshare: 272,
  perf_event_open: 298,
  fanotify_init: 300,
  open_by_handle_at: 304,
  setns: 308,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  finit_module: 313,
  kexec_file_load: 320,
  bpf: 321,
  userfaultfd: 323,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  mount_setattr: 442,
  kexec_load: 246,
  lookup_dcookie: 212,
  vmsplice: 278,
};

/** The program as the bytes that `bwrap --seccomp FD` reads, or null on a machine whose call numbers we do not know. */
export function buildSeccompFilter(arch: string): Uint8Array | null {
  if (arch !== 'x64') return null;
  const denied = Object.values(DENIED);
  const program: [code: number, jumpTrue: number, jumpFalse: number, operand: number][] = [
    [LOAD_WORD, 0, 0, 4],
    [JUMP_IF_EQUAL, 1, 0, AUDIT_ARCH_X86_64],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, 0],
    // The x32 calls have other numbers for the same doors.
    [JUMP_IF_AT_LEAST, 0, 1, X32_BIT],
    [RETURN, 0, 0, failWith(EPERM)],
    // clone3 hides its flags behind a pointer: glibc falls back to clone when told that there is no such call.
    [JUMP_IF_EQUAL, 0, 1, CLONE3],
    [RETURN, 0, 0, failWith(ENOSYS)],
    [JUMP_IF_EQUAL, 0, 4, CLONE],
    [LOAD_WORD, 0, 0, 16],
    [JUMP_IF_BITS, 0, 1, CLONE_NEW_NAMESPACES],
    [RETURN, 0, 0, failWith(EPERM)],
    [RETURN, 0, 0, ALLOW],
    ...denied.map((call, i): [number, number, number, number] => [JUMP_IF_EQUAL, denied.length - i, 0, call]),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, failWith(EPERM)],
  ];
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
