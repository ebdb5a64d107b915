/**
 * Slides that are copied, moved or deleted as wholes: a copy says, shows and plays what its slide does, with its notes, charts and media; the
 * others are what they were, in the order that they were in.
 */
import { contentTypeOf, partNamed, readPart, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { listSlides } from '../ooxml/deck-file.ts';
import type { XmlElement } from '../ooxml/xml-tree.ts';
import { slideNumberIn } from './pptx/mechanics/slide-numbers.ts';
import type { PackageChange } from './retargeted.ts';

interface DoneOperation {
  op: string;
  target?: string | undefined;
}

/** Operations on whole slides, whose outcome is told by the slides that were there. */
const CARRIES = new Set(['duplicate_slide', 'move_slide', 'delete_slide']);
/** Whether nothing but such operations was done. */
export const isCarried = (operations: readonly DoneOperation[]): boolean => operations.every(({ op }) => CARRIES.has(op));

/** Ids that are given once, so that a copy has none. */
const OWN_ID = 'creationId';
const hasOwnId = (element: XmlElement): boolean =>
  element.children.some((child) => child.kind === 'element' && child.local === OWN_ID && child.uri.includes('powerpoint/2010'));

/** An element as one text that neither spelling nor ids of its own change, nor numbers of slides, which go by the place. */
function printOf(element: XmlElement): string {
  const number = slideNumberIn(element);
  const attributes = element.attributes.flatMap(({ uri, local, value }) =>
    uri === 'http://www.w3.org/2000/xmlns/' || local === 'xmlns' ? [] : [`${uri} ${local}=${value}`],
  );
  const inner = element.children.map((child) => {
    if (child.kind === 'text') return child.value;
    return child === number || hasOwnId(child) ? '' : printOf(child);
  });
  return `<${element.uri} ${element.local} ${attributes.toSorted().join(' ')}>${inner.join('')}</>`;
}

const isXml = (opened: OfficePackage, part: string): boolean => (contentTypeOf(opened, part) ?? '').endsWith('xml');

function isSame(one: PackageSide, other: PackageSide): boolean {
  if (isXml(one.opened, one.part) && isXml(other.opened, other.part))
    return printOf(readXmlPart(one.opened, one.part).root) === printOf(readXmlPart(other.opened, other.part).root);
  return Buffer.compare(readPart(one.opened, one.part), readPart(other.opened, other.part)) === 0;
}

interface PackageSide {
  opened: OfficePackage;
  part: string;
}

const COMMENTS = /\/comments$/;
/** Of notes: the slide that they belong to. */
const BACK = /\/slide$/;

type Relationship = ReturnType<typeof relationshipsOf>[number];
const leadsTo = ({ opened }: PackageSide, { external, target }: Relationship): string | undefined =>
  external ? undefined : partNamed(opened, target);

/**
 * What a copy has another of than its model. @param known pairs of parts that were compared already
 * @returns a sentence each
 */
function compareCopy(model: PackageSide, copy: PackageSide, known: Set<string>): string[] {
  const pair = `${model.part}\n${copy.part}`;
  if (known.has(pair)) return [];
  known.add(pair);
  if (!isSame(model, copy)) return [`${copy.part} is another than ${model.part}, which it was copied from`];
  const wanted = relationshipsOf(model.opened, model.part).filter(({ type }) => !COMMENTS.test(type));
  const had = new Map(relationshipsOf(copy.opened, copy.part).map((one) => [one.id, one]));
  const faults = wanted.flatMap((one): string[] => {
    const is = had.get(one.id);
    // what leads nowhere stays behind
    if (is === undefined && !one.external && leadsTo(model, one) === undefined) return [];
    if (is === undefined || is.type !== one.type || is.external !== one.external)
      return [`${copy.part} has not what ${model.part} leads to by ${one.id}`];
    if (BACK.test(one.type) || is.target === one.target) return [];
    const [from, to] = [leadsTo(model, one), leadsTo(copy, is)];
    if (from === undefined || to === undefined) return from === to ? [] : [`${copy.part} leads nowhere by ${one.id}`];
    return compareCopy({ ...model, part: from }, { ...copy, part: to }, known);
  });
  const more = had.size - wanted.length;
  return more > 0 ? [...faults, `${copy.part} leads to more than ${model.part}`] : faults;
}

/** What shows the number of its slide, which another place makes another. */
const NUMBERED = /presentationml\.(?:slide|notesSlide)\+xml$/;
const SLIDE = /presentationml\.slide\+xml$/;
const FREE = /relationships\+xml|core-properties|extended-properties|custom-properties|printerSettings/;

/** Everything of whole slides that came out another than it was asked for; a sentence each. @param operations all of them such as `isCarried` tells */
export function faultsOfCarried({ before, after, changed }: PackageChange, operations: readonly DoneOperation[]): string[] {
  const slidesIn = (opened: OfficePackage): string[] => listSlides(opened, readXmlPart(opened, opened.mainPart)).map(({ name }) => name);
  const [old, now] = [slidesIn(before), slidesIn(after)];
  const [had, has] = [new Set(old), new Set(now)];
  const named = (op: string): Set<string> =>
    new Set(operations.flatMap((one) => (one.op === op ? (old[Number(/^s(\d+)/.exec(one.target ?? '')?.[1]) - 1] ?? []) : [])));
  const countOf = (op: string): number => operations.filter((one) => one.op === op).length;
  const [moved, gone] = [named('move_slide'), named('delete_slide')];
  const fresh = now.filter((one) => !had.has(one));
  const faults: string[] = [];
  if (now.length !== has.size) faults.push('a slide is listed twice');
  if (fresh.length !== countOf('duplicate_slide')) faults.push(`${fresh.length} slides are new`);
  const lost = old.filter((one) => !has.has(one));
  if (lost.some((one) => !gone.has(one)) || lost.length > countOf('delete_slide')) faults.push('a slide is gone that nobody deleted');
  const rest = (list: readonly string[]): string => list.filter((one) => had.has(one) && has.has(one) && !moved.has(one)).join('\n');
  if (rest(old) !== rest(now)) faults.push('slides that stay are in another order');
  // a copy of a copy is one of the same slide
  const models = [...named('duplicate_slide')];
  for (const copy of fresh) {
    const compared = models.map((model) => compareCopy({ opened: before, part: model }, { opened: after, part: copy }, new Set()));
    if (compared.length > 0 && compared.every((one) => one.length > 0)) faults.push(...(compared[0] ?? []));
  }
  // links to a slide that goes, go with it
  const others = changed.filter((part) => {
    const type = contentTypeOf(before, part) ?? '';
    const isHere = !part.startsWith('[') && partNamed(before, part) !== undefined && partNamed(after, part) !== undefined;
    if (!isHere || part === before.mainPart || FREE.test(type) || (gone.size > 0 && SLIDE.test(type))) return false;
    return !NUMBERED.test(type) || !isSame({ opened: before, part }, { opened: after, part });
  });
  return [...faults, ...others.map((part) => `${part} is another, which nobody asked for`)];
}
