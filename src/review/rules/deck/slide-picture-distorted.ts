import { partNamed, readPart } from '../../../ooxml/office-package.ts';
import { readPictureHeader } from '../../../base/picture-header.ts';
import { bboxOf, nameShape, type DeckView, type DeckShape } from '../../deck-view.ts';
import { defineDeckRule } from '../../define-rule.ts';
import { deckExample, pictureXml, slideXml } from '../../example-decks.ts';

/** Faces and circles look wrong from about five hundredths on. */
const STRETCH_MAX = 0.05;
/** Lines and patterns are stretched on purpose. Points. */
const SIDE_PT_MIN = 20;

/** How much wider it is shown than it is, as a share; undefined where its size is not reported. */
function stretchOf(deck: DeckView, { box, picture }: DeckShape): number | undefined {
  const name = picture && partNamed(deck.opened, picture.part);
  if (!box || !picture || name === undefined) return undefined;
  const header = readPictureHeader(readPart(deck.opened, name));
  if (!header) return undefined;
  const [left, top, right, bottom] = picture.crop;
  const [w, h] = [header.width * (1 - left - right), header.height * (1 - top - bottom)];
  const [shownW, shownH] = [box.right - box.left, box.bottom - box.top];
  if (w <= 1 || h <= 1 || shownW < SIDE_PT_MIN || shownH < SIDE_PT_MIN) return undefined;
  return Math.max(shownW / shownH / (w / h), w / h / (shownW / shownH)) - 1;
}

/** A picture that was pulled wider or higher than it is. */
export const slidePictureDistorted = defineDeckRule({
  code: 'slide_picture_distorted',
  severity: 'warning',
  summary: 'a picture on a slide that is pulled out of shape',
  check: (deck) =>
    deck.slides.flatMap((slide) =>
      slide.shapes.flatMap((shape) => {
        if (shape.kind !== 'picture' || shape.decorative || shape.turned) return [];
        const stretch = stretchOf(deck, shape);
        return stretch === undefined || stretch <= STRETCH_MAX
          ? []
          : [
              {
                message: `The picture ${nameShape(shape)} on slide ${slide.number} is pulled out of shape by ${Math.round(stretch * 100)} %.`,
                location: { slide: slide.number, ...(shape.box ? { bbox: bboxOf(shape.box) } : {}) },
              },
            ];
      }),
    ),
  examples: {
    fires: [deckExample('twice as wide', [slideXml(pictureXml([1, 2, 8, 2]))], { picture: [800, 400] })],
    silent: [deckExample('as it is', [slideXml(pictureXml([1, 2, 8, 4]))], { picture: [800, 400] })],
  },
});
