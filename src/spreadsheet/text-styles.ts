/**
 * What a text on a sheet is, outside of its tables, as the style of its cell says it: one of Excel's (by its number, ECMA-376-1 §18.8.7,
 * since the name is translated), or one of ours by its name. The writer gives these styles and the reader finds them.
 */
export const TEXT_STYLES = ['title', 'section', 'caption', 'text', 'quotation', 'code', 'figureLabel', 'figure', 'figureChange'] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];

export const TEXT_STYLE_NAMES: Readonly<Record<TextStyle, { builtin?: number; name: string }>> = {
  title: { builtin: 15, name: 'Title' },
  section: { builtin: 17, name: 'Heading 2' },
  caption: { builtin: 19, name: 'Heading 4' },
  text: { builtin: 53, name: 'Explanatory Text' },
  quotation: { name: 'Quotation' },
  code: { name: 'Code' },
  figureLabel: { name: 'Key figure label' },
  figure: { name: 'Key figure' },
  figureChange: { name: 'Key figure change' },
};

/** Others of Excel's that say the same as one of those. */
const ALIKE: Readonly<Record<number, TextStyle>> = { 16: 'title', 18: 'section' };

/** @param builtin Excel's number of the style, where it has one */
export function textStyleOf(name: string, builtin: number | undefined): TextStyle | undefined {
  if (builtin !== undefined && ALIKE[builtin] !== undefined) return ALIKE[builtin];
  return TEXT_STYLES.find((style) => {
    const own = TEXT_STYLE_NAMES[style];
    return own.builtin === undefined ? builtin === undefined && own.name === name : own.builtin === builtin;
  });
}
