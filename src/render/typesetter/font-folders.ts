/** Where the faces of the PDFs that we set lie. The system's own fonts are found by the compiler itself. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const FAMILIES = ['source-sans-3', 'source-serif-4', 'gelasio'] as const;
/** Only the cuts in use: with all of them available, bold text in a bold line would go black. */
const CUTS = ['400Regular', '400Regular_Italic', '600SemiBold', '700Bold', '700Bold_Italic'] as const;

/** Folders of static faces from npm; files are read when a document first names them. */
export function fontFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return FAMILIES.flatMap((family) => CUTS.map((cut) => join(dirname(resolve(`@expo-google-fonts/${family}/package.json`)), cut)));
}
