/** Builds the dashboard into `web/dist`: hashed files that never change, each beside what brotli and gzip make of it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Below this a compressed file is hardly smaller. */
const WORTH_BYTES = 1_024;

/** The service gives the compressed file to whoever takes it, and compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const paths = (await readdir(dir, { recursive: true })).filter((path) => /\.(?:js|css|html|svg)$/.test(path));
      await Promise.all(
        paths.map(async (path) => {
          const bytes = await readFile(`${dir}/${path}`);
          if (bytes.length < WORTH_BYTES) return;
          const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
          await writeFile(`${dir}/${path}.br`, await promisify(brotliCompress)(bytes, options));
          await writeFile(`${dir}/${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwind(), compressed()],
  // The policy of the pages allows no `data:` but for pictures.
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true, reportCompressedSize: false },
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
