/** The content of an Office file as blocks with their addresses: what a client names in `target` and `expect`. */
import { placeText } from '../spreadsheet/places.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import type { OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, textOf } from '../ooxml/xml-tree.ts';
import { textOfTarget } from './docx/mechanics/find-target.ts';
import { paragraphKinds } from './docx/mechanics/paragraph-kinds.ts';
import { readComments } from './docx/mechanics/word-comments.ts';
import { picturePlacesOf } from './docx/mechanics/word-places.ts';
import { controlsOf } from './docx/mechanics/word-controls.ts';
import { readWordFile, type WordBlock, type WordFile, type WordParagraph } from '../ooxml/word-file.ts';
import { valueOf } from '../ooxml/word-text.ts';
import { readDeckFile, type DeckSlide } from '../ooxml/deck-file.ts';
import type { TextPlace, TextPlaceKind } from './office/text-places.ts';
import { objectPlaces } from './pptx/mechanics/deck-places.ts';
import { commentAuthors, commentsOn, isResolved, textOfComment } from './pptx/mechanics/slide-comments.ts';
import { readCellStyles } from './xlsx/mechanics/cell-styles.ts';
import { placesBesideCells } from './xlsx/mechanics/book-places.ts';
import { describeObject, objectsOf } from './pptx/mechanics/deck-objects.ts';
import { chartTitle } from './office/chart-series.ts';
import { chartsOf } from './xlsx/mechanics/chart-cells.ts';
import { quoteSheet } from '../spreadsheet/formula-references.ts';
import { formulaCells, formulaTexts } from './xlsx/mechanics/formula-cells.ts';
import { readWorkbookFile } from '../ooxml/workbook-file.ts';

/** Text that is in no paragraph, shape or cell of its own. */
type BesideType = 'diagram' | 'chart_text' | 'text_box' | 'description' | 'header' | 'footer';
const BESIDE: Partial<Record<TextPlaceKind, BesideType | 'comment'>> = {
  smartart: 'diagram',
  chart: 'chart_text',
  text_box: 'text_box',
  description: 'description',
  header: 'header',
  footer: 'footer',
  comment: 'comment',
};

/** Of pictures and charts the description is their own text. */
const isSaid = ({ kind, address }: TextPlace, said: ReadonlySet<string>): boolean =>
  kind === 'description' && said.has(address.slice(0, -'.alt'.length));

const besideBlocks = (places: readonly TextPlace[], said: ReadonlySet<string>): AddressedBlock[] =>
  places.flatMap((place): AddressedBlock[] => {
    const type = BESIDE[place.kind];
    return type === undefined || place.text === '' || isSaid(place, said) ? [] : [{ address: place.address, type, text: place.text }];
  });

export interface AddressedBlock {
  address: string;
  type:
    | 'heading'
    | 'paragraph'
    | 'list_item'
    | 'table'
    | 'image'
    | 'revision'
    | 'comment'
    | 'slide'
    | 'shape'
    | 'notes'
    | 'sheet'
    | 'chart'
    | 'drawing'
    | 'group'
    | 'control'
    | BesideType;
  text: string;
  level?: number;
  style?: string;
  rows?: {
    address: string;
    cells: {
      address: string;
      text: string;
      /** Of workbooks: what the cell counts, `=B2*C2`. */ formula?: string;
      /** Of workbooks: its named style. */ style?: string;
    }[];
  }[];
  /** Content controls of Word files: their title or tag. */
  name?: string;
  /** Of drop-downs. */
  items?: string[];
  /** Revisions and controls: what it is; revisions and comments: of whom. */
  kind?: string;
  author?: string;
  /** Comments: the address of the one that it answers, and whether the thread is settled. */
  answers?: string;
  resolved?: boolean;
  blocks?: AddressedBlock[];
  /** Sheets: how many cells behind those of `rows` are not listed. */
  omitted_cells?: number;
}

type KindOf = ReturnType<typeof paragraphKinds>;

const listParagraph = (file: WordFile, paragraph: WordParagraph, kindOf: KindOf): AddressedBlock => {
  const { type, ...told } = kindOf(paragraph.element);
  return { address: paragraph.address, type, text: file.textOf(paragraph).text, ...told };
};

function listBlock(file: WordFile, block: WordBlock, kindOf: KindOf): AddressedBlock {
  if (block.kind === 'paragraph') return listParagraph(file, block, kindOf);
  const rows = block.rows.map((row) => ({
    address: row.address,
    cells: row.cells.map((cell) => ({ address: cell.address, text: textOfTarget(file, cell) })),
  }));
  return { address: block.address, type: 'table', text: '', rows };
}

function listComments(opened: OfficePackage): AddressedBlock[] {
  const { comments } = readComments(opened);
  const addresses = new Map(comments.map(({ id, address }) => [id, address]));
  return comments.map(({ address, text, author, parent, resolved }): AddressedBlock => {
    const answers = parent === undefined ? undefined : addresses.get(parent);
    return { address, type: 'comment', text, author, resolved, ...(answers === undefined ? {} : { answers }) };
  });
}

