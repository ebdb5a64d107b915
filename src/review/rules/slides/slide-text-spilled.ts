import { roomKey } from '../../../document/slide-room.ts';
import { nameShape } from '../../deck-view.ts';
import { drawnSlides, ownedLines, type OwnedLine } from '../../deck/drawn-slides.ts';
import { defineSlideRule, type Repair } from '../../define-rule.ts';
import { drawnSlideExample, slideXml, textXml } from '../../example-decks.ts';

/** Descenders and line boxes reach a little beyond their frame: so much of the size, and so many points. */
const SHARE_OF_SIZE = 0.4;
const SLACK_PT = 2;
/** Two lines or so of a full slide are kept free; below half of it something else is wrong. */
const ROOM_STEP = 0.8;
const ROOM_MIN = 0.5;

function beyond({ line, shape }: OwnedLine, scale: number): number {
  if (!shape.box || shape.frame.fit === 'grow') return 0;
  const sides = shape.frame.wrap ? Math.max(shape.box.left - line.left * scale, line.right * scale - shape.box.right) : 0;
  return (
    Math.max(shape.box.top - line.top * scale, line.bottom * scale - shape.box.bottom, sides) -
    SLACK_PT -
    line.sizePt * scale * SHARE_OF_SIZE
  );
}

const lessOf = (room: number | undefined): number => Math.max(ROOM_MIN, (room ?? 1) * ROOM_STEP);

/** Only where it was too much: one line that was measured too short must not make all slides of a deck emptier. */
function moreRoom(key: string): Repair {
  return {
    fix: 'text_divided_earlier',
    apply: (draft) => {
      const { slideRoom, slideRooms } = draft.look;
      return {
        ...draft,
        look: {
          ...draft.look,
          ...(key === '' ? { slideRoom: lessOf(slideRoom) } : { slideRooms: { ...slideRooms, [key]: lessOf(slideRooms?.[key]) } }),
        },
      };
    },
  };
}

/** Seen on the drawn slide: words that have left their shape, whatever was measured. */
export const slideTextSpilled = defineSlideRule({
  code: 'slide_text_spilled',
  severity: 'warning',
  summary: 'text drawn beyond its shape on a slide',
  check: (deck, drawn) => {
    const repaired = new Set<string>();
    return drawnSlides(deck, drawn).flatMap((one) => {
      const found = ownedLines(one).find((owned) => beyond(owned, one.scale) > 0);
      if (!found) return [];
      const { line, shape } = found;
      const key = roomKey(one.slide.title?.text ?? '');
      // of slides of one matter, one repair is enough
      const repair = repaired.has(key) ? undefined : moreRoom(key);
      repaired.add(key);
      return [
        {
          message: `"${line.text.trim().slice(0, 40).toWellFormed()}" on slide ${one.slide.number} is drawn outside the shape of ${nameShape(shape)}.`,
          location: {
            slide: one.slide.number,
            bbox: [line.left, line.top, line.right, line.bottom].map((value) => Math.round(value * one.scale)) as [
              number,
              number,
              number,
              number,
            ],
          },
          ...(repair === undefined ? {} : { repair }),
        },
      ];
    });
  },
  examples: {
    fires: [
      drawnSlideExample(
        'a line below its box',
        slideXml(textXml({ at: [1, 2, 5, 1], text: ['A first line of text', 'and a line below the box'] })),
        [
          ['Works will end before the frost', 56, 50, 28],
          ['A first line of text', 79, 148, 18],
          ['and a line below the box', 79, 230, 18],
        ],
      ),
    ],
    silent: [
      drawnSlideExample('lines within', slideXml(textXml({ at: [1, 2, 5, 1], text: ['A first line of text', 'and a second line'] })), [
        ['Works will end before the frost', 56, 50, 28],
        ['A first line of text', 79, 148, 18],
        ['and a second line', 79, 172, 18],
      ]),
    ],
  },
});
