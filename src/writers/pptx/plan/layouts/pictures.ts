/** Layouts of one picture: beside text, alone, over the whole slide. */
import type { DeckTheme } from '../../deck-theme.ts';
import type { Layout, Placeholder } from '../layout.ts';
import { bodyLevels, box, CONTENT, furnitureOf, LEFT, place, SLIDE, stylesOf, WIDTH } from './frame.ts';

export function pictureLayouts(theme: DeckTheme): Layout[] {
  const { text, display, of } = stylesOf(theme);
  const { eyebrow, title, footer, number, frame } = furnitureOf(theme);
  const narrow = (placeholder: Placeholder, x: number, w: number): Placeholder => ({ ...placeholder, box: { ...placeholder.box, x, w } });
  return [
    {
      name: 'image-right',
      label: 'Picture at the right',
      shapes: [],
      placeholders: [
        narrow(eyebrow, LEFT, 6.9),
        narrow(title, LEFT, 6.9),
        place('picture', 'pic', 10, box(8.133, 0, 5.2, 7.5), [text(14)]),
        place('body', 'body', 1, box(LEFT, 2.35, 6.6, 4.2), bodyLevels(theme, 20)),
        narrow(footer, LEFT, 6.9),
      ],
    },
    {
      name: 'image-left',
      label: 'Picture at the left',
      shapes: [],
      placeholders: [
        narrow(eyebrow, 5.95, 6.633),
        narrow(title, 5.95, 6.633),
        place('picture', 'pic', 10, box(0, 0, 5.2, 7.5), [text(14)]),
        place('body', 'body', 1, box(5.95, 2.35, 6.633, 4.2), bodyLevels(theme, 20)),
        narrow(footer, 5.95, 5.4),
        number,
      ],
    },
    {
      name: 'image-side',
      label: 'Text and picture',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place('body', 'body', 1, box(LEFT, CONTENT.y, 5.6, CONTENT.h), bodyLevels(theme, 20)),
        place('picture', 'pic', 10, box(6.75, CONTENT.y, 5.833, 4.2), [text(14)]),
        place('caption', 'body', 14, box(6.75, 6.2, 5.833, 0.5), [text(14, { ink: 'muted' })], { prompt: 'Caption' }),
        footer,
        number,
      ],
    },
    {
      name: 'image',
      label: 'Picture',
      shapes: frame,
      placeholders: [
        eyebrow,
        title,
        place('picture', 'pic', 10, box(LEFT, CONTENT.y, WIDTH, 4.45), [text(14)]),
        place('caption', 'body', 14, box(LEFT, 6.48, WIDTH, 0.4), [text(14, { ink: 'muted' })], { prompt: 'Caption' }),
        footer,
        number,
      ],
    },
    {
      name: 'image-full',
      label: 'Picture over the slide',
      shapes: [],
      placeholders: [
        place('picture', 'pic', 10, box(0, 0, SLIDE.w, SLIDE.h), [text(14)]),
        place('title', 'title', 0, box(LEFT, 4.7, 9.5, 1.35), [display(of(40, 36), { ink: 'white' })], { anchor: 'b', prompt: 'Title' }),
        place('text', 'body', 14, box(LEFT, 6.2, 9.5, 0.7), [text(20, { ink: 'white' })], { prompt: 'Text' }),
      ],
    },
  ];
}
