/**
 * The second way into a Word template, without braces: content controls by their tag (ISO/IEC 29500-1 §17.5.2), fields of forms by
 * their name (§17.16.17) and fields of mail merge (§17.16.5.35). Those that the data does not name stay as they are.
 */
import { append } from '../../base/append.ts';
import { W, W14, W15 } from '../../ooxml/names.ts';
import { setAttribute } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { readPath, TagFault, type PathExpression } from './expression.ts';
import { picturePlaces } from './attribute-tags.ts';
import type { Pictures } from './pictures.ts';
import { addFault, scopesOf, type Filling, type PlacedTag } from './filling.ts';
import { formatDate, readInstant } from './format-date.ts';
import type { Place } from './program.ts';
import { TAG_CHARS_MAX, type Tag } from './read-tag.ts';
import { isList, isTrue, lookUp, MISSING, type Scope, type Value } from './scope.ts';
import { lookOf, plainTextOf, runsIn, type RunLook } from './text-part.ts';

interface Named {
  path: PathExpression;
  tag: PlacedTag;
}

/** A name that may be of the data; undefined where it cannot be. */
function named(name: string | undefined, kind: string, part: XmlPart): Named | undefined {
  if (name === undefined || name === '' || name.length > TAG_CHARS_MAX || !/^[\p{L}_][\p{L}\p{N}_ .-]*$/u.test(name)) return undefined;
  const path: PathExpression = /[ -]/.test(name) ? { kind: 'path', up: 0, keys: [name], text: name } : readPath(name);
  const tag: Tag = { kind: 'value', as: 'text', piped: { value: path, formatters: [] }, options: new Map() };
  return { path, tag: { tag, text: `${kind} ${name}`, place: () => part.name } };
}

function find(scope: Scope, { path }: Named): Value {
  try {
    return lookUp(scope, path);
  } catch (error) {
    if (!(error instanceof TagFault)) throw error;
    return MISSING;
  }
}

const firstOf = (element: XmlElement, local: string): XmlElement | undefined =>
  [...walkElements(element)].find((one) => one.local === local && one.uri === W);
const sourceOf = ({ source }: XmlPart, element: XmlElement | undefined): string =>
  element === undefined ? '' : source.slice(element.start, element.end);

/** How the words of a control look: as those that are in it, or, where it shows its prompt, as it says itself. */
function lookIn(part: XmlPart, properties: XmlElement, content: XmlElement): RunLook {
  const run = firstOf(content, 'r');
  const name = run?.name ?? properties.name.replace('sdtPr', 'r');
  const prompts = childOf(properties, 'showingPlcHdr') !== undefined;
  if (run !== undefined && !prompts) return lookOf(part.source, run);
  return { head: `<${name}>`, look: sourceOf(part, childOf(properties, 'rPr')), name, isWord: true };
}

/** The text of a value in a control of this kind. */
function controlText(filling: Filling, properties: XmlElement, { tag }: Named, value: Value): string {
  const date = childOf(properties, 'date');
  if (date !== undefined && readInstant(value) !== undefined) {
    const pattern = valueOf(childOf(date, 'dateFormat'))
      ?.replaceAll(/dddd/g, 'EEEE')
      .replaceAll(/ddd/g, 'EEE')
      .replaceAll(/am\/pm|AM\/PM/g, 'a');
    return formatDate(value, pattern, 'date', valueOf(childOf(date, 'lid')) ?? filling.options.locale);
  }
  const text = plainTextOf(filling, tag, value);
  const choices = ['dropDownList', 'comboBox']
    .flatMap((local) => childOf(properties, local) ?? [])
    .flatMap((list) => elementsOf(list, 'listItem', W));
  const chosen = choices.find((item) => valueOf(item, 'value') === text || valueOf(item, 'displayText') === text);
  if (chosen === undefined && childOf(properties, 'dropDownList') !== undefined && text !== '')
    addFault(
      filling,
      tag,
      `"${text.slice(0, 40)}" is none of its choices (${choices
        .map((item) => valueOf(item, 'value') ?? '')
        .slice(0, 10)
        .join(', ')})`,
      'data',
    );
  return chosen === undefined ? text : (valueOf(chosen, 'displayText') ?? text);
}

