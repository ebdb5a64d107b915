import { z } from 'zod';
import { OFFICE_VML, R, VML, W, WORD_VML } from '../../../ooxml/names.ts';
import { addPart, addRelationship, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, prependContent, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type PartEdits } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { sectionsOf } from '../mechanics/page-room.ts';
import { promiseRelationship } from '../mechanics/promise-relationship.ts';
import { setOfNewSection } from '../mechanics/change-properties.ts';
import { prefixOf, spelled } from '../mechanics/word-names.ts';
import { sidePartOf, type WordFile } from '../../../ooxml/word-file.ts';
import { childOf, isOn, valueOf } from '../../../ooxml/word-text.ts';

const setSchema = z.strictObject({
  op: z.literal('set_watermark'),
  text: textFits(1, 100).refine((text) => !text.includes('\n'), 'A watermark has one line.'),
  color: z
    .string()
    .regex(/^[0-9A-Fa-f]{6}$/, 'six hexadecimal digits, without #')
    .optional()
    .describe('C0C0C0 where absent.'),
  layout: z.enum(['diagonal', 'horizontal']).optional().describe('diagonal where absent.'),
});
const removeSchema = z.strictObject({ op: z.literal('remove_watermark') });

/** Names that Word gives the shapes of its watermarks, of text and of pictures. */
const WATERMARK = /^(?:PowerPlusWaterMarkObject|WordPictureWatermark)/i;
const USUAL_COLOR = 'c0c0c0';
/** In points; long texts are as wide as a page's text, short ones high. */
const WIDTH_MAX = 460;
const HEIGHT_MAX = 150;
const SHARE = 0.62;

interface Mark {
  part: XmlPart;
  /** The run that holds nothing else, or the drawing alone. */
  element: XmlElement;
  text: string;
}

const isRunWith = (run: XmlElement | undefined, drawing: XmlElement): boolean =>
  run?.local === 'r' && elementsOf(run).every((child) => child === drawing || child.local === 'rPr');

/** The watermarks of headers. */
function marksOf(file: WordFile): Mark[] {
  const parts = new Set(file.stories.filter(({ prefix }) => prefix.startsWith('header')).map(({ part }) => part));
  return [...parts].flatMap((part) =>
    [...walkElements(part.root)].flatMap((shape): Mark[] => {
      if (shape.uri !== VML || shape.local !== 'shape' || !WATERMARK.test(attributeOf(shape, 'id') ?? '')) return [];
      let drawing: XmlElement | undefined = shape;
      while (drawing !== undefined && !(drawing.uri === W && drawing.local === 'pict')) drawing = drawing.parent;
      if (drawing === undefined || drawing.parent === undefined) return [];
      const path = elementsOf(shape, 'textpath', VML)[0];
      const element = isRunWith(drawing.parent, drawing) ? drawing.parent : drawing;
      return [{ part, element, text: (path && attributeOf(path, 'string')) ?? 'a picture' }];
    }),
  );
}

const withoutMarks = (marks: readonly Mark[]): PartEdits[] =>
  marks.map(({ part, element }) => ({ part: part.name, edits: [removeNode(element)] }));
const told = (marks: readonly Mark[]): string => [...new Set(marks.map(({ text }) => text))].join(', ');

type Look = Pick<z.infer<typeof setSchema>, 'text' | 'color' | 'layout'>;

/** Text as a shape behind the text, in the middle of the page (ISO/IEC 29500-4 §19.1.2.23): what Word makes of a watermark. */
function markXml(w: string, { text, color, layout }: Look, number: number): string {
  const width = Math.min(WIDTH_MAX, Math.round(HEIGHT_MAX * SHARE * text.length));
  const height = Math.round(Math.min(HEIGHT_MAX, width / (SHARE * text.length)));
  const style =
    `position:absolute;margin-left:0;margin-top:0;width:${width}pt;height:${height}pt;${layout === 'horizontal' ? '' : 'rotation:315;'}z-index:-251658752;` +
    'mso-position-horizontal:center;mso-position-horizontal-relative:margin;mso-position-vertical:center;mso-position-vertical-relative:margin';
  const type =
    `<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e"><v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/>` +
    '<v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/></v:formulas>' +
    '<v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800" o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/><o:lock v:ext="edit" text="t" shapetype="t"/></v:shapetype>';
  const shape =
    `<v:shape id="PowerPlusWaterMarkObject${number}" o:spid="_x0000_s${2048 + number}" type="#_x0000_t136" alt="" style="${style}" o:allowincell="f" fillcolor="#${(color ?? USUAL_COLOR).toLowerCase()}" stroked="f">` +
    `<v:fill opacity=".5"/><v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt" string="${escapeAttribute(text)}"/></v:shape>`;
  return `<${w}r><${w}rPr><${w}noProof/></${w}rPr><${w}pict xmlns:v="${VML}" xmlns:o="${OFFICE_VML}" xmlns:w10="${WORD_VML}">${type}${shape}</${w}pict></${w}r>`;
}

