/** Operations that fit a presentation: one of each kind, on a slide and things of it chosen by a number, with what has to be there afterwards. */
import type { EditOperation } from '../../src/edits/apply-edits.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf } from '../../src/ooxml/office-package.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../src/ooxml/xml-tree.ts';
import {
  frameOfThing,
  paragraphsOf,
  partOfKind,
  printOf,
  thingsOf,
  type SeenDeck,
  type SeenSlide,
  type SeenThing,
} from '../../test/support/deck-model.ts';

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
/** The head of a WAV file. */
const SOUND = Buffer.from('RIFF\x10\0\0\0WAVEfmt ').toString('base64');
const TEXT = 'Bench <&> words';
const EMU_OF_CM = 360_000;

/** What is found afterwards: the slide as it is now, the things that came and went. */
interface After {
  before: SeenSlide;
  slide: SeenSlide;
  deck: SeenDeck;
  come: SeenThing[];
  /** What the operation said of itself. */
  said: string;
}
export interface DeckTrial {
  name: string;
  operations: EditOperation[];
  /** How many things of the slide may be others than before, beside those that name them (lines tied to them). */
  changes?: number;
  adds?: number;
  removes?: number;
  /** Whether the order of what stays may be another. */
  orders?: boolean;
  /** Other slides, the slide's frame (ground, transition, animations) or parts beside slides may change. */
  slides?: boolean;
  frame?: boolean;
  parts?: RegExp;
  /** Numbers of the slides as they were, in their order afterwards; null is a new one. */
  order?: (number | null)[];
  /** What is missing of what was asked for; null where it is there. */
  check?(after: After): string | null;
}

interface Place {
  address: string;
  kind: string;
  element: XmlElement;
  /** Number of the thing on the slide that it is, or is within. */
  top: number;
  depth: number;
}

function kindOf(element: XmlElement): string {
  if (element.local === 'pic') return 'img';
  if (element.local === 'grpSp') return 'g';
  if (element.local === 'sp') return elementsOf(element, 'txBody').length > 0 ? 'sh' : 'd';
  if (element.local !== 'graphicFrame') return 'd';
  const inner = [...walkElements(element)].find(({ local }) => local === 'tbl' || local === 'chart');
  return inner === undefined ? 'd' : inner.local === 'tbl' ? 't' : 'chart';
}

const HOLDERS = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp']);

/** What the slide has, with addresses as they are documented (docs/editing.md). */
function placesOf(slide: SeenSlide, number: number): Place[] {
  const counts = new Map<string, number>();
  return slide.things.flatMap(({ element: thing }, top) =>
    [...walkElements(thing)].flatMap((element): Place[] => {
      if (!HOLDERS.has(element.local) || !element.uri.includes('presentationml')) return [];
      const kind = kindOf(element);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      let depth = 0;
      for (let at: XmlElement | undefined = element; at !== undefined && at !== thing; at = at.parent) depth++;
      return [{ address: `s${number}.${kind}${counts.get(kind) ?? 0}`, kind, element, top, depth }];
    }),
  );
}

const has = (found: boolean, what: string): string | null => (found ? null : what);
const one = (name: string, operation: EditOperation, rest: Partial<DeckTrial> = {}): DeckTrial => ({
  name,
  operations: [operation],
  ...rest,
});

function isOn({ deck, come }: After): string | null {
  for (const { element } of come) {
    const frame = frameOfThing(element);
    if (frame === null) continue;
    const [x, y, cx, cy] = frame;
    if (x < 0 || y < 0 || x + cx > deck.width + 1 || y + cy > deck.height + 1)
      return `stands beside the slide: ${frame.join(' ')} of ${deck.width} ${deck.height}`;
  }
  return null;
}

const NEW = /\/(?:charts?|embeddings|media|drawings)\/|\[Content_Types\]|docProps/;
const madeText = (after: After): string => after.come.map(({ text }) => text).join('\n');

/** The sound is in the file, byte for byte, and something plays it. */
function playsSound({ come, slide: now, deck }: After): string | null {
  const media = come[0] && [...walkElements(come[0].element)].find(({ local }) => local === 'media');
  const id = media?.attributes.find(({ local }) => local === 'embed')?.value;
  const target = relationshipsOf(deck.opened, now.part).find((line) => line.id === id)?.target;
  const part = target === undefined ? undefined : partNamed(deck.opened, target);
  if (!now.frame.includes('cMediaNode')) return 'nothing plays it';
  return has(part !== undefined && Buffer.from(readPart(deck.opened, part)).toString('base64') === SOUND, 'the sound is another');
}

