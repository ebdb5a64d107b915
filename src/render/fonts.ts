/** The fonts of the renderers: one fontconfig file for all office workers, its cache, and the proof that it works. */
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeWhole } from './write-whole.ts';

const run = promisify(execFile);

export interface FontSetup {
  /** For FONTCONFIG_FILE. */
  configFile: string;
  /** Folders that a sandbox has to see, at these very paths (fontconfig's caches are keyed by path). */
  readPaths: string[];
}

const PROJECT_CONFIG = fileURLToPath(new URL('../../config/fonts/fonts.conf', import.meta.url));
/** Gelasio is Georgia's twin; the two Source families are the faces of the PDFs that we set ourselves. */
const NPM_FAMILIES = ['gelasio', 'source-sans-3', 'source-serif-4'] as const;
/** Only the cuts in use: every face costs time at the start of a worker. */
const NPM_CUTS = ['400Regular', '400Regular_Italic', '600SemiBold', '700Bold', '700Bold_Italic'] as const;

/** The faces that our documents name, and what has to substitute for each where Office's own are missing. */
export const FONT_TWINS: readonly { asked: string; twin: string; source: string }[] = [
  { asked: 'Calibri', twin: 'Carlito', source: 'fonts-crosextra-carlito' },
  { asked: 'Georgia', twin: 'Gelasio', source: 'npm @expo-google-fonts/gelasio' },
  { asked: 'Cambria', twin: 'Caladea', source: 'fonts-crosextra-caladea' },
  { asked: 'Arial', twin: 'Liberation Sans', source: 'fonts-liberation2' },
  { asked: 'Consolas', twin: 'Liberation Mono', source: 'fonts-liberation2' },
  { asked: 'Segoe UI Symbol', twin: 'DejaVu Sans', source: 'fonts-dejavu-core' },
  { asked: 'Times New Roman', twin: 'Liberation Serif', source: 'fonts-liberation2' },
  { asked: 'Courier New', twin: 'Liberation Mono', source: 'fonts-liberation2' },
];

function npmFontDirs(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return NPM_FAMILIES.map((family) => dirname(resolve(`@expo-google-fonts/${family}/package.json`)));
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const setups = new Map<string, Promise<FontSetup>>();

/**
 * Writes `<workDir>/fonts/fonts-….conf`, named by what it says, and brings the font cache beside it up to date (10 ms when it already is; Debian's
 * own cache is read too, so that the first start needs to look at our few faces only). Once for all who ask.
 * @throws Error with the repair where fontconfig is missing
 */
export function prepareFonts(workDir: string): Promise<FontSetup> {
  const known = setups.get(workDir);
  if (known !== undefined) return known;
  const setup = writeSetup(workDir);
  setups.set(workDir, setup);
  setup.catch(() => setups.delete(workDir));
  return setup;
}

async function writeSetup(workDir: string): Promise<FontSetup> {
  const fontsDir = join(workDir, 'fonts');
  const cacheDir = join(fontsDir, 'cache');
  await mkdir(cacheDir, { recursive: true });
  // The workers run as another user, whatever the umask here is.
  await Promise.all([fontsDir, cacheDir].map((dir) => chmod(dir, 0o755)));
  const npmDirs = npmFontDirs();
  const tag = (name: string, path: string): string => `  <${name}>${escapeXml(path)}</${name}>`;
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...npmDirs.flatMap((dir) => NPM_CUTS.map((cut) => tag('dir', join(dir, cut)))),
    tag('cachedir', cacheDir),
    tag('cachedir', '/var/cache/fontconfig'),
    tag('include', PROJECT_CONFIG),
    '</fontconfig>',
    '',
  ];
  const text = lines.join('\n');
  // two installations of one user draw side by side, each with its own faces
  const configFile = join(fontsDir, `fonts-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.conf`);
  await writeWhole(configFile, text);
  await runFontconfig('fc-cache', [], configFile);
  return {
    configFile,
    readPaths: [
      ...npmDirs,
      fontsDir,
      dirname(PROJECT_CONFIG),
      '/usr/share/fonts',
      '/usr/local/share/fonts',
      '/var/cache/fontconfig',
      '/etc/fonts',
    ],
  };
}

async function runFontconfig(program: string, words: readonly string[], configFile: string): Promise<string> {
  try {
    const { stdout } = await run(program, words, { env: { FONTCONFIG_FILE: configFile, PATH: '/usr/bin:/bin', HOME: '/nonexistent' } });
    return stdout;
  } catch (error) {
    throw new Error('fontconfig does not run: apt-get install fontconfig', { cause: error });
  }
}

export interface CheckResult {
  ok: boolean;
  /** One sentence each: what is wrong and how to repair it. */
  problems: string[];
}

/** A line for each face that it is given. */
const MATCH_EACH = `for face do fc-match -f '%{family[0]}\\n' "$face" || exit 1; done`;

/** Asks fontconfig what it would take for each face that our documents name: with a wrong twin, pages break elsewhere than in Word. */
export async function checkFonts(fonts: FontSetup): Promise<CheckResult> {
  const faces = FONT_TWINS.map(({ asked }) => asked);
  // one process for all: to begin one holds the service up for as long as its memory is large
  const answer = await runFontconfig('/bin/sh', ['-c', MATCH_EACH, 'sh', ...faces], fonts.configFile);
  const found = answer.split('\n');
  const problems = FONT_TWINS.flatMap(({ asked, twin, source }, index) => {
    const face = found[index] ?? '';
    return face === twin || face === asked
      ? []
      : [`${asked} would be drawn with ${face || 'nothing'}, not with its twin ${twin}: install ${source}`];
  });
  return { ok: problems.length === 0, problems };
}
