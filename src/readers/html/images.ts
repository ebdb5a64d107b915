/** Pictures of a web page. */
import type { Image } from '../../document/block.ts';

/** Set smaller than this, in CSS pixels, a picture is an icon or counts visits. */
const SIDE_MIN = 32;

/** Key of its address among those of the page: `img:1` is the first. */
function sourceKey(attributes: ReadonlyMap<string, string>, sources: string[] | undefined): string | null {
  const source = (attributes.get('src') ?? '').trim();
  const isSmall = ['width', 'height'].some((side) => Number.parseInt(attributes.get(side) ?? '', 10) < SIDE_MIN);
  if (sources === undefined || source === '' || isSmall) return null;
  const known = sources.indexOf(source);
  return `img:${known >= 0 ? known + 1 : sources.push(source)}`;
}

/**
 * Pictures without a description are decoration (HTML standard §4.8.4.4), unless somebody is to look at them.
 * @param sources takes the addresses of pictures; absent: nobody looks at them
 */
export function imageOf(attributes: ReadonlyMap<string, string>, sources: string[] | undefined): Image | undefined {
  const alt = (attributes.get('alt') ?? '').replaceAll(/\s+/g, ' ').trim();
  const asset = sourceKey(attributes, sources);
  return alt === '' && asset === null ? undefined : { id: '', type: 'image', asset, alt };
}
