import { A, MC, OFFICE_VML, VML, WORD_VML, WP, WPS } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { insertAfter, prependContent } from '../../../ooxml/edit-xml.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { openRevision } from '../mechanics/change-text.ts';
import { findTarget, tell } from '../mechanics/find-target.ts';
import { colorField } from '../mechanics/format-fields.ts';
import { textOfNew, type WordNewBlock } from '../mechanics/new-block-schema.ts';
import { writeNewBlock } from '../mechanics/new-blocks.ts';
import type { BlockWriting } from '../mechanics/new-paragraph.ts';
import { newRunSchema } from '../mechanics/new-runs.ts';
import { roomAt } from '../mechanics/page-room.ts';
import { boxBodyNear } from '../mechanics/running-text.ts';
import { spelled } from '../mechanics/word-names.ts';

const paragraphSchema = z.strictObject({
  text: textFits(0, 10_000).optional(),
  runs: z.array(newRunSchema).max(200).optional().describe('In the place of text.'),
  style: z.string().min(1).max(200).optional().describe('Name of a style; absent: as the running text around it.'),
  align: z.enum(['left', 'center', 'right', 'justify']).optional(),
});

const schema = z.strictObject({
  op: z.literal('insert_text_box'),
  target: z.string().min(1).max(200).describe('Address of the paragraph that it is anchored at: it goes where that paragraph goes.'),
  text: textFits(1, 20_000).optional().describe('Each line is a paragraph.'),
  paragraphs: z.array(paragraphSchema).min(1).max(100).optional().describe('In the place of text: paragraphs with formats.'),
  side: z
    .enum(['left', 'right', 'center'])
    .optional()
    .describe('right where absent. Text runs beside a box at the left or right, and above and below one in the center.'),
  width_cm: z.number().min(1).max(50).optional().describe('Absent: a third of the width of the text, in the center two thirds.'),
  fill: colorField.optional().describe('Absent: no ground.'),
  border: colorField.optional().describe('Of the line around it; absent: a thin black one.'),
  alt: textFits(0, 2_000).optional().describe('What it is, for those who do not see it; what it says is read in any case.'),
  expect: z.string().max(100_000).optional(),
});
type Fields = z.infer<typeof schema>;

const EMU_PER_CM = 360_000;
const EMU_PER_POINT = 12_700;
const SHARE = { left: 1 / 3, right: 1 / 3, center: 2 / 3 } as const;
/** Margins within the box, as Word has them. */
const INSET = { sides: 91_440, ends: 45_720 };
/** What a letter takes in running text, and a line with what follows it: Word and its like measure the box again, this is where they begin. */
const LETTER_EMU = 5.4 * EMU_PER_POINT;
const LINE_EMU = 15 * EMU_PER_POINT;
const GAP_EMU = 8 * EMU_PER_POINT;
/** As Word numbers the first thing that lies over the text; boxes do not lie over each other. */
const LEVEL = 251_659_264;

interface Box {
  width: number;
  height: number;
  side: 'left' | 'right' | 'center';
  content: string;
}

const blocksOf = ({ text, paragraphs }: Fields): WordNewBlock[] =>
  paragraphs?.map((one): WordNewBlock => ({ type: 'paragraph', ...one })) ??
  (text ?? '').split('\n').map((line): WordNewBlock => ({ type: 'paragraph', text: line }));

function heightOf(blocks: readonly WordNewBlock[], width: number): number {
  const letters = Math.max(1, Math.floor((width - 2 * INSET.sides) / LETTER_EMU));
  const lines = blocks.map((block) => Math.max(1, Math.ceil(textOfNew(block).length / letters)));
  return Math.round(2 * INSET.ends + lines.reduce((sum, count) => sum + count * LINE_EMU + GAP_EMU, 0));
}