/** A slide that has no room says so: each thing is tried where the operation finds a place, and where a place is given. */
function addingTrials(slide: string): DeckTrial[] {
  const at = { left_cm: 2, top_cm: 3, width_cm: 8, height_cm: 4 };
  const rows = [
    ['Region', 'Units'],
    ['North', '4'],
    ['South & <East>', '5'],
  ];
  const chart = { kind: 'column', categories: ['a', 'b & c'], series: [{ name: 'Units', values: [4, 5] }] };
  const hasPlace = ({ come }: After): string | null => {
    const frame = come[0] && frameOfThing(come[0].element);
    return has(
      frame !== undefined && frame !== null && frame[0] === at.left_cm * EMU_OF_CM && frame[1] === at.top_cm * EMU_OF_CM,
      'stands elsewhere than asked',
    );
  };
  const adding = (name: string, operation: EditOperation, check: (after: After) => string | null): DeckTrial[] => [
    one(name, operation, { adds: 1, removes: 1, parts: NEW, check: (after) => check(after) ?? isOn(after) }),
    one(`${name}_at`, { ...operation, ...at }, { adds: 1, parts: NEW, check: (after) => check(after) ?? hasPlace(after) }),
  ];
  const showsFigures = ({ slide: now, deck }: After): string | null => {
    const charts = relationshipsOf(deck.opened, now.part).filter(({ type }) => type.endsWith('/chart'));
    const values = charts.map(({ target }) => {
      const part = partNamed(deck.opened, target);
      return part === undefined
        ? ''
        : [...walkElements(readXmlPart(deck.opened, part).root)]
            .filter(({ local }) => local === 'v')
            .map(textOf)
            .join(' ');
    });
    return has(
      values.some((text) => text.includes('Units') && text.includes('b & c') && text.includes('5')),
      'the chart shows other figures',
    );
  };
  return [
    ...adding('add_shape', { op: 'add_shape', target: slide, kind: 'rounded_rectangle', text: `${TEXT}\nmore` }, (after) =>
      has(madeText(after) === `${TEXT}\nmore`, 'the shape says something else'),
    ),
    ...adding('add_text_box', { op: 'add_shape', target: slide, kind: 'text_box', text: TEXT, bold: true }, (after) =>
      has(madeText(after) === TEXT, 'the text is another'),
    ),
    ...adding('insert_image', { op: 'insert_image', target: slide, image: { data: PIXEL }, alt: 'A dot' }, ({ come, slide: now, deck }) => {
      const blip = come[0] && [...walkElements(come[0].element)].find(({ local }) => local === 'blip');
      const id = blip?.attributes.find(({ local }) => local === 'embed')?.value;
      const target = relationshipsOf(deck.opened, now.part).find((line) => line.id === id)?.target;
      const part = target === undefined ? undefined : partNamed(deck.opened, target);
      return has(part !== undefined && Buffer.from(readPart(deck.opened, part)).toString('base64') === PIXEL, 'the picture is another');
    }),
    ...adding('insert_media', { op: 'insert_media', target: slide, media: { data: SOUND }, alt: 'A sound' }, playsSound).map((trial) => ({
      ...trial,
      frame: true,
    })),
    ...adding('insert_table', { op: 'insert_table', target: slide, rows }, (after) =>
      has(madeText(after) === rows.flat().join('\n'), 'the table holds something else'),
    ),
    ...adding('insert_chart', { op: 'insert_chart', target: slide, chart }, showsFigures),
    ...adding(
      'insert_equation',
      { op: 'insert_equation', target: slide, tex: String.raw`x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}` },
      ({ come }) =>
        has(
          come.some(({ element }) => [...walkElements(element)].some(({ local, uri }) => local === 'oMath' && uri.includes('math'))),
          'there is no equation',
        ),
    ),
  ];
}

/** Operations on the slide as a whole, beside what stands on it. */
function wholeTrials(slide: string): DeckTrial[] {
  return [
    one('add_comment', { op: 'add_comment', target: slide, text: TEXT }, { parts: /comment|\[Content_Types\]|presentation\.xml\.rels/i }),
    one(
      'set_transition',
      { op: 'set_transition', target: slide, kind: 'fade' },
      { frame: true, check: ({ slide: now }) => has(/ transition /.test(now.frame), 'there is no transition') },
    ),
    one(
      'set_notes',
      { op: 'set_notes', target: slide, text: TEXT },
      {
        parts: /notesSlide|notesMaster|theme|\[Content_Types\]|presentation\.xml/,
        check: ({ slide: now, deck }) => {
          const notes = partOfKind(deck.opened, now.part, 'notesSlide');
          return has(notes !== undefined && paragraphsOf(readXmlPart(deck.opened, notes).root).includes(TEXT), 'the notes are others');
        },
      },
    ),
    one(
      'apply_theme',
      { op: 'apply_theme', colors: { accent1: 'C00000' }, heading_font: 'Georgia' },
      { parts: /theme|slideMaster|slideLayout/ },
    ),
  ];
}