function listWord(opened: OfficePackage): AddressedBlock[] {
  const file = readWordFile(opened);
  const kindOf = paragraphKinds(file);
  return [
    ...file.stories.flatMap(({ blocks }) => blocks.map((block) => listBlock(file, block, kindOf))),
    ...file.pictures.map(({ address, chart, element }): AddressedBlock => ({
      address,
      type: chart === undefined ? 'image' : 'chart',
      text: attributeOf(element, 'descr') ?? '',
    })),
    ...besideBlocks(picturePlacesOf(file), new Set(file.pictures.map(({ address }) => address))),
    ...controlsOf(file).map(({ address, kind, name, text, items }): AddressedBlock => ({
      address,
      type: 'control',
      text,
      kind,
      ...(name === '' ? {} : { name }),
      ...(items.length === 0 ? {} : { items: items.map((item) => item.text) }),
    })),
    ...listComments(opened),
    ...file.revisions.map(({ address, element }): AddressedBlock => ({
      address,
      type: 'revision',
      text: textOf(element),
      kind: element.local,
      author: valueOf(element, 'author') ?? '',
    })),
  ];
}

/** Groups, lines and shapes without text: nothing to read, but to be named by operations. */
const drawnOn = (slide: DeckSlide): AddressedBlock[] =>
  objectsOf(slide).flatMap(({ kind, address, properties }) =>
    kind === 'drawing' || kind === 'group' ? [{ address, type: kind, text: '', kind: attributeOf(properties, 'name') ?? '' }] : [],
  );

function listSlideComments(opened: OfficePackage, slide: DeckSlide, authors: ReadonlyMap<string, string>): AddressedBlock[] {
  return commentsOn(opened, slide).map((comment): AddressedBlock => {
    const { address, element, answers } = comment;
    const resolved = answers === undefined ? isResolved(comment) : undefined;
    return {
      address,
      type: 'comment',
      text: textOfComment(comment),
      author: authors.get(attributeOf(element, 'authorId') ?? '') ?? '',
      ...(resolved === undefined ? {} : { resolved }),
      ...(answers === undefined ? {} : { answers: answers.address }),
    };
  });
}

function listDeck(opened: OfficePackage): AddressedBlock[] {
  const authors = commentAuthors(opened);
  return readDeckFile(opened).slides.map((slide): AddressedBlock => {
    const seen = objectsOf(slide).filter(({ kind }) => kind === 'image' || kind === 'chart');
    return {
      address: slide.address,
      type: 'slide',
      text: slide.shapes[0]?.paragraphs.map(({ text }) => text).join('\n') ?? '',
      blocks: [
        ...slide.shapes.map((shape): AddressedBlock => ({
          address: shape.address,
          type: 'shape',
          text: shape.paragraphs.map(({ text }) => text).join('\n'),
        })),
        ...(slide.notes === undefined || slide.notes.paragraphs.every(({ text }) => text === '')
          ? []
          : [{ address: slide.notes.address, type: 'notes' as const, text: slide.notes.paragraphs.map(({ text }) => text).join('\n') }]),
        ...seen.map((object): AddressedBlock => ({
          address: object.address,
          type: object.kind === 'chart' ? 'chart' : 'image',
          text: describeObject(object),
        })),
        ...besideBlocks(objectPlaces(opened, slide), new Set(seen.map(({ address }) => address))),
        ...listSlideComments(opened, slide, authors),
        ...drawnOn(slide),
      ],
    };
  });
}

/** Cells listed of one sheet where nothing else is asked for. */
const CELLS_MAX = 20_000;

function listWorkbook(opened: OfficePackage, cellsMax: number): AddressedBlock[] {
  const file = readWorkbookFile(opened);
  const styleOf = readCellStyles(opened);
  return file.names.map((name): AddressedBlock => {
    const quoted = quoteSheet(name);
    const sheet = file.sheet(name);
    const formulas = sheet === undefined ? new Map<unknown, string>() : formulaTexts(formulaCells(sheet));
    let left = cellsMax;
    let omitted = 0;
    const rows = [...(sheet?.rows.values() ?? [])].flatMap((row) => {
      if (sheet === undefined) return [];
      const all = [...sheet.cellsOf(row).values()]
        .map((cell) => {
          const formula = formulas.get(cell) ?? '';
          const style = styleOf(sheet, cell);
          return {
            address: `${quoted}!${placeText(cell)}`,
            text: file.text(sheet, cell),
            ...(formula === '' ? {} : { formula: `=${formula}` }),
            ...(style === undefined ? {} : { style }),
          };
        })
        .filter(({ text, formula, style }) => text !== '' || formula !== undefined || style !== undefined);
      const shown = all.slice(0, left);
      left -= shown.length;
      omitted += all.length - shown.length;
      return shown.length === 0 ? [] : [{ address: `${quoted}!${row.number}:${row.number}`, cells: shown }];
    });
    const charts = (sheet === undefined ? [] : chartsOf(file, sheet)).map((part, index): AddressedBlock => ({
      address: `${quoted}!chart${index + 1}`,
      type: 'chart',
      text: chartTitle(part),
    }));
    const blocks = [...charts, ...(sheet === undefined ? [] : besideBlocks(placesBesideCells(file, sheet), new Set()))];
    return {
      address: quoted,
      type: 'sheet',
      text: name,
      rows,
      ...(blocks.length === 0 ? {} : { blocks }),
      ...(omitted === 0 ? {} : { omitted_cells: omitted }),
    };
  });
}

/**
 * The blocks of a file in reading order.
 * @param cells how many are listed of one sheet; its block says how many are left
 * @throws Refusal `file_rejected`
 */
export function listContent(bytes: Uint8Array, { cells = CELLS_MAX }: { cells?: number } = {}): AddressedBlock[] {
  const { value: opened } = openForeignPackage(bytes);
  switch (opened.kind) {
    case 'docx':
      return listWord(opened);
    case 'pptx':
      return listDeck(opened);
    case 'xlsx':
      return listWorkbook(opened, cells);
  }
}
