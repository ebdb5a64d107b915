/**
 * `node scripts/design-pictures.ts`: a picture for each part of a design, the same text with one value of the part and with another, into
 * docs/pictures/designs/. The page docs/design.md shows them.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent } from '../src/pipeline/make.ts';
import { DESIGN_PARTS, type DesignPart } from './design-parts.ts';
import { collect } from './page-pictures.ts';

const FOLDER = fileURLToPath(new URL('../docs/pictures/designs/', import.meta.url));
const [WIDTH, GAP] = [520, 16];

const engine = await openCommandEngine({ office: true });

async function pageOf({ text, format, page, share }: DesignPart, design: string): Promise<Buffer> {
  const kept = collect(format);
  const markdown = `---\n${text.front ?? ''}design: ${design}\n---\n\n${text.body}`;
  await makeFromContent({ markdown, format, name: null, pictures: [] }, engine, kept.sink, new AbortController().signal);
  const whole = sharp(kept.pages[page - 1]).resize({ width: WIDTH });
  const { data, info } = await whole.png().toBuffer({ resolveWithObject: true });
  return sharp(data)
    .extract({ left: 0, top: 0, width: WIDTH, height: Math.round(info.height * share) })
    .png()
    .toBuffer();
}

await mkdir(FOLDER, { recursive: true });
for (const part of DESIGN_PARTS) {
  const pages = [await pageOf(part, part.designs[0]), await pageOf(part, part.designs[1])];
  const height = (await sharp(pages[0]).metadata()).height ?? 0;
  await sharp({ create: { width: WIDTH * 2 + GAP * 3, height: height + GAP * 2, channels: 3, background: '#9AA3AD' } })
    .composite(pages.map((input, at) => ({ input, left: GAP + at * (WIDTH + GAP), top: GAP })))
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(`${FOLDER}${part.name}.png`);
}
await engine.close();
