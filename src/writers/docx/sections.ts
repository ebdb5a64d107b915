/** Sections: page size, margins, which header and footer; and the headers and footers themselves, one pair per orientation. */
import type { PageGeometry } from '../../document/look.ts';
import { shortTitle } from '../../document/short-title.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import type { Draft, Place } from './draft.ts';
import { textFieldXml } from './field.ts';
import { continuationHeader, letterheadHeader } from './letterhead.ts';
import { headLogoXml } from './head-logo.ts';
import { dxaOfCm } from './measures.ts';
import { TEXT_NAMESPACES } from './namespaces.ts';
import { paragraph, spacer } from './paragraph.ts';
import { newRelationships, relate, type Relationships } from './relationships.ts';
import { textRun } from './runs.ts';

const TURNED_MARGIN_CM = 2;

/** The page of this orientation: the look's own, or turned, with narrower margins. */
export function pageOf(draft: Draft, landscape: boolean): PageGeometry {
  const { page } = draft.look;
  if (page.widthCm > page.heightCm === landscape) return page;
  const margin = TURNED_MARGIN_CM;
  return {
    ...page,
    widthCm: page.heightCm,
    heightCm: page.widthCm,
    leftCm: margin,
    rightCm: margin,
    topCm: margin,
    bottomCm: margin,
    headerEdgeCm: 0.9,
    footerEdgeCm: 0.9,
  };
}

export const textWidthDxa = (page: PageGeometry): number => dxaOfCm(page.widthCm) - dxaOfCm(page.leftCm) - dxaOfCm(page.rightCm);

/** The page itself as a place. */
export function pagePlace(draft: Draft): Place {
  const page = pageOf(draft, draft.section.landscape);
  return {
    widthDxa: textWidthDxa(page),
    heightDxa: dxaOfCm(page.heightCm - page.topCm - page.bottomCm),
    indentDxa: 0,
    room: 'body',
    listDepth: 0,
  };
}

function geometryXml(page: PageGeometry): string {
  const [width, height] = [dxaOfCm(page.widthCm), dxaOfCm(page.heightCm)];
  const orient = width > height ? ' w:orient="landscape"' : '';
  return (
    `<w:pgSz w:w="${width}" w:h="${height}"${orient}/>` +
    `<w:pgMar w:top="${dxaOfCm(page.topCm)}" w:right="${dxaOfCm(page.rightCm)}" w:bottom="${dxaOfCm(page.bottomCm)}" w:left="${dxaOfCm(page.leftCm)}" w:header="${dxaOfCm(page.headerEdgeCm)}" w:footer="${dxaOfCm(page.footerEdgeCm)}" w:gutter="0"/>`
  );
}

/** `w:sectPr` of the section being written. */
export function sectionXml(draft: Draft): string {
  const { landscape, first } = draft.section;
  const { references, titlePage } = furnitureReferences(draft, landscape, first);
  return `<w:sectPr>${references}<w:type w:val="nextPage"/>${geometryXml(pageOf(draft, landscape))}${frameXml(draft)}<w:cols w:space="708"/>${draft.look.framed === true ? '<w:vAlign w:val="center"/>' : ''}${titlePage ? '<w:titlePg/>' : ''}${draft.rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`;
}

/** A double frame a centimetre from the paper's edge (ECMA-376-1 §17.6.10). */
function frameXml({ look }: Draft): string {
  if (look.framed !== true) return '';
  const sides = ['top', 'left', 'bottom', 'right'].map(
    (side) => `<w:${side} w:val="thinThickSmallGap" w:sz="24" w:space="24" w:color="${look.palette.accent}"/>`,
  );
  return `<w:pgBorders w:offsetFrom="page">${sides.join('')}</w:pgBorders>`;
}

/** The cover's: a page of its own without header, footer and number. */
export function coverSectionXml(draft: Draft, margins: { topCm: number; bottomCm: number }): string {
  const page = { ...draft.look.page, ...margins, headerEdgeCm: 0.5, footerEdgeCm: 0.5 };
  return `<w:sectPr><w:type w:val="nextPage"/>${geometryXml(page)}<w:cols w:space="708"/>${draft.rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`;
}

/** Ends the section with the text so far: its properties go into the last paragraph. The next one begins. */
export function endSection(draft: Draft, xml: string, landscape: boolean): string {
  const properties = sectionXml(draft);
  draft.pageBreakPending = false;
  const last = xml.endsWith('</w:p>') ? xml.lastIndexOf('<w:p>') : -1;
  // a paragraph closes one section
  const start = last === -1 || xml.includes('<w:sectPr>', last) ? -1 : last;
  const closing = start === -1 ? spacer(draft, 20).replace('</w:pPr>', `${properties}</w:pPr>`) : '';
  draft.section = { landscape, first: false, empty: true };
  if (start === -1) return xml + closing;
  const ending = xml.slice(start);
  const end = ending.startsWith('<w:p><w:pPr>') ? ending.indexOf('</w:pPr>') : -1;
  const changed =
    end === -1 ? `<w:p><w:pPr>${properties}</w:pPr>${ending.slice('<w:p>'.length)}` : ending.slice(0, end) + properties + ending.slice(end);
  return xml.slice(0, start) + changed;
}

interface Furniture {
  header: string;
  footer: string;
}

