/** The documentation that `scripts/build-docs.ts` has built, from the program's own folder. */
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Documentation } from '../server/documentation.ts';

/** Where the built pages are. */
export const SITE_FOLDER = new URL('../../.cache/docs/site/', import.meta.url);

const manifestSchema = z.object({ policy: z.string(), files: z.record(z.string(), z.object({ type: z.string(), tag: z.string() })) });
type Manifest = z.infer<typeof manifestSchema>;

/** Files are read when they are asked for; only those that the list of the site names exist. @param folder with `site.json` */
export function openDocumentation(folder: URL): Documentation {
  let known: { at: number; manifest: Manifest } | null = null;
  const list = new URL('site.json', folder);
  const readManifest = async (): Promise<Manifest | null> => {
    const at = await stat(list).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (at === null) return null;
    if (known?.at !== at) known = { at, manifest: manifestSchema.parse(JSON.parse(await readFile(list, 'utf8'))) };
    return known.manifest;
  };
  return {
    async read(path) {
      const manifest = await readManifest();
      if (manifest === null) return 'unbuilt';
      const file = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
      if (file === undefined) return null;
      return { bytes: await readFile(new URL(path, folder)), ...file, policy: manifest.policy };
    },
  };
}
