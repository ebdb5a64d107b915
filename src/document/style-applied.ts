/** The style object that reports a look (interface §2.1). */
import type { Look } from './look.ts';
import type { Style } from './style.ts';

/** What layout may change in a look after it was planned. */
export const sizesApplied = ({ roles, page }: Look): Pick<Style, 'font_size' | 'line_spacing' | 'margins_cm'> => ({
  font_size: roles.body.sizePt,
  line_spacing: roles.body.line,
  margins_cm: page.leftCm,
});

/** The style object that reports a look as applied (interface §2.1), once cover and contents are decided. */
export function styleApplied(look: Look, decided: { cover: boolean; contents: boolean }): Style {
  const { roles } = look;
  return {
    font: look.faces.text,
    ...sizesApplied(look),
    colors: { title: roles.title.color, headings: roles.heading1.color, text: roles.body.color, accent: look.palette.accent },
    align: { title: roles.title.align ?? 'left', headings: roles.heading1.align ?? 'left', body: look.bodyAlign },
    orientation: look.orientation,
    cover_page: decided.cover,
    table_of_contents: decided.contents,
    page_numbers: look.pageNumbers !== 'none',
    ...(look.header === undefined ? {} : { header: look.header }),
    ...(look.footer === undefined ? {} : { footer: look.footer }),
  };
}