/** What is inside a control, with its text: a paragraph keeps its properties, a cell its own. */
function contentWith(part: XmlPart, content: XmlElement, runs: string): string | undefined {
  const [first] = elementsOf(content);
  const paragraph = firstOf(content, 'p');
  if (first?.local === 'tr') return undefined;
  if (paragraph === undefined) return runs;
  const properties = childOf(paragraph, 'pPr');
  const written = `<${paragraph.name}>${sourceOf(part, properties)}${runs}</${paragraph.name}>`;
  if (first?.local !== 'tc') return written;
  return `${part.source.slice(first.start, first.contentStart)}${sourceOf(part, childOf(first, 'tcPr'))}${written}</${first.name}>`;
}

function checkboxPlaces(part: XmlPart, box: XmlElement, content: XmlElement, control: Named): Place[] {
  const state = elementsOf(box, 'checked', W14)[0];
  const text = firstOf(content, 't');
  const signOf = (local: string, usual: string): string => {
    const code = elementsOf(box, local, W14)[0];
    const point = Number.parseInt((code && attributeOf(code, 'val', W14)) ?? '', 16);
    return Number.isFinite(point) ? String.fromCodePoint(point) : usual;
  };
  const name = state?.attributes.find(({ local, uri }) => local === 'val' && uri === W14)?.name;
  const edit = state === undefined || name === undefined ? undefined : setAttribute(part, state, name, '1');
  const places: Place[] = [];
  if (edit !== undefined)
    places.push({
      ...edit,
      render: (scope) =>
        find(scope, control) === MISSING ? part.source.slice(edit.start, edit.end) : isTrue(find(scope, control)) ? '1' : '0',
    });
  if (text !== undefined)
    places.push({
      start: text.contentStart,
      end: text.contentEnd,
      render(scope, write) {
        const value = find(scope, control);
        if (value === MISSING) return write(text.contentStart, text.contentEnd, scope);
        return isTrue(value) ? signOf('checkedState', '\u2612') : signOf('uncheckedState', '\u2610');
      },
    });
  return places;
}

/** A section that repeats comes once for each item. */
function repeatPlaces(filling: Filling, content: XmlElement, { path, tag }: Named): Place[] {
  const items = elementsOf(content, 'sdt', W).filter((one) =>
    [...walkElements(one)].some(({ local, uri, parent }) => local === 'repeatingSectionItem' && uri === W15 && parent?.parent === one),
  );
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    {
      start: first.start,
      end: last.end,
      render(scope, write) {
        if (!isList(find(scope, { path, tag }))) return write(first.start, last.end, scope);
        const open = {
          ...tag,
          tag: { kind: 'open' as const, block: 'each' as const, expression: path, as: undefined, by: undefined, names: [] },
        };
        return scopesOf(filling, open, scope)
          .map((inside) => write(first.start, first.end, inside))
          .join('');
      },
    },
  ];
}

/** A control that holds a picture shows that of the data, within its frame. */
function pictureControlPlaces(filling: Filling, part: XmlPart, content: XmlElement, control: Named, pictures: Pictures): Place[] {
  const properties = [...walkElements(content)].find(({ local }) => local === 'docPr');
  const { tag } = control.tag;
  if (properties === undefined || tag.kind !== 'value') return [];
  const placed = { ...control.tag, tag: { ...tag, as: 'picture' as const } };
  const isAsked = (scope: Scope): boolean => find(scope, control) !== MISSING;
  return picturePlaces({ filling, pictures, part: () => part.name }, part, properties, placed, 'descr', isAsked);
}

