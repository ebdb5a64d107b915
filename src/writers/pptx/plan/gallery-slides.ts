/** Several pictures on one slide: a row or a grid with captions, or the portraits of a team. */
import type { Block, Image } from '../../../document/block.ts';
import type { Asset } from '../../../document/document.ts';
import { plainText, type Run } from '../../../document/inline.ts';
import { labelsOf } from '../../../document/labels.ts';
import type { RawSlide } from './divide.ts';
import { ITEM } from './layouts/items.ts';
import { containIn, coverCrop, CROP_MAX, cropFor, isPhotograph, NO_CROP } from './picture-place.ts';
import { fillTogether, layoutNamed, makeSlide, slotOf } from './slide-maker.ts';
import type { Fill, PlanContext, PlannedParagraph, PlannedSlide } from './planned.ts';

interface Shown {
  asset: Asset;
  alt: string;
  caption: readonly Run[];
  link: string | undefined;
}

const TEAM_WORDS = /\bteam\b|\bpeople\b|speakers|founders|who we are|about us|equipo|qui[eé]nes somos|ponentes|fundador/i;
/** A portrait is about as wide as it is high. */
const PORTRAIT = { least: 0.6, most: 1.35 } as const;
const TEAM_MAX = 6;
const PICTURES_MAX = 4;

function shownOf(context: PlanContext, images: readonly Image[]): Shown[] {
  return images.flatMap((image): Shown[] => {
    const asset = image.asset === null ? undefined : context.document.assets.get(image.asset);
    const alt = image.alt === '' ? plainText(image.caption ?? []) : image.alt;
    return asset
      ? [{ asset, alt: alt === '' ? labelsOf(context.document.lang).image : alt, caption: image.caption ?? [], link: image.link }]
      : [];
  });
}

/** A photograph fills its place where little is cut off; everything else is whole, in its middle. */
function pictureIn(context: PlanContext, layout: string, at: number, { asset, alt, link }: Shown, round: boolean): Fill {
  const key = `picture${at + 1}`;
  const { box } = slotOf(layoutNamed(context, layout), key);
  if (round || (isPhotograph(asset) && cropFor(asset, box) <= CROP_MAX))
    return { kind: 'picture', key, asset, alt, link, box, crop: coverCrop(asset, box) };
  const inner = containIn(asset, box);
  const middle = { ...inner, x: box.x + (box.w - inner.w) / 2, y: box.y + (box.h - inner.h) };
  return { kind: 'picture', key, asset, alt, link, box: middle, crop: NO_CROP };
}

const NAMED = /^([^,:–—]{2,40})\s*[,:–—]\s*(\S.*)$/s;

/** "Ana Ruiz, director": the name, and what the person does. */
function captionParagraphs(caption: readonly Run[], team: boolean): PlannedParagraph[] {
  const named = team ? NAMED.exec(plainText(caption)) : null;
  if (!named) return [{ runs: caption, level: team ? ITEM.head : 0 }];
  return [
    { runs: [{ text: named[1] ?? '' }], level: ITEM.head },
    { runs: [{ text: named[2] ?? '' }], level: ITEM.text },
  ];
}

/** Two to four pictures, or up to six portraits under a title that names a team; undefined for any other slide. */
export function gallerySlide(context: PlanContext, raw: RawSlide, blocks: readonly Block[]): PlannedSlide[] | undefined {
  const images = blocks.filter((block): block is Image => block.type === 'image');
  const shown = shownOf(context, images);
  if (images.length < blocks.length || shown.length < images.length || shown.length < 2) return undefined;
  const team =
    shown.length <= TEAM_MAX &&
    TEAM_WORDS.test(plainText(raw.title)) &&
    shown.every(
      ({ asset, alt }) => alt !== '' && asset.width / asset.height >= PORTRAIT.least && asset.width / asset.height <= PORTRAIT.most,
    );
  if (!team && shown.length > PICTURES_MAX) return undefined;
  const layout = `${team ? 'team' : 'images'}-${shown.length}`;
  // a person without a caption is named by the description of the portrait
  const captions = shown.map(({ caption, alt }) => (caption.length > 0 || !team ? caption : [{ text: alt }]));
  const texts = fillTogether(
    context,
    layout,
    captions.flatMap((caption, i) => (caption.length === 0 ? [] : [{ key: `item${i + 1}`, paragraphs: captionParagraphs(caption, team) }])),
    { scales: [1, 0.9, 0.8, 0.7], minPt: 12 },
  );
  if (!texts) return undefined;
  const fills = shown.flatMap((one, i) => [pictureIn(context, layout, i, one, team), ...texts.filter(({ key }) => key === `item${i + 1}`)]);
  const [source] = images.flatMap((image) => (image.source ? [image.source] : []));
  return [makeSlide(context, raw, { layout, fills, source })];
}
