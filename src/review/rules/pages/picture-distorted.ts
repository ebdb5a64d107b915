import type { Asset } from '../../../document/document.ts';
import type { Box, RenderedDocument } from '../../../document/rendered-document.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { definePageRule, type Draft, type Hit } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** The eye sees a face 5 % too broad; rounding to whole units stays far below 3 %. */
const STRETCH_MAX = 0.03;

function assetsShown({ document }: Draft): Asset[] {
  return [...walkBlocks(document.blocks)].flatMap((block) =>
    block.type === 'image' && block.asset !== null ? (document.assets.get(block.asset) ?? []) : [],
  );
}

const ratioOf = (box: Box): number => (box.right - box.left) / (box.bottom - box.top);

const boxesOf = (drawn: RenderedDocument): { page: number; box: Box }[] =>
  drawn.pages.flatMap((page) => page.pictures.map((box) => ({ page: page.page, box })));

/**
 * Compared only where as many are drawn as the text has: logos and some emoji are drawn as pictures too. Which box is
 * which picture does not show, so both are put in the order of their proportions: unless one was stretched, they pair.
 */
export const pictureDistorted = definePageRule({
  code: 'picture_distorted',
  severity: 'error',
  formats: ['docx', 'pdf'],
  summary: 'a picture drawn broader or higher than it is',
  check: (drawn, draft) => {
    const assets = assetsShown(draft);
    const boxes = boxesOf(drawn).toSorted((a, b) => ratioOf(a.box) - ratioOf(b.box));
    if (assets.length !== boxes.length) return [];
    const ratios = assets.map((asset) => asset.width / asset.height).toSorted((a, b) => a - b);
    return boxes
      .flatMap(({ page, box }, i) => {
        const stretch = ratioOf(box) / (ratios[i] ?? 1);
        if (Math.abs(Math.log(stretch)) <= STRETCH_MAX) return [];
        return [
          {
            message: `A picture on page ${page} is drawn ${Math.round(Math.abs(stretch - 1) * 100)} % too ${stretch > 1 ? 'broad' : 'narrow'}.`,
            location: { page, bbox: [box.left, box.top, box.right, box.bottom] },
          } satisfies Hit,
        ];
      })
      .slice(0, 1);
  },
  examples: {
    fires: [
      {
        name: 'twice as broad',
        document: pictures(),
        drawn: drawnOf([pageOf(1, textLines(3), { pictures: [{ left: 85, top: 200, right: 485, bottom: 300 }] })]),
      },
    ],
    silent: [
      {
        name: 'in proportion',
        document: pictures(),
        drawn: drawnOf([pageOf(1, textLines(3), { pictures: [{ left: 85, top: 200, right: 285, bottom: 300 }] })]),
      },
      {
        name: 'with a logo',
        document: pictures(),
        drawn: drawnOf([
          pageOf(1, textLines(3), {
            pictures: [
              { left: 85, top: 20, right: 105, bottom: 90 },
              { left: 85, top: 200, right: 285, bottom: 300 },
            ],
          }),
        ]),
      },
    ],
  },
});

function pictures(): { blocks: { id: string; type: 'image'; asset: string; alt: string }[]; assets: Map<string, Asset> } {
  return {
    blocks: [{ id: 'b1', type: 'image', asset: 'img:1', alt: 'A map' }],
    assets: new Map([['img:1', { key: 'img:1', contentType: 'image/png', width: 800, height: 400, data: new Uint8Array(0) }]]),
  };
}
