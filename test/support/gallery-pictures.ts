/** Pictures for the samples of the gallery: landscapes as photographs, a plan and a logo as drawings. */
import sharp from 'sharp';
import type { DecodedPicture } from '../../src/ports/picture-decoder.ts';

/** A landscape or a plan, drawn: what samples refer to as `img:1` to `img:6`. */
function pictureSvg(width: number, height: number, [sky, land, sun]: readonly [string, string, string], plan: boolean): Buffer {
  const drawn = plan
    ? `<rect width="100%" height="100%" fill="#fff"/><g stroke="#334155" stroke-width="6" fill="none"><rect x="30" y="30" width="${width - 60}" height="${height - 60}"/><path d="M30 ${height / 2}H${width - 30}M${width / 2} 30V${height - 30}"/></g>`
    : `<rect width="100%" height="100%" fill="${sky}"/><circle cx="${width * 0.7}" cy="${height * 0.35}" r="${height * 0.16}" fill="${sun}"/><path d="M0 ${height * 0.8}L${width * 0.3} ${height * 0.5}L${width * 0.55} ${height * 0.75}L${width * 0.8} ${height * 0.55}L${width} ${height * 0.8}V${height}H0Z" fill="${land}"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`);
}

const PICTURES: readonly (readonly [width: number, height: number, colors: readonly [string, string, string], plan: boolean])[] = [
  [1800, 1200, ['#a9c3c9', '#2d4a3a', '#ffffff'], false],
  [1800, 1200, ['#7fbfdd', '#3f7a52', '#ffd666'], false],
  [1400, 800, ['#ffffff', '#ffffff', '#ffffff'], true],
  [800, 900, ['#d9b8a6', '#7a4a3a', '#f3e3d3'], false],
  [300, 160, ['#ffffff', '#ffffff', '#ffffff'], true],
  [2000, 1125, ['#23395b', '#0d1b2a', '#f2b950'], false],
];

let drawnPictures: Promise<DecodedPicture[]> | undefined;
/** Those that a sample refers to; none for one that has no pictures. */
export async function samplePictures(markdown: string): Promise<DecodedPicture[]> {
  if (!markdown.includes('(img:')) return [];
  return (drawnPictures ??= Promise.all(
    PICTURES.map(async ([width, height, colors, plan]): Promise<DecodedPicture> => {
      const picture = sharp(pictureSvg(width, height, colors, plan));
      const data = await (plan ? picture.png() : picture.jpeg()).toBuffer();
      return { contentType: plan ? 'image/png' : 'image/jpeg', width, height, data };
    }),
  ));
}
