import type { Image } from '../../../document/block.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { replaceBlock } from '../../change-blocks.ts';
import { defineContentRule, type Draft } from '../../define-rule.ts';

const CM_PER_INCH = 2.54;
/** Below this a picture looks soft on paper; screens show about 96 to 110 pixels an inch. */
const PPI_MIN = 96;
const NARROWEST = 0.25;

function widthInches(image: Image, { look }: Draft): number {
  return ((look.page.widthCm - look.page.leftCm - look.page.rightCm) * (image.width ?? 1)) / CM_PER_INCH;
}

/** Set wider by its author than its pixels allow, a picture blurs; it is set narrower, down to a quarter of the text's width. Without a width of its own it never is. */
export const pictureLowResolution = defineContentRule({
  code: 'picture_low_resolution',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  summary: 'a picture with too few pixels for the size at which it is set',
  check: (draft) =>
    [...walkBlocks(draft.document.blocks)].flatMap((block) => {
      const asset = block.type === 'image' && block.asset !== null ? draft.document.assets.get(block.asset) : undefined;
      if (block.type !== 'image' || !asset || block.width === undefined) return [];
      const width = widthInches(block, draft);
      const ppi = asset.width / width;
      if (ppi >= PPI_MIN * 0.98) return [];
      const share = Math.floor(((block.width ?? 1) * ppi * 100) / PPI_MIN) / 100;
      return [
        {
          message: `A picture has ${Math.round(ppi)} pixels an inch at its size on the page, and blurs below ${PPI_MIN}; send a larger one.`,
          location: { block_id: block.id },
          ...(share < NARROWEST
            ? {}
            : {
                repair: {
                  fix: 'picture_narrowed',
                  apply: (changed: Draft) => replaceBlock(changed, block.id, (found) => ({ ...found, width: share }) as typeof found),
                },
              }),
        },
      ];
    }),
  examples: {
    fires: [
      {
        name: '300 pixels across the page',
        document: { blocks: [{ id: 'b1', type: 'image', asset: 'img:1', alt: 'A map', width: 1 }], assets: assetOf(300) },
      },
    ],
    silent: [
      {
        name: '1,600 pixels across the page',
        document: { blocks: [{ id: 'b1', type: 'image', asset: 'img:1', alt: 'A map', width: 1 }], assets: assetOf(1600) },
      },
      {
        name: '300 pixels, set small',
        document: { blocks: [{ id: 'b1', type: 'image', asset: 'img:1', alt: 'A map', width: 0.4 }], assets: assetOf(300) },
      },
    ],
  },
});

function assetOf(width: number): Map<string, { key: string; contentType: 'image/png'; width: number; height: number; data: Uint8Array }> {
  return new Map([['img:1', { key: 'img:1', contentType: 'image/png', width, height: width, data: new Uint8Array(0) }]]);
}