/** As Word writes it since 2010 (ISO/IEC 29500-1 §20.4.2.3, [MS-ODRAWXML] §2.3.1). */
function drawingXml(file: WordFile, fields: Fields, { width, height, side, content }: Box): string {
  const { w, main } = file;
  const id = file.nextDrawingId();
  const [a, wp] = [spelled(main, A), spelled(main, WP)];
  const paint = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
  // at the left by its distance: aligned there, LibreOffice has the text beside the box flow around the box's own words
  const across = side === 'left' ? '<wp:posOffset>0</wp:posOffset>' : `<wp:align>${side}</wp:align>`;
  const wrap = side === 'center' ? '<wp:wrapTopAndBottom/>' : '<wp:wrapSquare wrapText="bothSides"/>';
  const alt = fields.alt === undefined || fields.alt === '' ? '' : ` descr="${escapeAttribute(fields.alt)}"`;
  return (
    `<${w}drawing><wp:anchor xmlns:wp="${wp}" xmlns:a="${a}" distT="45720" distB="45720" distL="114300" distR="114300" simplePos="0" relativeHeight="${LEVEL}" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="0">` +
    `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column">${across}</wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>45720</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="${width}" cy="${height}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>${wrap}<wp:docPr id="${id}" name="Text Box ${id}"${alt}/><wp:cNvGraphicFramePr/>` +
    `<a:graphic><a:graphicData uri="${WPS}"><wps:wsp><wps:cNvSpPr txBox="1"><a:spLocks noChangeArrowheads="1"/></wps:cNvSpPr><wps:spPr bwMode="auto"><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` +
    `${fields.fill === undefined ? '<a:noFill/>' : paint(fields.fill)}<a:ln w="9525">${paint(fields.border ?? '000000')}<a:miter lim="800000"/></a:ln></wps:spPr>` +
    `<wps:txbx><${w}txbxContent>${content}</${w}txbxContent></wps:txbx><wps:bodyPr rot="0" vert="horz" wrap="square" lIns="${INSET.sides}" tIns="${INSET.ends}" rIns="${INSET.sides}" bIns="${INSET.ends}" anchor="t" anchorCtr="0"><a:spAutoFit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:anchor></${w}drawing>`
  );
}

/** The same for readers before 2010 (ISO/IEC 29500-4 §19.1.2.22). */
function fallbackXml({ w }: WordFile, fields: Fields, { width, height, side, content }: Box): string {
  const points = (emu: number): string => `${Math.round((emu / EMU_PER_POINT) * 100) / 100}pt`;
  const style =
    `position:absolute;margin-left:0;margin-top:3.6pt;width:${points(width)};height:${points(height)};z-index:1;visibility:visible;` +
    `mso-wrap-style:square;mso-wrap-distance-left:9pt;mso-wrap-distance-right:9pt;mso-position-horizontal:${side};mso-position-horizontal-relative:text;mso-position-vertical-relative:text;v-text-anchor:top`;
  const paint = fields.fill === undefined ? 'filled="f"' : `fillcolor="#${fields.fill}"`;
  return (
    `<${w}pict><v:rect style="${style}" ${paint} strokecolor="#${fields.border ?? '000000'}"><v:textbox style="mso-fit-shape-to-text:t"><${w}txbxContent>${content}</${w}txbxContent></v:textbox>` +
    `<w10:wrap type="${side === 'center' ? 'topAndBottom' : 'square'}"/></v:rect></${w}pict>`
  );
}

function boxRun(file: WordFile, fields: Fields, box: Box): string {
  const { w, main } = file;
  // files of the strict kind know no VML
  const fallback = spelled(main, A) === A ? fallbackXml(file, fields, box) : '';
  return (
    `<${w}r><mc:AlternateContent xmlns:mc="${MC}" xmlns:wps="${WPS}" xmlns:v="${VML}" xmlns:o="${OFFICE_VML}" xmlns:w10="${WORD_VML}"><mc:Choice Requires="wps">${drawingXml(file, fields, box)}</mc:Choice>` +
    `<mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></${w}r>`
  );
}

/** Word takes no box in a box, nor in notes and comments. */
function refusePlace({ address, locked, element, part }: WordParagraph): Rejected | null {
  if (locked !== null) return reject('read_only_content', `Nothing can be inserted at ${address}: ${locked}.`);
  for (let holder: XmlElement | undefined = element.parent; holder !== undefined; holder = holder.parent)
    if (holder.local === 'txbxContent')
      return reject('unsupported', `${address} is in a text box, which can hold no other one.`, [address]);
  return /^(?:footnotes|endnotes|comments)$/.test(part.root.local)
    ? reject('unsupported', `${address} is in a note or comment, which can hold no text box.`, [address])
    : null;
}

const EXAMPLE = '<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>';