/** The text of a bookmark within a paragraph; those of the file's own, of fields, and those with tags inside are left alone. */
function bookmarkPlaces(filling: Filling, part: XmlPart, start: XmlElement): Place[] {
  const called = valueOf(start, 'name');
  const id = valueOf(start, 'id');
  const name = called === undefined || called.startsWith('_') ? undefined : named(called, 'bookmark', part);
  const { parent } = start;
  if (name === undefined || parent === undefined) return [];
  const end = elementsOf(parent, 'bookmarkEnd', W).find((one) => one.start >= start.end && valueOf(one, 'id') === id);
  const refuse = (message: string): Place[] => [
    {
      start: start.end,
      end: start.end,
      render(scope) {
        if (find(scope, name) !== MISSING) addFault(filling, name.tag, message);
        return '';
      },
    },
  ];
  if (end === undefined || parent.local !== 'p')
    return parent.local === 'p' || parent.local === 'body' ? refuse('it is about more than words of one paragraph') : [];
  const inside = elementsOf(parent).filter((one) => one.start >= start.end && one.end <= end.start);
  const text = part.source.slice(start.end, end.start);
  // fields are filled by their own names, and tags by theirs
  if (/[<:](?:fldChar|fldSimple|sdt)[\s>]/.test(text) || inside.some((one) => textOf(one).includes('{{'))) return [];
  const run = inside.find(({ local }) => local === 'r') ?? elementsOf(parent, 'r', W).findLast((one) => one.end <= start.start);
  const look = run === undefined ? undefined : lookOf(part.source, run);
  const prefix = parent.name.slice(0, parent.name.indexOf(':') + 1);
  return [
    {
      start: start.end,
      end: end.start,
      render: (scope, write) =>
        find(scope, name) === MISSING
          ? write(start.end, end.start, scope)
          : runsIn(
              look ?? { head: `<${prefix}r>`, look: '', name: `${prefix}r`, isWord: true },
              plainTextOf(filling, name.tag, find(scope, name)),
            ),
    },
  ];
}

function controlPlaces(filling: Filling, part: XmlPart, control: XmlElement, pictures: Pictures): Place[] {
  const [properties, content] = [childOf(control, 'sdtPr'), childOf(control, 'sdtContent')];
  if (properties === undefined || content === undefined) return [];
  const name = named(valueOf(childOf(properties, 'tag')) ?? valueOf(childOf(properties, 'alias')), 'control', part);
  if (name === undefined) return [];
  if (elementsOf(properties, 'repeatingSection', W15).length > 0) return repeatPlaces(filling, content, name);
  const [box] = elementsOf(properties, 'checkbox', W14);
  if (box !== undefined) return checkboxPlaces(part, box, content, name);
  if (childOf(properties, 'picture') !== undefined) return pictureControlPlaces(filling, part, content, name, pictures);
  const isMore =
    [...walkElements(content)].some(({ local }) => local === 'sdt' || local === 'drawing' || local === 'tbl') ||
    textOf(content).includes('{{');
  if (isMore || childOf(properties, 'docPartObj') !== undefined) return [];
  const prompt = childOf(properties, 'showingPlcHdr');
  const places: Place[] = [
    {
      start: content.contentStart,
      end: content.contentEnd,
      render(scope, write) {
        const value = find(scope, name);
        if (value === MISSING) return write(content.contentStart, content.contentEnd, scope);
        const runs = runsIn(lookIn(part, properties, content), controlText(filling, properties, name, value));
        return contentWith(part, content, runs) ?? write(content.contentStart, content.contentEnd, scope);
      },
    },
  ];
  if (prompt !== undefined)
    places.push({
      start: prompt.start,
      end: prompt.end,
      render: (scope) => (find(scope, name) === MISSING ? part.source.slice(prompt.start, prompt.end) : ''),
    });
  return content.contentStart === content.end ? [] : places;
}

interface Field {
  begin: XmlElement;
  instruction: string;
  separate: XmlElement | undefined;
  end: XmlElement;
}

/** Fields that begin and end in one paragraph, by the runs of their marks. */
function fieldsIn(paragraph: XmlElement): Field[] {
  const fields: Field[] = [];
  let open: Omit<Field, 'end'> | undefined;
  for (const run of elementsOf(paragraph, 'r', W)) {
    const mark = childOf(run, 'fldChar');
    const kind = valueOf(mark, 'fldCharType');
    if (kind === 'begin') open = { begin: run, instruction: '', separate: undefined };
    else if (open !== undefined && kind === 'separate') open.separate = run;
    else if (open !== undefined && kind === 'end') {
      fields.push({ ...open, end: run });
      open = undefined;
    } else if (open !== undefined && open.separate === undefined) open.instruction += textOf(run);
  }
  return fields;
}

