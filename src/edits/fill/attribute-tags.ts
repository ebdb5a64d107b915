/** Tags outside of texts: descriptions of pictures and drawings, which may name another picture, and addresses of links. */
import { append } from '../../base/append.ts';
import { A, OFFICE_RELATIONSHIP, R } from '../../ooxml/names.ts';
import { addRelationship } from '../../ooxml/change-package.ts';
import { setAttribute } from '../../ooxml/edit-xml.ts';
import { relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { addFault, type Filling, type PlacedTag } from './filling.ts';
import { joinPieces, readPieces } from './fill-parts.ts';
import { chartOf, fillChart, type FilledChart } from './chart-tags.ts';
import { sizeWithin, type Pictures, type PlacedPicture } from './pictures.ts';
import type { Place } from './program.ts';
import type { Tag } from './read-tag.ts';
import type { Scope } from './scope.ts';

export interface AttributeTools {
  opened: OfficePackage;
  filling: Filling;
  pictures: Pictures;
  /** Name of the part that is written now: of a slide, one of its copies. */
  part(): string;
  /** Whether copies of a place are in the same part, and so lead to the same chart; not so of slides, which bring their own. */
  shares?: boolean;
  /** Receives the tags that are found. */
  tags: PlacedTag[];
}

const HYPERLINK = `${OFFICE_RELATIONSHIP}hyperlink`;
/** What a link may lead to; data that comes from elsewhere shall not run programs. */
const SAFE = /^(?:https?:|mailto:|tel:|ftp:|#|[^:]*$)/i;

const decodeBraces = (target: string): string => {
  const plain = target.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  if (!plain.includes('{{')) return target;
  return plain.replaceAll(/\{\{.*?\}\}/g, (tag) => tag.replaceAll(/%(20|22|27|7C)/g, (all) => decodeURIComponent(all)));
};

/** Whether an address that the part links to has a tag. */
export const hasOpenLinks = (opened: OfficePackage, part: string): boolean =>
  relationshipsOf(opened, part).some(({ target, external }) => external && decodeBraces(target).includes('{{'));

/** The attribute as written, without what is before it. */
function attributePlace(
  { source }: XmlPart,
  element: XmlElement,
  name: string,
  value: (scope: Scope, before: string) => string,
): Place | undefined {
  const found = new RegExp(String.raw`(\s${name}\s*=\s*)("[^"]*"|'[^']*')`).exec(source.slice(element.start, element.contentStart));
  const before = element.attributes.find((one) => one.name === name)?.value;
  if (found === null || before === undefined) return undefined;
  const start = element.start + found.index + (found[1]?.length ?? 0);
  return { start, end: start + (found[2]?.length ?? 0), render: (scope) => `"${escapeAttribute(value(scope, before))}"` };
}

function linkPlaces(tools: AttributeTools, part: XmlPart): Place[] {
  const wanted = new Map(
    relationshipsOf(tools.opened, part.name).flatMap(({ id, target, external }) =>
      external && decodeBraces(target).includes('{{') ? [[id, decodeBraces(target)] as const] : [],
    ),
  );
  if (wanted.size === 0) return [];
  return [...walkElements(part.root)].flatMap((element): Place[] => {
    const link = element.attributes.find(({ uri, local, value }) => uri === R && local === 'id' && wanted.has(value));
    const target = link && wanted.get(link.value);
    if (link === undefined || target === undefined) return [];
    const pieces = readPieces(tools.filling, target, () => `${part.name} link`);
    append(
      tools.tags,
      pieces.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    );
    const place = attributePlace(part, element, link.name, (scope, before) => {
      const address = joinPieces(tools.filling, pieces, scope);
      if (address === '') return before;
      const [tag] = pieces.filter((one) => typeof one !== 'string');
      if (!SAFE.test(address.trim()) && tag !== undefined)
        addFault(tools.filling, tag, `a link leads to http, https, mailto or tel, not to "${address.slice(0, 40)}"`, 'data');
      return addRelationship(tools.opened, tools.part(), {
        type: HYPERLINK,
        target: encodeURI(address.trim()).replaceAll('%25', '%'),
        external: true,
      });
    });
    return place === undefined ? [] : [place];
  });
}

/** The frame that a description belongs to: a drawing in a line, a picture of a slide or sheet. */
function pictureOf(properties: XmlElement): { blip: XmlElement; frame: XmlElement } | undefined {
  const frame = properties.local === 'docPr' ? properties.parent : properties.parent?.parent;
  if (frame === undefined || (properties.local !== 'docPr' && frame.local !== 'pic')) return undefined;
  const blips = [...walkElements(frame)].filter(({ local, uri }) => local === 'blip' && uri === A);
  const [blip] = blips;
  return blip === undefined || blips.length > 1 ? undefined : { blip, frame };
}

const numberOf = (element: XmlElement | undefined, name: string): number => Number((element && attributeOf(element, name)) ?? 0) || 0;

/** Edits that show another picture within the frame of the one that is there, in its middle on slides, undistorted. */
function replacePicture(part: XmlPart, { blip, frame }: { blip: XmlElement; frame: XmlElement }, picture: PlacedPicture) {
  const link = blip.attributes.find(({ local, uri }) => local === 'embed' && uri === R);
  if (link === undefined) return undefined;
  const edits = [setAttribute(part, blip, link.name, picture.id)];
  // an SVG kept beside it for newer programs would go on showing the old picture
  for (const extension of elementsOf(blip, 'extLst')) edits.push({ start: extension.start, end: extension.end, xml: '' });
  for (const cut of blip.parent === undefined ? [] : elementsOf(blip.parent, 'srcRect'))
    edits.push({ start: cut.start, end: cut.end, xml: '' });
  const transforms = [...walkElements(frame)].filter(({ local, uri }) => local === 'xfrm' && uri === A);
  const extents = [...elementsOf(frame, 'extent'), ...transforms.flatMap((one) => elementsOf(one, 'ext', A))];
  for (const extent of extents) {
    const box = { cx: numberOf(extent, 'cx'), cy: numberOf(extent, 'cy') };
    if (box.cx <= 0 || box.cy <= 0) continue;
    const size = sizeWithin(picture, box);
    edits.push(setAttribute(part, extent, 'cx', String(size.cx)), setAttribute(part, extent, 'cy', String(size.cy)));
    const offset = frame.local === 'pic' && extent.parent !== undefined ? firstElementOf(extent.parent, 'off', A) : undefined;
    if (offset === undefined || elementsOf(frame, 'extent').length > 0) continue;
    edits.push(setAttribute(part, offset, 'x', String(numberOf(offset, 'x') + Math.round((box.cx - size.cx) / 2))));
    edits.push(setAttribute(part, offset, 'y', String(numberOf(offset, 'y') + Math.round((box.cy - size.cy) / 2))));
  }
  return edits;
}

/**
 * The description is one tag that names a picture: the picture takes the place of the one that is there.
 * @param name of the attribute that describes it
 * @param isAsked whether it is replaced in a scope at all
 */
export function picturePlaces(
  tools: Pick<AttributeTools, 'filling' | 'pictures' | 'part'>,
  part: XmlPart,
  properties: XmlElement,
  tag: PlacedTag & { tag: Tag & { kind: 'value' } },
  name: string,
  isAsked: (scope: Scope) => boolean = () => true,
): Place[] {
  const target = pictureOf(properties);
  if (target === undefined) {
    addFault(tools.filling, tag, 'it is on no single picture');
    return [];
  }
  const shown = new Map<Scope, PlacedPicture | null | undefined>();
  const show = (scope: Scope): PlacedPicture | null | undefined => {
    if (!shown.has(scope)) shown.set(scope, isAsked(scope) ? tools.pictures.place(tools.part(), tag, scope) : undefined);
    return shown.get(scope);
  };
  const probe: PlacedPicture = { id: '', width: 1, height: 1, alt: undefined };
  const places = (replacePicture(part, target, probe) ?? []).map((edit, at): Place => ({
    start: edit.start,
    end: edit.end,
    render(scope) {
      const picture = show(scope);
      const edits = picture === null || picture === undefined ? undefined : replacePicture(part, target, picture);
      return edits?.[at]?.xml ?? part.source.slice(edit.start, edit.end);
    },
  }));
  const described = attributePlace(part, properties, name, (scope, before) =>
    show(scope) === undefined ? before : (show(scope)?.alt ?? ''),
  );
  return described === undefined ? places : [...places, described];
}

/** The description is one tag that names figures: the chart shows them. */
function chartPlaces(
  tools: AttributeTools,
  part: XmlPart,
  properties: XmlElement,
  tag: PlacedTag & { tag: Tag & { kind: 'value' } },
  name: string,
): Place[] {
  const chart = chartOf(properties);
  const link = chart?.attributes.find(({ local, uri }) => local === 'id' && uri === R);
  if (chart === undefined || link === undefined) {
    addFault(tools.filling, tag, 'it is on no chart');
    return [];
  }
  const filled = new Map<Scope, FilledChart | undefined>();
  const fill = (scope: Scope): FilledChart | undefined => {
    if (!filled.has(scope)) filled.set(scope, fillChart({ ...tools, shares: tools.shares !== false }, chart, tag, scope));
    return filled.get(scope);
  };
  return [
    attributePlace(part, chart, link.name, (scope, before) => fill(scope)?.id ?? before),
    attributePlace(part, properties, name, (scope) => fill(scope)?.alt ?? ''),
  ].flatMap((place) => place ?? []);
}

/** Places for tags in descriptions and links of a part. */
export function attributePlaces(tools: AttributeTools, part: XmlPart): Place[] {
  const places = linkPlaces(tools, part);
  for (const element of walkElements(part.root)) {
    if (element.local !== 'docPr' && element.local !== 'cNvPr') continue;
    for (const { local, uri, value } of element.attributes) {
      if ((local !== 'descr' && local !== 'title') || uri !== '' || !value.includes('{{')) continue;
      const pieces = readPieces(tools.filling, value, () => `${part.name} ${attributeOf(element, 'name') ?? 'drawing'}`);
      const tags = pieces.flatMap((one) => (typeof one === 'string' ? [] : [one]));
      append(tools.tags, tags);
      const [first, ...more] = tags;
      if (first?.tag.kind === 'value' && first.tag.as === 'picture' && more.length === 0)
        append(places, picturePlaces(tools, part, element, { ...first, tag: first.tag }, local));
      else if (first?.tag.kind === 'value' && first.tag.as === 'chart' && more.length === 0)
        append(places, chartPlaces(tools, part, element, { ...first, tag: first.tag }, local));
      else {
        const place = attributePlace(part, element, local, (scope) => joinPieces(tools.filling, pieces, scope));
        if (place !== undefined) places.push(place);
      }
    }
  }
  return places;
}