function textTrials(shape: Place, slides: number): DeckTrial[] {
  const target = shape.address;
  const holder = ({ slide }: After): XmlElement | undefined => slide.things[shape.top]?.element;
  const bold = (after: After): boolean => {
    const found = holder(after);
    // of a shape without words, the end of its paragraph is what a word would get
    return (
      found !== undefined && [...walkElements(found)].some((rPr) => /^(?:rPr|endParaRPr)$/.test(rPr.local) && attributeOf(rPr, 'b') === '1')
    );
  };
  const linked = (after: After): boolean => {
    const found = holder(after);
    return found !== undefined && [...walkElements(found)].some(({ local }) => local === 'hlinkClick');
  };
  return [
    one(
      'set_text',
      { op: 'set_text', target, text: `${TEXT}\nmore` },
      { changes: 1, check: (after) => has(after.slide.things[shape.top]?.text.includes(`${TEXT}\nmore`) === true, 'the text is another') },
    ),
    one(
      'set_text_paragraph',
      { op: 'set_text', target: `${target}.p1`, text: TEXT },
      { changes: 1, check: (after) => has(after.slide.things[shape.top]?.text.includes(TEXT) === true, 'the text is another') },
    ),
    one(
      'set_format',
      { op: 'set_format', target, bold: true, color: 'C00000', size_pt: 14 },
      { changes: 1, check: (after) => has(bold(after), 'nothing is bold') },
    ),
    one('set_format_paragraph', { op: 'set_format', target: `${target}.p1`, align: 'center' }, { changes: 1 }),
    one(
      'set_link',
      { op: 'set_link', target: `${target}.p1`, url: 'https://example.com/?a=1&b=2' },
      { changes: 1, check: (after) => has(linked(after), 'there is no link') },
    ),
    one(
      'set_link_slide',
      { op: 'set_link', target: `${target}.p1`, slide: `s${slides}` },
      { changes: 1, check: (after) => has(linked(after), 'there is no link') },
    ),
  ];
}

/** The other things of a slide that are tied to this one, as they are without the tie: PowerPoint leaves lines where they are. */
function tiedTo(slide: SeenSlide, thing: SeenThing | undefined): string[] {
  const ids = new Set(
    [...walkElements(thing?.element ?? slide.root)].flatMap((one) => (one.local === 'cNvPr' ? (attributeOf(one, 'id') ?? []) : [])),
  );
  return slide.things.flatMap(({ element }) => {
    const ties = [...walkElements(element)].filter((one) => /^(?:stCxn|endCxn)$/.test(one.local) && ids.has(attributeOf(one, 'id') ?? ''));
    return ties.length === 0 || element === thing?.element ? [] : [printOf(element, new Set(ties))];
  });
}

function thingTrials({ address: target, kind, top, depth }: Place, slide: SeenSlide): DeckTrial[] {
  const at = { left_cm: 1, top_cm: 2, width_cm: 6, height_cm: 3 };
  const isAlone = depth === 0;
  const tied = tiedTo(slide, slide.things[top]);
  const moved = ({ slide: now }: After): string | null => {
    const frame = now.things[top] && frameOfThing(now.things[top].element);
    return has(
      !isAlone || kind === 'g' || (frame?.[0] === EMU_OF_CM && frame[2] === 6 * EMU_OF_CM),
      `stands at ${frame?.join(' ') ?? 'nothing'}`,
    );
  };
  return [
    one(`set_shape_${kind}`, { op: 'set_shape', target, ...at }, { changes: 1, check: moved }),
    one(
      `delete_shape_${kind}`,
      { op: 'delete_shape', target },
      {
        changes: (isAlone ? 0 : 1) + tied.length,
        removes: 1,
        frame: true,
        parts: /./,
        check: ({ slide: now }) =>
          has(!isAlone || now.things.length === slide.things.length - 1, 'it is still there') ??
          has(!isAlone || tied.every((line) => now.things.some(({ print }) => print === line)), 'a line that was tied to it is another'),
      },
    ),
    one(
      `set_alt_text_${kind}`,
      { op: 'set_alt_text', target, text: TEXT },
      { changes: 1, check: ({ slide: now }) => has(now.things[top]?.print.includes(TEXT) === true, 'the description is another') },
    ),
    one(
      `order_front_${kind}`,
      { op: 'order_shape', target, position: 'front' },
      {
        orders: true,
        ...(isAlone ? {} : { changes: 1 }),
        check: ({ slide: now }) => has(!isAlone || now.things.at(-1)?.print === slide.things[top]?.print, 'it is not in front'),
      },
    ),
    one(
      `order_back_${kind}`,
      { op: 'order_shape', target, position: 'back' },
      {
        orders: true,
        ...(isAlone ? {} : { changes: 1 }),
        check: ({ slide: now }) => has(!isAlone || now.things[0]?.print === slide.things[top]?.print, 'it is not behind all'),
      },
    ),
  ];
}

