/**
 * What an edit of a presentation has changed that nobody asked for: things on slides that no operation names, of named ones what the
 * operation does not reach, transitions and animations, where relationships lead, and parts that the operations leave alone. Addresses
 * of a request mean the file as it was sent, so that they are looked up there.
 */
import { P, R } from '../ooxml/names.ts';
import { contentTypeOf, partNamed, readPartText, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { listSlides } from '../ooxml/deck-file.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { objectsOf } from './pptx/mechanics/deck-objects.ts';
import { faultsOfCarried, isCarried } from './carried-slides.ts';
import { retargeted, type PackageChange } from './retargeted.ts';
import { newlyTornSlides } from './torn-slides.ts';

interface DoneOperation {
  op: string;
  target?: string | undefined;
  [field: string]: unknown;
}

/**
 * How much of a thing an operation may change: its words; how they look; its place and look; what it is called; its picture; the order of what
 * is grouped in it; all of it. */
type Reach = 'words' | 'look' | 'place' | 'name' | 'picture' | 'order' | 'all';

interface Scope {
  /** Of the things that it names. */
  reach?: Reach;
  /** New things at most; a new one may fill a placeholder that is empty. */
  adds?: number;
  orders?: true;
  /** Parts of a slide beside its things. */
  frame?: readonly string[];
  /** Media types of parts beside slides. */
  parts?: RegExp;
  /** Links may lead elsewhere. */
  links?: true;
}

const NOTES = /notesSlide/;
const TIMING = ['timing'];
const ADDS: Scope = { adds: 1 };
const COMMENTS: Scope = { parts: /comment|\.authors\+xml/i };
const TABLE: Scope = { reach: 'all', frame: TIMING };
/** Every operation on presentations; one that is missing may change anything. */
const SCOPES: Readonly<Record<string, Scope>> = {
  replace_text: { reach: 'words', parts: /notesSlide|chart|diagram|comments|spreadsheetml/ },
  set_text: { reach: 'words' },
  set_format: { reach: 'look' },
  set_cell_text: { reach: 'words' },
  set_link: { reach: 'look', links: true },
  set_shape: { reach: 'place' },
  set_alt_text: { reach: 'name' },
  replace_image: { reach: 'picture' },
  order_shape: { reach: 'order', orders: true },
  group_shapes: { reach: 'all', adds: 1, orders: true, frame: TIMING },
  ungroup_shapes: { reach: 'all', adds: 10_000, orders: true, frame: TIMING },
  delete_shape: { reach: 'all', frame: TIMING },
  add_shape: ADDS,
  add_connector: ADDS,
  insert_image: ADDS,
  insert_table: ADDS,
  insert_chart: ADDS,
  insert_equation: ADDS,
  insert_media: { adds: 1, frame: TIMING },
  insert_rows: TABLE,
  delete_rows: TABLE,
  insert_columns: TABLE,
  delete_columns: TABLE,
  set_chart_data: { reach: 'all', parts: /chart|spreadsheetml/ },
  set_notes: { parts: NOTES },
  set_transition: { frame: ['transition', 'AlternateContent'] },
  add_comment: COMMENTS,
  reply_comment: COMMENTS,
  resolve_comment: COMMENTS,
  delete_comment: COMMENTS,
  set_property: {},
};
/** What these change is a slide as a whole, or all of them. */
const UNBOUND = new Set(['set_layout', 'apply_theme', 'insert_slide', 'duplicate_slide', 'move_slide', 'delete_slide']);

interface Ask {
  scope: Scope;
  /** Undefined where it is everywhere. */
  slide: string | undefined;
  /** Where the things begin that stand on the slide itself; undefined: all that stands there. */
  things: ReadonlySet<number> | undefined;
}

const OBJECT = /^(s\d+)(?:\.(?:sh|t|img|d|g|chart)\d+)?/;

const topOf = (element: XmlElement): XmlElement => {
  let top = element;
  while (top.parent !== undefined && top.parent.local !== 'spTree') top = top.parent;
  return top;
};

/** What an operation names, in the file as it was sent. Things that came by an earlier operation of the request are none of them. */
function readAsk(opened: OfficePackage, slides: readonly string[], operation: DoneOperation): Ask {
  const scope = SCOPES[operation.op] ?? {};
  const { targets } = operation;
  const named = [operation.target, ...(Array.isArray(targets) ? targets : [])].filter((one) => typeof one === 'string');
  const [, on] = OBJECT.exec(named[0] ?? '') ?? [];
  if (named.some((one) => one.includes('.notes'))) return { scope: { parts: NOTES }, slide: undefined, things: new Set() };
  const part = on === undefined ? undefined : slides[Number(on.slice(1)) - 1];
  if (on === undefined || part === undefined) return { scope, slide: undefined, things: undefined };
  const objects = objectsOf({ address: on, part: readXmlPart(opened, part) });
  const found = named.flatMap((one) => {
    const [whole, own] = OBJECT.exec(one) ?? [];
    const object = whole === own ? undefined : objects.find(({ address }) => address === whole);
    return object === undefined ? [] : [topOf(object.element).start];
  });
  const isWhole = named.some((one) => OBJECT.exec(one)?.[0] === on);
  return { scope, slide: part, things: isWhole && scope.reach !== undefined ? undefined : new Set(found) };
}

const FRAMES = new Set(['nvGrpSpPr', 'grpSpPr', 'extLst']);
const treeOf = (root: XmlElement): XmlElement | undefined => {
  const held = firstElementOf(root, 'cSld', P);
  return held && firstElementOf(held, 'spTree', P);
};
const thingsOf = (root: XmlElement): XmlElement[] => {
  const tree = treeOf(root);
  return tree === undefined ? [] : elementsOf(tree).filter(({ local }) => !FRAMES.has(local));
};

const DROPPED: Readonly<Record<Reach, ReadonlySet<string>>> = {
  words: new Set(['txBody']),
  look: new Set(['txBody', 'tcPr', 'hlinkClick', 'hlinkHover']),
  place: new Set(['spPr', 'xfrm', 'grpSpPr', 'style', 'tblGrid']),
  name: new Set(['extLst']),
  picture: new Set(['blipFill', 'spPr']),
  order: new Set(),
  all: new Set(),
};
/** What people are told of a thing: `replace_text` finds words there too. */
const SAID = new Set(['descr', 'title']);

/** An element as one text that its spelling does not change. @param without elements of these names, and of those the descriptions */
function printOf(element: XmlElement, without: ReadonlySet<string> = new Set(), isNamed = true): string {
  const attributes = element.attributes.flatMap(({ uri, local, value }) =>
    uri === 'http://www.w3.org/2000/xmlns/' || local === 'xmlns' || (!isNamed && SAID.has(local) && element.local === 'cNvPr')
      ? []
      : [`${uri} ${local}=${value}`],
  );
  const inner = element.children.map((child) =>
    child.kind === 'text' ? child.value : without.has(child.local) ? '' : printOf(child, without, isNamed),
  );
  return `<${element.uri} ${element.local} ${attributes.toSorted().join(' ')}>${inner.join('')}</>`;
}

/** What is in a group, in no order. */
const printOfMembers = (group: XmlElement): string =>
  [...walkElements(group)]
    .flatMap((one) => (/^(?:sp|pic|graphicFrame|cxnSp)$/.test(one.local) && one.uri === P ? [printOf(one)] : []))
    .toSorted()
    .join('');

const numberOf = (thing: XmlElement): string => {
  const properties = [...walkElements(thing)].find(({ local, uri }) => local === 'cNvPr' && uri === P);
  return (properties && attributeOf(properties, 'id')) ?? '';
};
const say = (thing: XmlElement): string => {
  const properties = [...walkElements(thing)].find(({ local }) => local === 'cNvPr');
  return `"${((properties && attributeOf(properties, 'name')) ?? thing.local).slice(0, 60)}"`;
};

const linksIn = (thing: XmlElement): Set<string> =>
  new Set(
    [...walkElements(thing)].flatMap((one) => one.attributes.flatMap(({ uri, value }) => (uri === R && value !== '' ? [value] : []))),
  );

interface Pair {
  was: XmlElement;
  is: XmlElement;
}

/** What the operations that name a thing leave alone of it. */
function compareThing({ was, is }: Pair, scopes: readonly Scope[], slide: string): string[] {
  if (scopes.some(({ reach }) => reach === 'all' || reach === undefined)) return [];
  const reaches = scopes.flatMap(({ reach }) => reach ?? []);
  if (reaches.includes('order') && printOfMembers(was) === printOfMembers(is)) return [];
  const without = new Set(reaches.flatMap((reach) => [...DROPPED[reach]]));
  const isNamed = !reaches.some((reach) => reach === 'words' || reach === 'name' || reach === 'picture');
  if (printOf(was, without, isNamed) !== printOf(is, without, isNamed)) return [`${slide} has another ${say(was)} beside what was asked`];
  if (scopes.some(({ links, reach }) => links === true || reach === 'picture')) return [];
  const known = linksIn(was);
  return [...linksIn(is)].some((id) => !known.has(id)) ? [`${slide} has another link in ${say(was)}`] : [];
}

/**
 * Things of one number are the same. Where a file gives a number to several, those with the same markup are, and of the others what
 * stays is told before what may go.
 */
function pairThings(
  old: readonly XmlElement[],
  now: readonly XmlElement[],
  mayGo: (thing: XmlElement) => boolean,
): Map<XmlElement, XmlElement> {
  const left = Map.groupBy(now, numberOf);
  const pairs = new Map<XmlElement, XmlElement>();
  const take = (thing: XmlElement, at: number): void => {
    const [is] = at < 0 ? [] : (left.get(numberOf(thing))?.splice(at, 1) ?? []);
    if (is !== undefined) pairs.set(thing, is);
  };
  for (const things of Map.groupBy(old, numberOf).values()) {
    if (things.length > 1)
      for (const thing of things) {
        const print = printOf(thing);
        take(thing, left.get(numberOf(thing))?.findIndex((one) => printOf(one) === print) ?? -1);
      }
    for (const thing of things.toSorted((a, b) => Number(mayGo(a)) - Number(mayGo(b)))) if (!pairs.has(thing)) take(thing, 0);
  }
  return pairs;
}

function compareThings(before: XmlElement, after: XmlElement, asks: readonly Ask[], slide: string): string[] {
  const [old, now] = [thingsOf(before), thingsOf(after)];
  const scopesOf = (thing: XmlElement): Scope[] =>
    asks.flatMap(({ scope, things }) => (scope.reach !== undefined && (things === undefined || things.has(thing.start)) ? [scope] : []));
  const pairs = pairThings(old, now, (thing) => scopesOf(thing).some(({ reach }) => reach === 'all'));
  const faults: string[] = [];
  const kept: XmlElement[] = [];
  const adds = asks.reduce((sum, { scope }) => sum + (scope.adds ?? 0), 0);
  let filled = 0;
  for (const thing of old) {
    const is = pairs.get(thing);
    const scopes = scopesOf(thing);
    const isSame = is !== undefined && printOf(thing) === printOf(is);
    if (is !== undefined) kept.push(is);
    if (isSame) continue;
    if (scopes.length > 0) {
      if (is !== undefined) faults.push(...compareThing({ was: thing, is }, scopes, slide));
      else if (!scopes.some(({ reach }) => reach === 'all')) faults.push(`${slide} has ${say(thing)} no longer`);
      continue;
    }
    // lines stay where what they were tied to goes; a new thing fills a placeholder
    const isFreed = asks.some(({ scope }) => scope.reach === 'all') && is !== undefined && printOf(thing, TIES) === printOf(is, TIES);
    if (isFreed) continue;
    if (isPlaceholder(thing) && ++filled <= adds) continue;
    faults.push(is === undefined ? `${slide} has ${say(thing)} no longer` : `${slide} has another ${say(thing)}, which nobody asked for`);
  }
  if (now.length - kept.length > adds) faults.push(`${slide} has more than was asked for`);
  const isOrdered = asks.some(({ scope }) => scope.orders === true) || kept.every((one, at) => at === 0 || isBehind(kept[at - 1], one));
  return isOrdered || filled > 0 ? faults : [...faults, `${slide} has its things in another order`];
}

const TIES = new Set(['stCxn', 'endCxn']);
const isBehind = (one: XmlElement | undefined, other: XmlElement): boolean => one === undefined || one.start < other.start;
const isPlaceholder = (thing: XmlElement): boolean => [...walkElements(thing)].some(({ local, uri }) => local === 'ph' && uri === P);

/** Ground, transition, animations and the like: an animation of something else than before is none that was asked for. */
function compareFrame(before: XmlElement, after: XmlElement, asks: readonly Ask[], slide: string): string[] {
  const free = new Set(asks.flatMap(({ scope }) => scope.frame ?? []));
  const pieces = (root: XmlElement): Map<string, string> => {
    const all = new Map<string, string>();
    for (const child of elementsOf(root)) all.set(child.local, (all.get(child.local) ?? '') + printOf(child, new Set(['spTree'])));
    return all;
  };
  const [old, now] = [pieces(before), pieces(after)];
  const other = [...new Set([...old.keys(), ...now.keys()])].filter((local) => !free.has(local) && old.get(local) !== now.get(local));
  const played = (root: XmlElement): string[] =>
    [...walkElements(root)].flatMap((one) => (one.local === 'spTgt' ? (attributeOf(one, 'spid') ?? []) : []));
  const [had, stood] = [new Set(played(before)), new Set(thingsOf(before).map(numberOf))];
  // what is new may be played
  const isTorn =
    free.has('timing') &&
    played(after).some((id) => !had.has(id) && (stood.has(id) || !thingsOf(after).some((one) => numberOf(one) === id)));
  return [...other.map((local) => `${slide} has another ${local}`), ...(isTorn ? [`${slide} has an animation of something else`] : [])];
}

/** A part keeps those of its relationships that its markup does not name; tags go with the thing that names them. */
const LASTING = /\/(?:slideLayout|notesSlide|slideMaster|theme|tags)$/;

function compareRelations(before: OfficePackage, after: OfficePackage, part: string): string[] {
  const now = new Set(relationshipsOf(after, part).map(({ id }) => id));
  const names = (opened: OfficePackage, id: string): boolean =>
    partNamed(opened, part) !== undefined && readPartText(opened, part).text.includes(`"${id}"`);
  const lost = relationshipsOf(before, part).filter(
    ({ id, type }) => !now.has(id) && LASTING.test(type) && (!names(before, id) || names(after, id)),
  );
  return [...retargeted({ before, after }, part), ...lost.map(({ target }) => `${part} has lost its relationship to ${target}`)];
}

const SLIDE = /presentationml\.slide\+xml$/;
const FREE = /relationships\+xml|core-properties|extended-properties|custom-properties|printerSettings/;

/** Everything wrong with an edited presentation: what is torn, and what is another though nobody asked for it. @param operations those that were done */
export const faultsOfSlides = (change: PackageChange, operations: readonly DoneOperation[]): string[] => [
  ...newlyTornSlides(change.before, change.after, change.changed),
  ...changedSlides(change, operations),
];

function changedSlides({ before, after, changed }: PackageChange, operations: readonly DoneOperation[]): string[] {
  if (isCarried(operations)) return faultsOfCarried({ before, after, changed }, operations);
  if (operations.some(({ op }) => UNBOUND.has(op) || SCOPES[op] === undefined)) return [];
  const slides = listSlides(before, readXmlPart(before, before.mainPart)).map(({ name }) => name);
  const asks = operations.map((one) => readAsk(before, slides, one));
  const both = changed.filter(
    (part) => !part.startsWith('[') && partNamed(before, part) !== undefined && partNamed(after, part) !== undefined,
  );
  return both.flatMap((part) => {
    const [, folder = '', owned = ''] = /^(.*?\/?)_rels\/(.*)\.rels$/.exec(part) ?? [];
    if (owned !== '') return compareRelations(before, after, folder + owned);
    const type = contentTypeOf(before, part) ?? '';
    if (SLIDE.test(type)) {
      const [old, now] = [readXmlPart(before, part).root, readXmlPart(after, part).root];
      const own = asks.filter(({ slide }) => slide === undefined || slide === part);
      return [...compareThings(old, now, own, part), ...compareFrame(old, now, own, part)];
    }
    const isMeant = part === before.mainPart || FREE.test(type) || asks.some(({ scope }) => scope.parts?.test(type) === true);
    return isMeant ? [] : [`${part} is another, which nobody asked for`];
  });
}