/** Into the first paragraph of a header, which gets one where it has none. */
function markHeader(part: XmlPart, look: Look, number: number): XmlEdit {
  const w = prefixOf(part);
  const xml = markXml(w, look, number);
  const first = elementsOf(part.root, 'p', W)[0];
  return first === undefined ? appendContent(part, part.root, `<${w}p>${xml}</${w}p>`) : appendContent(part, first, xml);
}

type Pages = 'default' | 'first' | 'even';
const HEADER_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml';

/** Pages of sections that show no header: of the first section all, of later ones what they distinguish anew. */
function pagesWithoutHeader(file: WordFile): { section: XmlElement | undefined; pages: Pages }[] {
  const sections: (XmlElement | undefined)[] = sectionsOf(file);
  if (sections.length === 0) sections.push(undefined);
  const settings = sidePartOf(file.opened, 'settings');
  const hasEven = settings !== undefined && isOn(childOf(settings.root, 'evenAndOddHeaders'));
  const named = new Set(
    relationshipsOf(file.opened, file.main.name).flatMap(({ id, target }) => (partNamed(file.opened, target) === undefined ? [] : [id])),
  );
  const shown = new Set<Pages>();
  return sections.flatMap((section) => {
    for (const reference of section === undefined ? [] : elementsOf(section, 'headerReference', W)) {
      const id = attributeOf(reference, 'id', R);
      if (id !== undefined && named.has(id)) shown.add((valueOf(reference, 'type') ?? 'default') as Pages);
    }
    const wanted: Pages[] = ['default'];
    if (section !== undefined && isOn(childOf(section, 'titlePg'))) wanted.push('first');
    if (hasEven) wanted.push('even');
    return wanted.flatMap((pages) => {
      if (shown.has(pages)) return [];
      shown.add(pages);
      return [{ section, pages }];
    });
  });
}

/** A header of its own for pages that had none. */
function addHeader(file: WordFile, look: Look, { section, pages }: ReturnType<typeof pagesWithoutHeader>[number], number: number) {
  const { w, main } = file;
  const id = promiseRelationship(file);
  const uri = spelled(main, R);
  const reference = `<${w}headerReference xmlns:r="${uri}" ${w}type="${pages}" r:id="${id}"/>`;
  const unique = `sectPr 00 header ${pages}`;
  const edit: XmlEdit =
    section === undefined ? setOfNewSection(file, reference, { unique }) : { ...prependContent(main, section, reference), unique };
  return {
    part: { part: main.name, edits: [edit] },
    finish: (opened: OfficePackage): void => {
      const name = freePartName(opened, 'word/header', '.xml');
      const content = `<w:p>${markXml('w:', look, number)}</w:p>`;
      addPart(opened, { name, contentType: HEADER_TYPE }, `${XML_DECLARATION}<w:hdr xmlns:w="${spelled(main, W)}">${content}</w:hdr>`);
      addRelationship(opened, main.name, { id, type: `${uri}/header`, target: name });
    },
  };
}

export const setWatermark = defineEdit<WordFile, z.infer<typeof setSchema>>({
  op: 'set_watermark',
  format: 'docx',
  summary: 'Puts a text behind the text of all pages, in the place of a watermark that is there',
  tracked: false,
  refuses: { no_effect: 'the file has this watermark already' },
  schema: setSchema,
  plan(file, fields) {
    const marks = marksOf(file);
    const headers = new Set(file.stories.filter(({ prefix }) => prefix.startsWith('header')).map(({ part }) => part));
    const missing = pagesWithoutHeader(file);
    const same =
      marks.length > 0 && fields.color === undefined && fields.layout === undefined && marks.every(({ text }) => text === fields.text);
    if (same && missing.length === 0 && marks.length >= headers.size) return reject('no_effect', 'The file has this watermark already.');
    const known = [...headers].map((part, index): PartEdits => ({ part: part.name, edits: [markHeader(part, fields, index + 1)] }));
    const added = missing.map((one, index) => addHeader(file, fields, one, headers.size + index + 1));
    return {
      parts: [...withoutMarks(marks), ...known, ...added.map(({ part }) => part)],
      before: told(marks),
      after: fields.text,
      finish: (opened) => {
        for (const { finish } of added) finish(opened);
      },
    };
  },
  examples: [
    {
      name: 'in a header that it needs',
      operation: { op: 'set_watermark', text: 'DRAFT' },
      given: '<w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
      expected: `<w:p/><w:sectPr><w:headerReference xmlns:r="${R}" w:type="default" r:id="rIdNew1"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`,
    },
  ],
});

export const removeWatermark = defineEdit<WordFile, z.infer<typeof removeSchema>>({
  op: 'remove_watermark',
  format: 'docx',
  summary: 'Takes the watermark away, of text or of a picture',
  tracked: false,
  refuses: { target_not_found: 'there is none' },
  schema: removeSchema,
  plan(file) {
    const marks = marksOf(file);
    if (marks.length === 0) return reject('target_not_found', 'There is no watermark in the headers of this file.');
    return { parts: withoutMarks(marks), before: told(marks), after: '' };
  },
  examples: [{ name: 'none there', operation: { op: 'remove_watermark' }, given: '<w:p/>', expected: { rejected: 'target_not_found' } }],
});