/** Content of header and footer; '' where there is none. */
function furnitureOf(draft: Draft, landscape: boolean, firstPage: boolean): Furniture {
  const { look } = draft;
  const tabsXml = landscape === look.page.widthCm > look.page.heightCm ? {} : { tabsXml: turnedTabs(draft, landscape) };
  const title = shortTitle(draft.document.title);
  const left =
    look.footer ??
    (look.type === 'contract'
      ? title
      : [draft.document.organization, draft.document.confidentiality].filter((text) => text !== undefined && text !== '').join('  ·  '));
  const numbered = look.pageNumbers === 'all' || (look.pageNumbers === 'from2' && !firstPage);
  const number = numbered ? `<w:r><w:tab/></w:r>${pageNumber(draft)}` : '';
  const footer = left === '' && !numbered ? '' : paragraph(draft, { style: 'Footer', content: textRun(draft, left) + number, ...tabsXml });
  if (look.type === 'letter') return { header: firstPage ? letterheadHeader(draft) : continuationHeader(draft), footer };
  const running = look.header ?? (look.runningTitle && !firstPage ? title : '');
  const logo = firstPage ? headLogoXml(draft, 'right') : '';
  return {
    header: logo + (running === '' ? '' : paragraph(draft, { style: 'Header', content: textRun(draft, running), ...tabsXml })),
    footer,
  };
}

function turnedTabs(draft: Draft, landscape: boolean): string {
  const own = textWidthDxa(draft.look.page);
  const turned = textWidthDxa(pageOf(draft, landscape));
  return `<w:tabs><w:tab w:val="clear" w:pos="${own}"/><w:tab w:val="right" w:pos="${turned}"/></w:tabs>`;
}

function pageNumber(draft: Draft): string {
  const { page, of } = draft.labels;
  const text = (words: string): string => `<w:r><w:t xml:space="preserve">${escapeText(words)}</w:t></w:r>`;
  // one footer counts the pages of all sections: where they are in several languages it has no words
  if (draft.document.languages !== undefined) return `${textFieldXml('PAGE', '1')}${text(' / ')}${textFieldXml('NUMPAGES', '1')}`;
  return `${text(`${page} `)}${textFieldXml('PAGE', '1')}${text(` ${of} `)}${textFieldXml('NUMPAGES', '1')}`;
}

/** Makes the parts when an orientation first needs them. `titlePage`: the first page has its own. */
function furnitureReferences(draft: Draft, landscape: boolean, first: boolean): { references: string; titlePage: boolean } {
  // what waits for the next paragraph waits for one of the text, not of a header
  const { pageBreakPending, bookmarksPending, topOfColumn } = draft;
  Object.assign(draft, { pageBreakPending: false, bookmarksPending: [], topOfColumn: false });
  const made = makeFurniture(draft, landscape, first);
  Object.assign(draft, { pageBreakPending, bookmarksPending, topOfColumn });
  return made;
}

function makeFurniture(draft: Draft, landscape: boolean, first: boolean): { references: string; titlePage: boolean } {
  // only compared: what they refer to is written with their parts
  const outer = draft.relationships;
  draft.relationships = newRelationships();
  const usual = furnitureOf(draft, landscape, false);
  const own = first ? furnitureOf(draft, landscape, true) : usual;
  draft.relationships = outer;
  const titlePage = own.header !== usual.header || own.footer !== usual.footer;
  let references = draft.furniture.get(landscape);
  if (references === undefined) {
    references = (['header', 'footer'] as const)
      .map((kind) => furniturePart(draft, { kind, landscape, firstPage: false, said: titlePage && own[kind] !== '' }))
      .join('');
    draft.furniture.set(landscape, references);
  }
  if (!titlePage) return { references, titlePage };
  return {
    references:
      references +
      (['header', 'footer'] as const)
        .map((kind) => furniturePart(draft, { kind, landscape, firstPage: true, said: usual[kind] !== '' }))
        .join(''),
    titlePage,
  };
}

interface FurnitureInput {
  kind: 'header' | 'footer';
  landscape: boolean;
  firstPage: boolean;
  /** Where it is empty, that is said by a part: LibreOffice would show the empty paragraph of the style, with its rule. */
  said: boolean;
}

function furniturePart(draft: Draft, { kind, landscape, firstPage, said }: FurnitureInput): string {
  const outer = draft.relationships;
  const relationships = newRelationships();
  draft.relationships = relationships;
  const content = furnitureOf(draft, landscape, firstPage)[kind];
  draft.relationships = outer;
  const shown = content === '' && said ? '<w:p><w:pPr><w:pStyle w:val="Spacer"/></w:pPr></w:p>' : content;
  return shown === '' ? '' : addFurniturePart(draft, kind, firstPage ? 'first' : 'default', shown, relationships);
}

function addFurniturePart(
  draft: Draft,
  kind: 'header' | 'footer',
  type: 'default' | 'first',
  content: string,
  relationships: Relationships,
): string {
  const count = draft.extraParts.filter((part) => part.name.startsWith(`word/${kind}`)).length + 1;
  const root = kind === 'header' ? 'w:hdr' : 'w:ftr';
  draft.extraParts.push({
    name: `word/${kind}${count}.xml`,
    data: `${XML_DECLARATION}<${root} ${TEXT_NAMESPACES}>${content}</${root}>`,
    contentType: `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`,
    relationships,
  });
  return `<w:${kind}Reference w:type="${type}" r:id="${relate(draft.relationships, kind, `${kind}${count}.xml`)}"/>`;
}
