/**
 * Makes package-lock.json complete. Some registries do not carry the builds of a package for every platform; npm then
 * leaves those out of the lock in silence, and `npm ci` refuses the lock that npm itself has written. What is left out
 * is only ever an optional dependency for another platform: it is entered here with its version and platform, which is
 * all that `npm ci` needs to pass it over.
 */
import { z } from 'zod';

const objectSchema = z.record(z.string(), z.unknown());
const entrySchema = z.object({
  dev: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'sunos', 'aix', 'netbsd', 'openbsd'];
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** `@oxlint/binding-linux-arm-musleabihf` → os linux, cpu arm, libc musl; null where the name tells no platform. */
export function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } | null {
  const words = name.split(/[-/]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) return null;
  const libc = os === 'linux' ? words.map((word) => /^(musl|gnu)/.exec(word)?.[1]).find((word) => word !== undefined) : undefined;
  return {
    cpu: [cpu],
    ...(os === undefined ? {} : { os: [os] }),
    ...(libc === undefined ? {} : { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
  };
}

/** True where Node's resolution from the package at `from` finds `name` in the lock. */
function isFound(packages: Record<string, unknown>, from: string, name: string): boolean {
  for (let base = from; ;) {
    if (`${base === '' ? '' : `${base}/`}node_modules/${name}` in packages) return true;
    if (base === '') return false;
    const at = base.lastIndexOf('node_modules/');
    base = at <= 0 ? '' : base.slice(0, at).replace(/\/$/, '');
  }
}

/**
 * @param text package-lock.json
 * @returns the same with what was left out; the very same text where nothing was
 * @throws Error where something is missing that is not for another platform: the lock is then wrong by itself
 */
export function completeLock(text: string): string {
  const lock = objectSchema.parse(JSON.parse(text));
  const packages = objectSchema.parse(lock['packages']);
  const added: Record<string, unknown> = {};
  for (const [from, value] of Object.entries(packages)) {
    const entry = entrySchema.parse(value);
    for (const [name, version] of Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (isFound(packages, from, name)) continue;
      const platform = entry.optionalDependencies?.[name] === undefined ? null : platformOf(name);
      if (platform === null || !/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`package-lock.json lacks ${name}@${version}, needed by ${from}: npm install`);
      const { cpu, libc, os } = platform;
      // In npm's own order of fields, so that its next install changes nothing.
      added[`node_modules/${name}`] = {
        version,
        cpu,
        ...(entry.dev ? { dev: true } : {}),
        ...(libc ? { libc } : {}),
        optional: true,
        ...(os ? { os } : {}),
      };
    }
  }
  if (Object.keys(added).length === 0) return text;
  const sorted = Object.entries({ ...packages, ...added }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}
