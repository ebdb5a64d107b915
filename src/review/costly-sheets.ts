/**
 * What of a workbook costs an office program most, for a workbook that it has given up: told by counting tags and areas, with the
 * numbers from which on each kind was seen to take seconds.
 */
import { maxOf } from '../base/extremes.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { openOfficePackage, partNames, readPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { readWorkbookFile } from '../ooxml/workbook-file.ts';
import { readArea } from '../spreadsheet/places.ts';

interface Cost {
  what: string;
  /** How often it is the number that takes seconds. */
  weight: number;
}

/** So much of each takes LibreOffice seconds. */
const MANY = {
  areas: 5_000,
  areaCells: 10_000_000,
  ruleCells: 200_000,
  validations: 3_000,
  links: 3_000,
  comments: 3_000,
  drawings: 2_000,
  formulas: 10_000,
  arrayCells: 20_000,
  lookups: 50_000_000,
  styles: 20_000,
  pieces: 20_000,
  titleRows: 200,
  chartCells: 500_000,
};
const NAMED_MAX = 2;

const count = (value: number): string => value.toLocaleString('en');
const occurrences = (text: string, tag: RegExp): number => {
  let found = 0;
  for (const _ of text.matchAll(tag)) found++;
  return found;
};

/** Cells of a list of areas: `A1:B2 D4`, those of a range in a formula too. */
function cellsOf(areas: string): number {
  let cells = 0;
  for (const one of areas.split(/\s+/)) {
    const area = readArea(one.slice(one.lastIndexOf('!') + 1).replaceAll('$', ''));
    if (area !== null) cells += (area.bottom - area.top + 1) * (area.right - area.left + 1);
  }
  return cells;
}

const sumCells = (text: string, tag: RegExp): number => {
  let cells = 0;
  for (const [, areas = ''] of text.matchAll(tag)) cells += cellsOf(areas);
  return cells;
};

function ruleCells(text: string): number {
  let cells = 0;
  for (const [, areas = '', rules = ''] of text.matchAll(
    /<(?:\w+:)?conditionalFormatting\b[^>]*?\bsqref="([^"]*)"[^>]*>([\s\S]*?)<\/(?:\w+:)?conditionalFormatting>/g,
  ))
    cells += cellsOf(areas) * occurrences(rules, /<(?:\w+:)?cfRule\b/g);
  return cells;
}

/** Cells that formulas name, as often as they name them. */
function namedCells(text: string): number {
  let cells = 0;
  for (const [, formula = ''] of text.matchAll(/<(?:\w+:)?f\b[^>]*>([^<]*)</g))
    for (const [area] of formula.slice(0, 10_000).matchAll(/\$?[A-Z]{1,3}(?:\$?\d{1,7})?:\$?[A-Z]{1,3}(?:\$?\d{1,7})?/g))
      cells += cellsOf(area);
  return cells;
}

function costsOfSheet(text: string, name: string): Cost[] {
  const areas = occurrences(text, /<(?:\w+:)?mergeCell\b/g);
  const largest = maxOf([0, ...Array.from(text.matchAll(/<(?:\w+:)?mergeCell\b[^>]*?\bref="([^"]*)"/g), ([, ref = '']) => cellsOf(ref))]);
  const rules = ruleCells(text);
  const validations = occurrences(text, /<(?:\w+:)?dataValidation\b/g);
  const links = occurrences(text, /<(?:\w+:)?hyperlink\b/g);
  const formulas = occurrences(text, /<(?:\w+:)?f\b/g);
  const arrays = sumCells(text, /<(?:\w+:)?f\b[^>]*?\bt="array"[^>]*?\bref="([^"]*)"/g);
  const looked = namedCells(text);
  return [
    { what: `${count(areas)} merged areas on ${name}`, weight: areas / MANY.areas },
    { what: `a merged area of ${count(largest)} cells on ${name}`, weight: largest / MANY.areaCells },
    { what: `conditional formats over ${count(rules)} cells on ${name}`, weight: rules / MANY.ruleCells },
    { what: `${count(validations)} data validations on ${name}`, weight: validations / MANY.validations },
    { what: `${count(links)} links on ${name}`, weight: links / MANY.links },
    { what: `${count(formulas)} formulas on ${name}`, weight: formulas / MANY.formulas },
    { what: `array formulas over ${count(arrays)} cells on ${name}`, weight: arrays / MANY.arrayCells },
    { what: `formulas on ${name} that look at ${count(looked)} cells`, weight: looked / MANY.lookups },
  ];
}

const partsWith = (opened: OfficePackage, type: string): string[] =>
  relationshipsOf(opened, opened.mainPart).flatMap((one) => (!one.external && one.type.endsWith(type) ? [one.target] : []));

function costsOfParts(opened: OfficePackage): Cost[] {
  const read = (part: string): string => decodeXml(readPart(opened, part)).text;
  const sum = (parts: readonly string[], of: (text: string) => number): number => parts.reduce((all, part) => all + of(read(part)), 0);
  const named = (pattern: RegExp): string[] => partNames(opened).filter((part) => pattern.test(part));
  const comments = sum(named(/(?:^|\/)comments[^/]*\.xml$/i), (text) => occurrences(text, /<(?:\w+:)?comment\b/g));
  const drawings = sum(named(/(?:^|\/)drawings\/drawing[^/]*\.xml$/i), (text) =>
    occurrences(text, /<(?:\w+:)?(?:sp|pic|cxnSp|graphicFrame)\b/g),
  );
  const charts = sum(named(/(?:^|\/)charts\/chart[^/]*\.xml$/i), (text) => sumCells(text, /<(?:\w+:)?f>([^<]*)</g));
  const pieces = sum(partsWith(opened, '/sharedStrings'), (text) => occurrences(text, /<(?:\w+:)?r>/g));
  const styles = sum(partsWith(opened, '/styles'), (text) => occurrences(text, /<(?:\w+:)?xf\b/g));
  const titles = Array.from(
    read(opened.mainPart).matchAll(/_xlnm\.Print_Titles"[^>]*>[^<]*?\$?(\d+):\$?(\d+)/g),
    ([, from, to]) => Number(to) - Number(from),
  );
  const rows = maxOf([0, ...titles]) + 1;
  return [
    { what: `${count(comments)} comments`, weight: comments / MANY.comments },
    { what: `${count(drawings)} drawings over the cells`, weight: drawings / MANY.drawings },
    { what: `charts of ${count(charts)} cells`, weight: charts / MANY.chartCells },
    { what: `${count(pieces)} pieces of formatted text`, weight: pieces / MANY.pieces },
    { what: `${count(styles)} styles of cells`, weight: styles / MANY.styles },
    { what: `${count(rows)} rows that are repeated on each page`, weight: rows / MANY.titleRows },
  ];
}

/** What costs most, in words, the most costly first; empty where nothing in it is out of the ordinary. @throws Refusal for a damaged package */
export function findCosts(bytes: Uint8Array): string[] {
  const opened = openOfficePackage(bytes);
  const costs = costsOfParts(opened);
  for (const { name, part, isCells } of readWorkbookFile(opened).entries)
    if (isCells && part !== undefined) costs.push(...costsOfSheet(decodeXml(readPart(opened, part)).text, name));
  return costs
    .filter(({ weight }) => weight >= 1)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, NAMED_MAX)
    .map(({ what }) => what);
}