function groupTrials(places: readonly Place[], slide: SeenSlide): DeckTrial[] {
  const alone = places.filter(({ depth }) => depth === 0);
  // placeholders of a layout are not grouped
  const isHeld = ({ element }: Place): boolean => [...walkElements(element)].some(({ local }) => local === 'ph');
  const single = alone.filter(({ kind }) => kind !== 'g');
  const [first, second] = [...single.filter((place) => !isHeld(place)), ...single.filter(isHeld)];
  const group = alone.find(({ kind }) => kind === 'g');
  const inGroup = group && slide.things[group.top];
  const members = inGroup === undefined ? [] : thingsOf(inGroup.element);
  const words = (things: readonly SeenThing[]): string =>
    things
      .flatMap(({ text }) => text.split('\n'))
      .filter((text) => text !== '')
      .toSorted()
      .join('\n');
  const keepsWords = ({ before, slide: now }: After): string | null => has(words(before.things) === words(now.things), 'words are lost');
  return [
    ...(first === undefined || second === undefined
      ? []
      : [
          one(
            'group_shapes',
            { op: 'group_shapes', targets: [first.address, second.address] },
            {
              removes: 2,
              adds: 1,
              check: (after) =>
                keepsWords(after) ??
                has(after.come[0]?.kind === 'grpSp' && thingsOf(after.come[0].element).length === 2, 'there is no group of two'),
            },
          ),
          one(
            'add_connector',
            { op: 'add_connector', target: first.address, to: second.address, arrow: 'end' },
            {
              adds: 1,
              check: ({ come, ...after }) =>
                has(
                  // an end that is not tied, as the form has no points for lines, is named
                  come[0]?.kind === 'cxnSp' &&
                    [first, second].every(
                      ({ top, address }) =>
                        come[0]?.print.includes(`id=${slide.things[top]?.id ?? ''}`) === true ||
                        (after.said.includes(`${address} `) && after.said.includes('without being tied')),
                    ),
                  'the line leads elsewhere',
                ) ?? isOn({ come, ...after }),
            },
          ),
        ]),
    ...(group === undefined
      ? []
      : [
          one(
            'ungroup_shapes',
            { op: 'ungroup_shapes', target: group.address },
            { removes: 1, adds: members.length, frame: true, check: keepsWords },
          ),
        ]),
  ];
}

function tableTrials({ address, top, element }: Place): DeckTrial[] {
  const rows = [...walkElements(element)].filter(({ local }) => local === 'tr').length;
  const columns = [...walkElements(element)].filter(({ local }) => local === 'gridCol').length;
  const counted =
    (more: number, across: number) =>
    ({ slide }: After): string | null => {
      const found = slide.things[top]?.element;
      const count = (local: string): number =>
        found === undefined ? 0 : [...walkElements(found)].filter((inner) => inner.local === local).length;
      return has(
        count('tr') === rows + more && count('gridCol') === columns + across,
        `the table has ${count('tr')} rows and ${count('gridCol')} columns`,
      );
    };
  const says = ({ slide }: After): string | null => has(slide.things[top]?.text.includes(TEXT) === true, 'the cell says something else');
  return [
    one('set_cell_text', { op: 'set_cell_text', target: `${address}.r1.c1`, text: TEXT }, { changes: 1, check: says }),
    one(
      'insert_rows',
      { op: 'insert_rows', target: `${address}.r1`, rows: [[TEXT]] },
      { changes: 1, check: (after) => counted(1, 0)(after) ?? says(after) },
    ),
    one('delete_rows', { op: 'delete_rows', target: `${address}.r1` }, { changes: 1, frame: true, check: counted(-1, 0) }),
    one(
      'insert_columns',
      { op: 'insert_columns', target: `${address}.r1.c1`, columns: [[TEXT]] },
      { changes: 1, check: (after) => counted(0, 1)(after) ?? says(after) },
    ),
    one('delete_columns', { op: 'delete_columns', target: `${address}.r1.c1` }, { changes: 1, frame: true, check: counted(0, -1) }),
  ];
}

