/** Version of the product, from its manifest. Read without a schema: `octavo --version` loads this file and nothing else. */
import { readFileSync } from 'node:fs';

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string')
    return manifest.version;
  throw new Error('package.json names no version');
}

export const PRODUCT_VERSION = readVersion();
