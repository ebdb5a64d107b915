import type { Asset } from '../../../document/document.ts';
import { defineContentRule, type Draft } from '../../define-rule.ts';

/** A white logo needs the dark cover; where the style has asked for a light one, only another picture helps. */
export const logoInvisible = defineContentRule({
  code: 'logo_invisible',
  severity: 'warning',
  formats: ['docx', 'pdf', 'pptx'],
  summary: 'a logo that its cover hides: white on white, or dark on dark',
  check: ({ document, look }) => {
    const [cover] = document.blocks;
    const logo = cover?.type === 'cover' && cover.logo !== undefined ? document.assets.get(cover.logo) : undefined;
    if (cover === undefined || logo === undefined) return [];
    const slides = look.type === 'presentation';
    // the slide with a logo is light, whatever the deck is
    const light = slides || look.plainCover;
    if (!(light ? logo.needsDark : logo.needsLight)) return [];
    return [
      {
        message: `The logo is ${light ? 'white, and so is its cover' : 'dark, and so is its cover'}; send it in ${light ? 'its colours for light backgrounds' : 'white'}.`,
        location: { block_id: cover.id },
        ...(slides
          ? {}
          : { repair: { fix: 'cover_ground', apply: (draft: Draft) => ({ ...draft, look: { ...draft.look, plainCover: !light } }) } }),
      },
    ];
  },
  examples: {
    fires: [{ name: 'white on the white cover', document: branded({ needsDark: true }), look: { plainCover: true } }],
    silent: [
      { name: 'white on the dark cover', document: branded({ needsDark: true }), look: { plainCover: false } },
      { name: 'in colours', document: branded({}), look: { plainCover: true } },
    ],
  },
});

function branded(tone: Pick<Asset, 'needsDark' | 'needsLight'>): {
  blocks: [{ id: string; type: 'cover'; logo: string }];
  assets: Map<string, Asset>;
} {
  const asset: Asset = { key: 'img:1', contentType: 'image/png', width: 300, height: 90, data: new Uint8Array(0), ...tone };
  return { blocks: [{ id: 'b1', type: 'cover', logo: 'img:1' }], assets: new Map([['img:1', asset]]) };
}
