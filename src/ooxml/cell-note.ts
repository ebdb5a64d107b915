/** The boxes that show notes on cells (VML, ISO/IEC 29500-4 §19.4): Excel draws none without them. */

/** Beginning of a part of boxes; `</xml>` ends it. */
export const NOTE_BOXES_HEAD =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>' +
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>';

/** Numbers of boxes in a part begin behind it. */
export const NOTE_BOX_FIRST = 1_024;

/**
 * A box, hidden until its cell is pointed at.
 * @param id its number in the part
 * @param place of the cell, from 1
 * @param rows its height in rows of the sheet
 */
export function noteBoxXml(id: number, { row, column }: { row: number; column: number }, rows = 5): string {
  const top = Math.max(0, row - 2);
  return (
    `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;margin-left:60pt;margin-top:2pt;width:150pt;height:${rows * 14}pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>` +
    `<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column}, 15, ${top}, 10, ${column + 3}, 15, ${top + rows}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`
  );
}
