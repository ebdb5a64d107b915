/** The floor for page pictures: PDFium and sharp as their packages give them, one thread. `{pdf, from, step}` → `{pages}`. */
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

const WIDTH_PX = 1240;

sharp.concurrency(1);
const library = await PDFiumLibrary.init();

/** Every `step`th page from the one at `from` (0-based). */
async function draw(pdf: Uint8Array, from: number, step: number): Promise<number> {
  const document = await library.loadDocument(pdf);
  const pages = document.getPageCount();
  for (let index = from; index < pages; index += step) {
    const page = document.getPage(index);
    const scale = WIDTH_PX / page.getOriginalSize().originalWidth;
    await page.render({
      scale,
      // PDFium gives blue first.
      render: ({ data, width, height }) => {
        for (let at = 0; at < data.length; at += 4) {
          const blue = data[at] ?? 0;
          data[at] = data[at + 2] ?? 0;
          data[at + 2] = blue;
        }
        return sharp(data, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png({ compressionLevel: 3, adaptiveFiltering: false })
          .toBuffer();
      },
    });
  }
  document.destroy();
  return pages;
}

parentPort?.on('message', ({ pdf, from, step }: { pdf: Uint8Array; from: number; step: number }) => {
  void draw(pdf, from, step).then((pages) => parentPort?.postMessage({ pages }));
});
parentPort?.postMessage({ ready: true });
