/** Where LibreOffice lies on this machine. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface OfficeInstallation {
  /** Holds libmergedlo.so and soffice.bin. */
  programDir: string;
  /** Folders that its processes read, apart from the system's own. */
  readPaths: string[];
  /**
   * Hidden from them: the registry of all languages of the world, which Writer reads whole (40 MB of memory) to look up
   * tags that it knows. Without it the same pages come out.
   */
  emptyPaths: string[];
  /** `LibreOffice 25.2`: good until the first worker says it exactly. */
  version: string;
}

/** Distributions' packages, then those of libreoffice.org, the newest first. */
const PLACES = ['/usr/lib/libreoffice/program', '/usr/lib64/libreoffice/program'];
const OWN_PLACES = '/opt/libreoffice*/program';

/** @throws Error with the repair where it is not installed */
export function findOffice(): OfficeInstallation {
  const programDir = [...PLACES, ...globSync(OWN_PLACES).sort().reverse()].find((path) => existsSync(join(path, 'libmergedlo.so')));
  if (programDir === undefined)
    throw new Error(
      'LibreOffice is not installed: run "npm run setup", or apt-get install libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui libreoffice-math-nogui',
    );
  const product = join(programDir, 'bootstraprc');
  const version = existsSync(product) ? /^ProductKey=(.+)$/m.exec(readFileSync(product, 'utf8'))?.[1]?.trim() : undefined;
  return {
    programDir,
    readPaths: [dirname(programDir)],
    emptyPaths: ['/usr/share/liblangtag', join(dirname(programDir), 'share', 'liblangtag')],
    version: version ?? 'LibreOffice',
  };
}