const MERGE = /^\s*MERGEFIELD\s+(?:"([^"]+)"|(\S+))/i;

function fieldPlaces(filling: Filling, part: XmlPart, { begin, instruction, separate, end }: Field): Place[] {
  const form = firstOf(begin, 'ffData');
  const merged = MERGE.exec(instruction);
  const name = named(merged?.[1] ?? merged?.[2] ?? (form && valueOf(childOf(form, 'name'))), 'field', part);
  if (name === undefined) return [];
  const box = form && childOf(form, 'checkBox');
  const inner = (element: XmlElement, xml: (value: Value) => string): Place => ({
    start: element.start,
    end: element.end,
    render: (scope) => (find(scope, name) === MISSING ? part.source.slice(element.start, element.end) : xml(find(scope, name))),
  });
  if (box !== undefined) {
    const prefix = box.name.slice(0, box.name.indexOf(':') + 1);
    const kept = elementsOf(box).filter(({ local }) => local !== 'checked');
    return [
      inner(
        box,
        (value) =>
          `<${box.name}>${kept.map((one) => sourceOf(part, one)).join('')}<${prefix}checked ${prefix}val="${isTrue(value) ? 1 : 0}"/></${box.name}>`,
      ),
    ];
  }
  const list = form && childOf(form, 'ddList');
  if (list !== undefined) {
    const prefix = list.name.slice(0, list.name.indexOf(':') + 1);
    const choices = elementsOf(list, 'listEntry', W).map((one) => valueOf(one) ?? '');
    return [
      inner(list, (value) => {
        const text = plainTextOf(filling, name.tag, value);
        const at = choices.indexOf(text);
        if (at === -1)
          addFault(filling, name.tag, `"${text.slice(0, 40)}" is none of its choices (${choices.slice(0, 10).join(', ')})`, 'data');
        const kept = elementsOf(list).filter(({ local }) => local !== 'result');
        return `<${list.name}><${prefix}result ${prefix}val="${Math.max(0, at)}"/>${kept.map((one) => sourceOf(part, one)).join('')}</${list.name}>`;
      }),
    ];
  }
  if (separate === undefined || separate.end > end.start) return [];
  const shown = elementsOf(begin.parent ?? begin, 'r', W).find(
    (run) => run.start >= separate.end && run.end <= end.start && childOf(run, 't') !== undefined,
  );
  const look = lookOf(part.source, shown ?? separate);
  return [
    {
      start: separate.end,
      end: end.start,
      render: (scope, write) =>
        find(scope, name) === MISSING
          ? write(separate.end, end.start, scope)
          : runsIn(look, plainTextOf(filling, name.tag, find(scope, name))),
    },
  ];
}

function simpleFieldPlaces(filling: Filling, part: XmlPart, field: XmlElement): Place[] {
  const merged = MERGE.exec(valueOf(field, 'instr') ?? '');
  const name = named(merged?.[1] ?? merged?.[2], 'field', part);
  const run = firstOf(field, 'r');
  if (name === undefined || run === undefined) return [];
  return [
    {
      start: field.contentStart,
      end: field.contentEnd,
      render: (scope, write) =>
        find(scope, name) === MISSING
          ? write(field.contentStart, field.contentEnd, scope)
          : runsIn(lookOf(part.source, run), plainTextOf(filling, name.tag, find(scope, name))),
    },
  ];
}

/** Places of controls and fields that the data may name. */
export function namedPlaces(filling: Filling, part: XmlPart, pictures: Pictures): Place[] {
  if (!/[<:](?:sdt|fldChar|fldSimple|bookmarkStart)[\s>]/.test(part.source)) return [];
  const places: Place[] = [];
  for (const element of walkElements(part.root)) {
    if (element.uri !== W) continue;
    if (element.local === 'sdt') append(places, controlPlaces(filling, part, element, pictures));
    else if (element.local === 'bookmarkStart') append(places, bookmarkPlaces(filling, part, element));
    else if (element.local === 'fldSimple') append(places, simpleFieldPlaces(filling, part, element));
    else if (element.local === 'p')
      append(
        places,
        fieldsIn(element).flatMap((field) => fieldPlaces(filling, part, field)),
      );
  }
  return places;
}