export const insertTextBox = defineEdit<WordFile, Fields>({
  op: 'insert_text_box',
  format: 'docx',
  summary: 'Anchors a text box at a paragraph: at the left or right with the text around it, or in the center',
  tracked: true,
  refuses: {
    unsupported:
      'neither text nor paragraphs are given, or the place is in a text box, a note or a comment; the file has no style of the name given',
    read_only_content: 'the place lies in a locked control',
  },
  schema,
  plan(file, fields, context) {
    const near = findTarget(file, fields, ['paragraph']);
    if ('rejected' in near) return near;
    const refused = refusePlace(near);
    if (refused !== null) return refused;
    if ((fields.text === undefined) === (fields.paragraphs === undefined))
      return reject('unsupported', 'Give either text or paragraphs: what the text box says.');
    const blocks = blocksOf(fields);
    // the box comes and goes as a whole: what is in it has no revisions of its own
    const body = boxBodyNear({ file, near });
    const writing: BlockWriting = { file, context: { ...context, mode: 'direct' }, near, finishes: [], body };
    let content = '';
    for (const block of blocks) {
      const written = writeNewBlock(writing, block);
      if (typeof written !== 'string') return written;
      content += written;
    }
    const side = fields.side ?? 'right';
    const room = roomAt(file, near).widthEmu;
    const width = Math.round(Math.min(room, fields.width_cm === undefined ? room * SHARE[side] : fields.width_cm * EMU_PER_CM));
    const made = boxRun(file, fields, { width, height: heightOf(blocks, width), side, content });
    const run = context.mode === 'direct' ? made : `${openRevision(file, 'ins', context)}>${made}</${file.w}ins>`;
    const properties = childOf(near.element, 'pPr');
    const edit = properties === undefined ? prependContent(near.part, near.element, run) : insertAfter(properties, run);
    return {
      parts: [{ part: near.part.name, edits: [edit] }, ...(writing.anchors ?? [])],
      before: '',
      after: tell(blocks.map(textOfNew).join('\n')),
      finish: (opened) => {
        for (const finish of writing.finishes) finish(opened);
      },
    };
  },
  examples: [
    {
      name: 'tracked, at the right, in the look of the text around it',
      operation: { op: 'insert_text_box', target: 'p1', text: 'Note', width_cm: 4, alt: 'A remark' },
      mode: 'tracked',
      given: EXAMPLE,
      expected:
        '<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:ins w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r>' +
        `<mc:AlternateContent xmlns:mc="${MC}" xmlns:wps="${WPS}" xmlns:v="${VML}" xmlns:o="${OFFICE_VML}" xmlns:w10="${WORD_VML}">` +
        '<mc:Choice Requires="wps"><w:drawing>' +
        `<wp:anchor xmlns:wp="${WP}" xmlns:a="${A}" distT="45720" distB="45720" distL="114300" distR="114300" simplePos="0" relativeHeight="251659264" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="0">` +
        '<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:align>right</wp:align></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>45720</wp:posOffset>' +
        '</wp:positionV><wp:extent cx="1440000" cy="383540"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapSquare wrapText="bothSides"/>' +
        `<wp:docPr id="1" name="Text Box 1" descr="A remark"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${WPS}">` +
        '<wps:wsp><wps:cNvSpPr txBox="1"><a:spLocks noChangeArrowheads="1"/></wps:cNvSpPr><wps:spPr bwMode="auto"><a:xfrm><a:off x="0" y="0"/><a:ext cx="1440000" cy="383540"/></a:xfrm>' +
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="9525"><a:solidFill><a:srgbClr val="000000"/></a:solidFill><a:miter lim="800000"/></a:ln></wps:spPr><wps:txbx>' +
        '<w:txbxContent><w:p><w:pPr><w:ind w:left="0" w:right="0" w:firstLine="0"/><w:jc w:val="left"/></w:pPr><w:r><w:t>Note</w:t></w:r></w:p></w:txbxContent></wps:txbx>' +
        '<wps:bodyPr rot="0" vert="horz" wrap="square" lIns="91440" tIns="45720" rIns="91440" bIns="45720" anchor="t" anchorCtr="0"><a:spAutoFit/></wps:bodyPr></wps:wsp></a:graphicData>' +
        '</a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict>' +
        '<v:rect style="position:absolute;margin-left:0;margin-top:3.6pt;width:113.39pt;height:30.2pt;z-index:1;visibility:visible;mso-wrap-style:square;mso-wrap-distance-left:9pt;mso-wrap-distance-right:9pt;mso-position-horizontal:right;mso-position-horizontal-relative:text;mso-position-vertical-relative:text;v-text-anchor:top" filled="f" strokecolor="#000000">' +
        '<v:textbox style="mso-fit-shape-to-text:t"><w:txbxContent><w:p><w:pPr><w:ind w:left="0" w:right="0" w:firstLine="0"/><w:jc w:val="left"/></w:pPr><w:r><w:t>Note</w:t></w:r></w:p></w:txbxContent></v:textbox>' +
        '<w10:wrap type="square"/></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:ins><w:r><w:t>a</w:t></w:r></w:p>',
    },
    {
      name: 'without words',
      operation: { op: 'insert_text_box', target: 'p1' },
      given: EXAMPLE,
      expected: { rejected: 'unsupported' },
    },
  ],
});