const BESIDE =
  /\/(?:slides|notesSlides|charts?|embeddings|media|drawings|diagrams|comments|tags|ink|activeX|controls|threadedComments)\/|themeOverride|presentation\.xml|\[Content_Types\]|docProps|commentAuthors/i;

function slideTrials(deck: SeenDeck, index: number): DeckTrial[] {
  const target = `s${index + 1}`;
  const all = deck.slides.map((_, at) => at);
  const [rest, without] = [{ slides: true, parts: BESIDE }, all.filter((at) => at !== index)];
  const layout = partOfKind(deck.opened, deck.slides[index]?.part ?? '', 'slideLayout');
  const layoutName =
    layout === undefined ? undefined : [...walkElements(readXmlPart(deck.opened, layout).root)].find(({ local }) => local === 'cSld');
  const named = layoutName === undefined ? '' : (attributeOf(layoutName, 'name') ?? '');
  return [
    one('delete_slide', { op: 'delete_slide', target }, { ...rest, order: without }),
    one(
      'duplicate_slide',
      { op: 'duplicate_slide', target },
      { ...rest, order: [...all.slice(0, index + 1), null, ...all.slice(index + 1)] },
    ),
    one('move_slide_first', { op: 'move_slide', target, position: 1 }, { ...rest, order: [index, ...without] }),
    one('move_slide_last', { op: 'move_slide', target, position: all.length }, { ...rest, order: [...without, index] }),
    one(
      'insert_slide',
      { op: 'insert_slide', position: 1, ...(named === '' ? {} : { layout: named }), title: TEXT },
      { ...rest, order: [null, ...all] },
    ),
  ];
}

/** A word that stands in a run of the slide. */
function wordOf(slide: SeenSlide, seed: number): string {
  const words = slide.things.flatMap(({ text }) => text.match(/\b[A-Za-z]{4,}\b/g) ?? []);
  return words[seed % Math.max(1, words.length)] ?? '';
}

function replaceTrial(deck: SeenDeck, word: string): DeckTrial {
  const whole = (root: XmlElement): string => paragraphsOf(root).join('\n');
  return one(
    'replace_text_all',
    { op: 'replace_text', find: word, replace: 'Other <&>', all: true },
    {
      slides: true,
      parts: /./,
      order: deck.slides.map((_, index) => index),
      check: ({ deck: now }) => {
        for (const [index, { root }] of deck.slides.entries()) {
          const found = now.slides[index];
          const wanted = whole(root).replaceAll(word, 'Other <&>');
          if (found !== undefined && whole(found.root) !== wanted)
            return `slide ${index + 1} says ${whole(found.root).slice(0, 120)} in the place of ${wanted.slice(0, 120)}`;
        }
        return null;
      },
    },
  );
}

/** @param index of the slide that is worked on */
export function deckTrials(deck: SeenDeck, index: number, seed: number): DeckTrial[] {
  const slide = deck.slides[index];
  if (slide === undefined) return [];
  const places = placesOf(slide, index + 1);
  const pick = (kind: string): Place | undefined => {
    const fitting = places.filter((place) => place.kind === kind);
    return fitting[seed % Math.max(1, fitting.length)];
  };
  const [shape, table, chart, picture] = [pick('sh'), pick('t'), pick('chart'), pick('img')];
  const word = wordOf(slide, seed);
  const figures = { categories: ['x', 'y'], series: [{ name: 'New', values: [1, 2.5] }] };
  return [
    ...addingTrials(`s${index + 1}`),
    ...wholeTrials(`s${index + 1}`),
    ...(shape === undefined ? [] : textTrials(shape, deck.slides.length)),
    ...[...new Set(places.map(({ kind }) => kind))].flatMap((kind) => {
      const place = pick(kind);
      return place === undefined ? [] : thingTrials(place, slide);
    }),
    ...groupTrials(places, slide),
    ...(table === undefined ? [] : tableTrials(table)),
    ...(chart === undefined
      ? []
      : [
          one(
            'set_chart_data',
            { op: 'set_chart_data', target: chart.address, ...figures },
            { parts: /charts?\/|embeddings|\[Content_Types\]/ },
          ),
        ]),
    ...(picture === undefined
      ? []
      : [
          one(
            'replace_image',
            { op: 'replace_image', target: picture.address, image: { data: PIXEL } },
            { changes: 1, parts: /media|\[Content_Types\]/ },
          ),
        ]),
    ...slideTrials(deck, index),
    ...(word === '' ? [] : [replaceTrial(deck, word)]),
  ];
}
