/** The house's logo at the head of the first page. */
import { headLogo } from '../../document/place-logo.ts';
import type { Draft } from './draft.ts';
import { dxaOfPt, emuOfCm } from './measures.ts';
import { paragraph } from './paragraph.ts';
import { inlinePicture } from './picture.ts';

/** A paragraph with it; '' where there is none. @param side of a page that is read from the left */
export function headLogoXml(draft: Draft, side: 'left' | 'right'): string {
  const logo = headLogo(draft.document);
  if (logo === undefined) return '';
  const organization = draft.document.organization?.trim() ?? '';
  return paragraph(draft, {
    align: side === 'left' ? 'start' : 'end',
    afterDxa: dxaOfPt(4),
    content: inlinePicture(draft, logo.asset, {
      widthEmu: emuOfCm(logo.widthCm),
      heightEmu: Math.max(1, emuOfCm(logo.heightCm)),
      alt: organization === '' ? draft.labels.image : organization,
    }),
  });
}
