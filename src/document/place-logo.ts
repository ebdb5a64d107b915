/** The house's logo, put where documents of its kind have it. */
import type { Asset, Document } from './document.ts';

const KEY = 'logo';
/** At the head of a page, where text begins two or three centimetres below its edge. */
const MOST = { widthCm: 4.5, heightCm: 1 };

/**
 * The document with this logo: on its cover where it has one, else at the head of its first page or on its title slide. A logo that the
 * author has set on the cover stays.
 */
export function placeLogo(document: Document, logo: Omit<Asset, 'key'>): Document {
  if (document.blocks.some((block) => block.type === 'cover' && block.logo !== undefined)) return document;
  const covered = document.blocks.some(({ type }) => type === 'cover');
  return {
    ...document,
    ...(covered ? {} : { logo: KEY }),
    blocks: document.blocks.map((block) => (block.type === 'cover' ? { ...block, logo: KEY } : block)),
    assets: new Map([...document.assets, [KEY, { ...logo, key: KEY }]]),
  };
}

/** The logo for the head of the first page, as large as it is there, in centimetres; undefined where there is none. */
export function headLogo({
  logo,
  assets,
}: Pick<Document, 'logo' | 'assets'>): { asset: Asset; widthCm: number; heightCm: number } | undefined {
  const asset = logo === undefined ? undefined : assets.get(logo);
  if (asset === undefined) return undefined;
  const ratio = asset.width / Math.max(1, asset.height);
  const widthCm = Math.min(MOST.widthCm, MOST.heightCm * ratio);
  return { asset, widthCm, heightCm: widthCm / ratio };
}
