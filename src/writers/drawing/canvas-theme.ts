/** What a look gives to canvases: colours and faces by role, on slides and on pages, on light ground and on dark. */
import type { CanvasTheme } from '../../canvas/lay-out-canvas.ts';
import { contrast } from '../../base/color.ts';
import { MEANING, NEUTRALS, type Look } from '../../document/look.ts';
import { SERIES_COLORS } from '../../document/palette.ts';
import { deckTheme, type DeckTheme } from '../pptx/deck-theme.ts';

const SLIDE_TEXT_PX = 20;

/** The accent as a surface on dark ground that white text is read on; a pale one would dazzle. Undefined where it can be neither. */
function strongFill({ palette }: Look, ground: string): string | undefined {
  return [palette.accent, palette.deep].find(
    (color) => contrast(NEUTRALS.white, color) >= 4.5 && contrast(palette.tint, color) >= 4.5 && contrast(color, ground) >= 1.7,
  );
}

/** Colours and faces of a deck under the names that a canvas has for them. */
export function slideCanvasTheme({ name, inks, slots, faces, displayBold }: DeckTheme, look: Look): CanvasTheme {
  const strong = name === 'dark' ? strongFill(look, inks.ground.hex) : undefined;
  return {
    faces,
    fontSize: SLIDE_TEXT_PX,
    dark: name === 'dark',
    boldTitles: displayBold,
    colors: {
      ground: inks.ground.hex,
      text: inks.text.hex,
      muted: inks.muted.hex,
      title: inks.title.hex,
      accent: inks.accent.hex,
      'accent-2': slots.accent2,
      'accent-3': slots.accent3,
      'accent-4': slots.accent4,
      card: inks.card.hex,
      tint: inks.tint.hex,
      rule: inks.rule.hex,
      block: strong ?? inks.block.hex,
      'on-block': strong === undefined ? inks.onBlock.hex : NEUTRALS.white,
      'on-block-muted': strong === undefined ? inks.onBlockMuted.hex : look.palette.tint,
      bright: inks.bright.hex,
      good: inks.good.hex,
      bad: inks.bad.hex,
    },
  };
}

/** On paper. @param dark as on the dark slides of the same look */
export function pageCanvasTheme(look: Look, dark: boolean): CanvasTheme {
  const { palette, roles, faces, forms } = look;
  const fontSize = roles.body.sizePt * (96 / 72);
  if (dark) return { ...slideCanvasTheme(deckTheme(look, 'dark'), look), faces, fontSize };
  return {
    faces,
    fontSize,
    dark: false,
    colors: {
      ground: NEUTRALS.white,
      text: roles.body.color,
      muted: NEUTRALS.muted,
      title: roles.title.color,
      accent: palette.accent,
      'accent-2': forms.series?.[1] ?? SERIES_COLORS[1],
      'accent-3': forms.series?.[2] ?? SERIES_COLORS[2],
      'accent-4': forms.series?.[3] ?? SERIES_COLORS[3],
      card: NEUTRALS.surface,
      tint: palette.tint,
      rule: NEUTRALS.rule,
      block: palette.deep,
      'on-block': NEUTRALS.white,
      'on-block-muted': palette.tint,
      bright: palette.bright,
      good: MEANING.good,
      bad: MEANING.bad,
    },
  };
}
