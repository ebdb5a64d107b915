/**
 * All that a sheet says about its cells outside of them (ISO/IEC 29500-1 §18.3.1) under a change of places: merges, filters,
 * conditional formats, validations, links, breaks, panes, columns, and the extensions of later versions.
 */
import { append } from '../../../base/append.ts';
import { areaText, readArea } from '../../../spreadsheet/places.ts';
import { removeAttribute, removeNode, replaceContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { formulaEdits, type ChangeText } from './frame-formulas.ts';
import { createInside } from './spans-inside.ts';
import { shiftAnchors } from './shift-anchors.ts';
import { shiftArea, shiftIndex, shiftSpan, type Shift } from './shift.ts';

/** A list of areas, as `sqref` has it; null where none is left. */
function shiftAreas(shift: Shift, list: string): string | null {
  const areas = list
    .trim()
    .split(/\s+/)
    .flatMap((one) => {
      const area = readArea(one);
      // what is no area is left alone
      if (area === null) return [one];
      const moved = shiftArea(shift, area);
      return moved === null
        ? []
        : [
            isWhole(one)
              ? wholeText(one, shift)
              : areaText(moved) + (one.includes(':') && !areaText(moved).includes(':') ? `:${areaText(moved)}` : ''),
          ];
    });
  return areas.length === 0 ? null : areas.join(' ');
}

/** `B:D` and `2:9` keep their form. */
const isWhole = (reference: string): boolean => /^\$?(?:[A-Za-z]+:\$?[A-Za-z]+|[0-9]+:\$?[0-9]+)$/.test(reference);

function wholeText(reference: string, shift: Shift): string {
  const area = readArea(reference);
  const moved = area && shiftArea(shift, area);
  if (!moved) return reference;
  if (/^\$?[0-9]/.test(reference)) return `${moved.top}:${moved.bottom}`;
  const [from = '', to = ''] = [areaText({ ...moved, top: 1, bottom: 1 })].flatMap((text) =>
    text.includes(':') ? text.split(':') : [text, text],
  );
  return `${from.replace(/\d+$/, '')}:${to.replace(/\d+$/, '')}`;
}

/** Where the area goes, its element goes: else it would be about nothing. */
const REFERENCES: Readonly<Record<string, { attribute: string; goes: boolean }>> = {
  mergeCell: { attribute: 'ref', goes: true },
  autoFilter: { attribute: 'ref', goes: true },
  sortState: { attribute: 'ref', goes: true },
  sortCondition: { attribute: 'ref', goes: true },
  hyperlink: { attribute: 'ref', goes: true },
  dimension: { attribute: 'ref', goes: false },
  conditionalFormatting: { attribute: 'sqref', goes: true },
  dataValidation: { attribute: 'sqref', goes: true },
  protectedRange: { attribute: 'sqref', goes: true },
  ignoredError: { attribute: 'sqref', goes: true },
  inputCells: { attribute: 'r', goes: true },
  cellWatch: { attribute: 'r', goes: true },
  cellSmartTags: { attribute: 'r', goes: true },
  selection: { attribute: 'sqref', goes: false },
};

/** An area in the text of its element, in extensions; what holds it goes with it. */
const HOLDERS = new Set(['conditionalFormatting', 'dataValidation', 'sparkline', 'ignoredError', 'protectedRange']);

export function shiftFrame(part: XmlPart, shift: Shift, change: ChangeText): XmlEdit[] {
  const edits: XmlEdit[] = [];
  const gone = new Set<XmlElement>();
  const more = new Map<XmlElement, number>();
  for (const element of walkElements(part.root)) {
    const rule = REFERENCES[element.local];
    const list = rule && attributeOf(element, rule.attribute);
    const copied = list === undefined ? undefined : copyEdit(part, element, shift, list);
    if (copied !== undefined) {
      edits.push(copied);
      more.set(element.parent ?? element, (more.get(element.parent ?? element) ?? 0) + copied.added);
      continue;
    }
    if (rule !== undefined && list !== undefined) {
      const moved = shiftAreas(shift, list);
      if (
        moved === null ||
        (element.local === 'mergeCell' && readArea(moved) !== null && !moved.includes(':')) ||
        (element.local === 'mergeCell' && isOne(moved))
      ) {
        if (rule.goes) gone.add(element);
        else edits.push(setAttribute(part, element, rule.attribute, `A${shift.axis === 'row' ? shift.at : 1}`));
      } else if (moved !== list) edits.push(setAttribute(part, element, rule.attribute, moved));
    }
    if (element.local === 'sqref') {
      const moved = shiftAreas(shift, textOf(element));
      const holder = ancestors(element).find(({ local }) => HOLDERS.has(local));
      if (moved === null && holder !== undefined) gone.add(holder);
      else if (moved !== null && moved !== textOf(element)) edits.push(replaceContent(part, element, escapeText(moved)));
    }
    append(edits, placeEdits(part, element, shift, gone));
  }
  const removed = withEmptied(gone);
  const tops = [...removed].filter((one) => !ancestors(one).some((above) => removed.has(above)));
  const isGone = createInside(tops);
  const kept = [...edits, ...formulaEdits(part, change), ...shiftAnchors(part, shift)].filter(({ start }) => !isGone(start));
  return [...kept, ...countEdits(part, removed, more), ...tops.map(removeNode)];
}

const isOne = (reference: string): boolean => {
  const area = readArea(reference);
  return area !== null && area.top === area.bottom && area.left === area.right;
};

function ancestors(element: XmlElement): XmlElement[] {
  const all: XmlElement[] = [];
  for (let above = element.parent; above !== undefined; above = above.parent) all.push(above);
  return all;
}

/** What would be left without content goes too, up to the list of extensions; a group of sparklines is nothing without them. */
function withEmptied(gone: ReadonlySet<XmlElement>): Set<XmlElement> {
  const all = new Set(gone);
  const isEmpty = (element: XmlElement): boolean =>
    elementsOf(element).every((child) => all.has(child)) ||
    (element.local === 'sparklineGroup' && elementsOf(element).some((child) => child.local === 'sparklines' && all.has(child)));
  for (let parents = parentsOf(gone); parents.size > 0;) {
    const emptied = [...parents].filter((parent) => parent.parent !== undefined && isEmpty(parent));
    for (const element of emptied) all.add(element);
    parents = parentsOf(emptied);
  }
  return all;
}

const parentsOf = (elements: Iterable<XmlElement>): Set<XmlElement> => new Set([...elements].flatMap(({ parent }) => parent ?? []));

function countEdits(part: XmlPart, removed: ReadonlySet<XmlElement>, more: ReadonlyMap<XmlElement, number>): XmlEdit[] {
  const parents = new Set([...removed].flatMap(({ parent }) => (parent === undefined || removed.has(parent) ? [] : [parent])));
  return [...new Set([...parents, ...more.keys()])].flatMap((parent) =>
    attributeOf(parent, 'count') === undefined
      ? []
      : [
          setAttribute(
            part,
            parent,
            'count',
            String(elementsOf(parent).filter((child) => !removed.has(child)).length + (more.get(parent) ?? 0)),
          ),
        ],
  );
}

/** Merged cells and links of rows that come several times come with each of them. */
function copyEdit(part: XmlPart, element: XmlElement, { map }: Shift, list: string): (XmlEdit & { added: number }) | undefined {
  const area = map === undefined || (element.local !== 'mergeCell' && element.local !== 'hyperlink') ? null : readArea(list);
  const copies = area === null ? undefined : map?.copies(area.top, area.bottom);
  if (area === null || copies === undefined) return undefined;
  const xml = part.source.slice(element.start, element.end);
  const written = copies.map(([top, bottom]) =>
    xml.replace(/(\sref\s*=\s*["'])[^"']*/, (_, head: string) => head + areaText({ ...area, top, bottom })),
  );
  return { start: element.start, end: element.end, xml: written.join(''), added: copies.length - 1 };
}

/** Single places and numbers of rows or columns. */
function placeEdits(part: XmlPart, element: XmlElement, shift: Shift, gone: Set<XmlElement>): XmlEdit[] {
  switch (element.local) {
    case 'selection':
      return cellAttribute(part, element, 'activeCell', shift);
    case 'sheetView':
      return cellAttribute(part, element, 'topLeftCell', shift);
    case 'pane':
      return [...cellAttribute(part, element, 'topLeftCell', shift), ...frozenEdits(part, element, shift)];
    case 'col':
      return columnEdits(part, element, shift, gone);
    case 'brk':
      return element.parent?.local === (shift.axis === 'row' ? 'rowBreaks' : 'colBreaks') ? breakEdits(part, element, shift, gone) : [];
    default:
      return [];
  }
}

function cellAttribute(part: XmlPart, element: XmlElement, name: string, shift: Shift): XmlEdit[] {
  const before = attributeOf(element, name);
  const area = before === undefined ? null : readArea(before);
  if (before === undefined || area === null) return [];
  const moved =
    shiftArea(shift, area) ??
    (shift.axis === 'row' ? { ...area, top: shift.at, bottom: shift.at } : { ...area, left: shift.at, right: shift.at });
  return areaText(moved) === before ? [] : [setAttribute(part, element, name, areaText(moved))];
}

/** Frozen rows and columns are counted from the first one shown. */
function frozenEdits(part: XmlPart, pane: XmlElement, shift: Shift): XmlEdit[] {
  const name = shift.axis === 'row' ? 'ySplit' : 'xSplit';
  const split = Number(attributeOf(pane, name) ?? 0);
  if (!(attributeOf(pane, 'state') ?? '').startsWith('frozen') || split === 0) return [];
  const shown = readArea(pane.parent === undefined ? '' : (attributeOf(pane.parent, 'topLeftCell') ?? 'A1'));
  const first = shown === null ? 1 : shift.axis === 'row' ? shown.top : shown.left;
  const span = shiftSpan(shift, first, first + split - 1);
  const now = span === null ? 0 : span[1] - span[0] + 1;
  // a pane without a split is no pane: one row or column stays frozen
  return now === split ? [] : [setAttribute(part, pane, name, String(Math.max(1, now)))];
}

/** Widths and formats of columns: a span that is inserted into grows, as what comes looks like its neighbour. */
function columnEdits(part: XmlPart, element: XmlElement, shift: Shift, gone: Set<XmlElement>): XmlEdit[] {
  if (shift.axis !== 'column' || element.parent?.local !== 'cols') return [];
  const [min, max] = [Number(attributeOf(element, 'min')), Number(attributeOf(element, 'max'))];
  const grows = shift.kind === 'insert' && max === shift.at - 1;
  const span = grows ? [min, Math.min(16_384, max + shift.count)] : shiftSpan(shift, min, max);
  if (span === null) {
    gone.add(element);
    return [];
  }
  return [
    ...(span[0] === min ? [] : [setAttribute(part, element, 'min', String(span[0]))]),
    ...(span[1] === max ? [] : [setAttribute(part, element, 'max', String(span[1]))]),
  ];
}

function breakEdits(part: XmlPart, element: XmlElement, shift: Shift, gone: Set<XmlElement>): XmlEdit[] {
  const before = Number(attributeOf(element, 'id'));
  const after = shiftIndex(shift, before);
  if (after === null) gone.add(element);
  const manual = element.parent && attributeOf(element.parent, 'manualBreakCount');
  const counted =
    after === null && element.parent && manual !== undefined ? removeAttribute(part, element.parent, 'manualBreakCount') : null;
  return [
    ...(after === null || after === before ? [] : [setAttribute(part, element, 'id', String(after))]),
    ...(counted === null ? [] : [counted]),
  ];
}
