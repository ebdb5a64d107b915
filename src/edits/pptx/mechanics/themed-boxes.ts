/**
 * Title and text of a new slide where neither a layout nor another slide shows how they are set: in boxes where the master has them, in the
 * styles that its theme has for titles and texts.
 */
import { A, P } from '../../../ooxml/names.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { firstElementOf } from '../../../ooxml/xml-tree.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { placeOf, type Frame } from './frames.ts';
import { isTitle, masterOf, placeholdersOf, type DeckLayout, type Placeholder } from './layouts.ts';
import { languageOf, paragraphsXml } from './new-slide.ts';
import { slideSize } from './sample-slide.ts';

/** Shares of a slide that a box takes where the master says nothing. */
const TITLE = { x: 0.05, y: 0.05, cx: 0.9, cy: 0.15 };
const TEXT = { x: 0.05, y: 0.24, cx: 0.9, cy: 0.66 };
/** Hundredths of points, where the master has no style. */
const TITLE_SIZE = 3_200;
const TEXT_SIZE = 2_000;

interface Boxed {
  name: string;
  /** Of the placeholder that the box is, where the master has a style for its kind. */
  ph: string;
  frame: Frame;
  body: string;
  /** The master's style for its kind, as XML: programs differ in whether a place that the layout has not inherits it. */
  style: string;
  /** Paragraphs with their size where no style says one. */
  paragraphs: string;
}

const shapeXml = (id: number, { name, ph, frame: { x, y, cx, cy }, body, style, paragraphs }: Boxed): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr${ph === '' ? ' txBox="1"' : ''}/><p:nvPr>${ph}</p:nvPr></p:nvSpPr>` +
  `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${ph === '' ? '<a:noFill/>' : ''}</p:spPr>` +
  `<p:txBody>${body}<a:lstStyle>${style}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`;

/** Markup of other namespaces would need their declarations, and what it names. */
const isOwn = (xml: string): boolean => !/<(?!\/?a:)|\s\w+:/.test(xml);

/** How the master sets the text of its placeholder within its frame. */
function bodyOf(master: XmlPart | undefined, place: Placeholder | undefined): string {
  const text = place && firstElementOf(place.element, 'txBody', P);
  const body = text && firstElementOf(text, 'bodyPr', A);
  const xml = body === undefined || master === undefined ? '' : master.source.slice(body.start, body.end);
  return xml === '' || !isOwn(xml) ? '<a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr>' : xml;
}

/**
 * The boxes that are asked for, each by the id that it gets: the title is a placeholder where the master has titles, else it is named so.
 * @param beside the slide whose language it goes on in
 */
export function themedBoxes(
  file: DeckFile,
  layout: DeckLayout,
  { title, text }: { title?: string | undefined; text?: string | undefined },
  beside: DeckSlide | undefined,
): ((id: number) => string)[] {
  const master = masterOf(file.opened, layout.part.name);
  const styles = master && firstElementOf(master.root, 'txStyles', P);
  const places = master === undefined ? [] : placeholdersOf(master);
  const size = slideSize(file);
  const lang = languageOf(beside);
  const frameOf = (place: Placeholder | undefined, share: typeof TITLE): Frame => {
    const known = place && master && placeOf(file, { element: place.element, part: master });
    const [x, y, cx, cy] = [share.x * size.cx, share.y * size.cy, share.cx * size.cx, share.cy * size.cy].map(Math.round);
    return known ?? { x: x ?? 0, y: y ?? 0, cx: cx ?? 0, cy: cy ?? 0 };
  };
  const boxOf = (words: string, kind: 'title' | 'body'): ((id: number) => string) => {
    const place = places.find((one) => (kind === 'title' ? isTitle(one) : one.type === kind));
    const style = place && styles && firstElementOf(styles, `${kind}Style`, P);
    const levels = style === undefined || master === undefined ? '' : master.source.slice(style.contentStart, style.contentEnd);
    const isStyled = levels !== '';
    const [own, share] = kind === 'title' ? [TITLE_SIZE, TITLE] : [TEXT_SIZE, TEXT];
    const plain = paragraphsXml(kind === 'title' ? words.replaceAll('\n', ' ') : words, lang);
    const face = kind === 'title' ? '<a:latin typeface="+mj-lt"/>' : '';
    const box: Boxed = {
      name: kind === 'title' ? 'Title' : 'Text',
      ph: !isStyled ? '' : kind === 'title' ? '<p:ph type="title"/>' : '<p:ph type="body" idx="1"/>',
      frame: frameOf(place, share),
      body: bodyOf(master, place),
      style: isOwn(levels) ? levels : '',
      paragraphs: isStyled
        ? plain
        : plain.replaceAll(/<a:(rPr|endParaRPr)( [^>]*?)\/>/g, (_, name: string, more: string) =>
            face === '' ? `<a:${name}${more} sz="${own}"/>` : `<a:${name}${more} sz="${own}">${face}</a:${name}>`,
          ),
    };
    return (id) => shapeXml(id, box);
  };
  return [...(title === undefined ? [] : [boxOf(title, 'title')]), ...(text === undefined ? [] : [boxOf(text, 'body')])];
}
