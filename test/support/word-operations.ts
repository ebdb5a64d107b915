/** Operations that fit a Word file, for trials over many files: for each kind some that may be done to it, chosen by a number. */
import type { EditOperation } from '../../src/edits/apply-edits.ts';
import type { AddressedBlock } from '../../src/edits/list-content.ts';

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';
const CHART = { kind: 'line', title: 'Sales', categories: ['a', 'b'], series: [{ name: 's', values: [1, 2] }] };
const BLOCKS = [
  { type: 'heading', level: 4, text: 'New heading' },
  { type: 'paragraph', text: 'New <&> text' },
  { type: 'list', ordered: true, items: ['one', 'two'] },
  { type: 'list', items: ['point'] },
  {
    type: 'table',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  },
  { type: 'quote', text: 'Quoted' },
];

type Operations = Record<string, EditOperation[]>;
type Pick = <T>(from: readonly T[], salt: number) => T | undefined;

const isText = ({ type, address }: AddressedBlock): boolean => /^(paragraph|heading|list_item)$/.test(type) && !address.includes('.');

function textOperations(blocks: readonly AddressedBlock[], pick: Pick): Operations {
  const texts = blocks.filter((block) => isText(block) && block.text.trim().length > 3);
  const [first, second] = [pick(texts, 1), pick(texts, 2)];
  if (first === undefined || second === undefined) return {};
  const linked = texts.filter(({ text }) => /https?:|www\.|@/.test(text));
  const word = /\p{L}{3,}/u.exec(first.text)?.[0];
  const [target, to] = [first.address, second.address];
  return {
    rewrite_block: [{ op: 'rewrite_block', target, text: `Start ${first.text.replace(/\S+\s*$/, 'end')} more\nline\ttab` }],
    insert_blocks: [{ op: 'insert_blocks', target: to, blocks: BLOCKS }],
    insert_image: [{ op: 'insert_image', target: to, image: { data: PIXEL }, caption: 'A caption', alt: 'A dot' }],
    insert_text_box: [{ op: 'insert_text_box', target: to, text: 'A <box>\nof text', alt: 'A box' }],
    insert_text_box_formats: [
      {
        op: 'insert_text_box',
        target: to,
        paragraphs: [
          {
            runs: [
              { text: 'Bold', bold: true },
              { text: ' link', url: 'https://example.org' },
            ],
            align: 'center',
          },
        ],
        side: 'center',
        fill: 'EEEEEE',
      },
    ],
    insert_chart: [{ op: 'insert_chart', target: to, chart: CHART }],
    format_paragraph: [{ op: 'set_format', target, align: 'center', space_after_pt: 5, style: 'Heading 2', italic: true }],
    add_control: [{ op: 'add_control', target, kind: 'dropdown', items: ['Yes & no', 'No'] }],
    add_checkbox: [{ op: 'add_control', target, kind: 'checkbox', title: 'Agreed' }],
    add_footnote: [{ op: 'add_footnote', target, text: 'A <note>' }],
    add_endnote: [{ op: 'add_footnote', target, text: 'A <note>', kind: 'endnote' }],
    remove_link: [{ op: 'remove_link', target: pick(linked, 1)?.address ?? target }],
    retarget_link: [{ op: 'set_link', target: pick(linked, 2)?.address ?? target, url: 'mailto:ana@example.org' }],
    comment_paragraph: [{ op: 'add_comment', target, text: 'Why?' }],
    ...(target === to ? {} : { move_block: [{ op: 'move_block', target, to }] }),
    ...(word === undefined
      ? {}
      : {
          set_link: [{ op: 'set_link', target, find: word, url: 'https://example.org/a b?c=1&d=2', tip: 'A "tip"' }],
          link_to_block: [{ op: 'set_link', target, find: word, to }],
          add_bookmark: [{ op: 'add_bookmark', target, find: word, name: 'Octavo_bench' }],
          replace_text: [{ op: 'replace_text', find: word, replace: 'Other <&> words', all: true }],
          format_words: [{ op: 'set_format', target, find: word, all: true, bold: true, color: 'FF0000', size_pt: 13, font: 'Arial' }],
          comment_words: [{ op: 'add_comment', target, find: word, text: 'Why?\nSo.' }],
        }),
  };
}

function tableOperations(blocks: readonly AddressedBlock[], pick: Pick): Operations {
  const table = pick(
    blocks.filter(({ type }) => type === 'table'),
    1,
  );
  const row = table && pick(table.rows ?? [], 1);
  const cell = row && pick(row.cells, 2);
  if (table === undefined || row === undefined || cell === undefined) return {};
  const to = pick(blocks.filter(isText), 4)?.address;
  return {
    delete_table: [{ op: 'delete_block', target: table.address }],
    format_table: [{ op: 'set_format', target: table.address, fill: 'EEEEEE', bold: true, align: 'right' }],
    set_cell_text: [{ op: 'set_cell_text', target: cell.address, text: 'New & cell' }],
    insert_rows: [{ op: 'insert_rows', target: row.address, rows: [['a', 'b'].slice(0, row.cells.length)] }],
    merge_cells: [{ op: 'merge_cells', target: row.cells[0]?.address ?? '', to: row.cells[1]?.address ?? row.cells[0]?.address ?? '' }],
    unmerge_cells: [{ op: 'unmerge_cells', target: cell.address }],
    split_cell: [{ op: 'split_cell', target: cell.address, columns: 3 }],
    delete_rows: [{ op: 'delete_rows', target: row.address }],
    insert_columns: [{ op: 'insert_columns', target: cell.address, columns: [['x']] }],
    delete_columns: [{ op: 'delete_columns', target: cell.address }],
    ...(to === undefined ? {} : { move_table: [{ op: 'move_block', target: table.address, to }] }),
  };
}

const noteIn = (blocks: readonly AddressedBlock[]): string | undefined =>
  blocks.find(({ address }) => /^(?:foot|end)note/.test(address))?.address.split('.')[0];

function markOperations(blocks: readonly AddressedBlock[], pick: Pick): Operations {
  const [image, comment, revision] = ['image', 'comment', 'revision'].map(
    (kind) =>
      pick(
        blocks.filter(({ type }) => type === kind),
        1,
      )?.address,
  );
  const note = noteIn(blocks);
  const control = pick(
    blocks.filter(({ type }) => type === 'control'),
    1,
  );
  const value =
    control?.kind === 'checkbox' ? control.text !== 'true' : control?.kind === 'date' ? '2027-03-01' : (control?.items?.[0] ?? 'Filled');
  return {
    ...(control === undefined
      ? {}
      : {
          set_control: [{ op: 'set_control', target: control.address, value }],
          delete_control: [{ op: 'delete_control', target: control.address }],
        }),
    ...(note === undefined ? {} : { delete_footnote: [{ op: 'delete_footnote', target: note }] }),
    ...(image === undefined
      ? {}
      : {
          replace_image: [{ op: 'replace_image', target: image, image: { data: PIXEL } }],
          set_alt_text: [{ op: 'set_alt_text', target: image, text: 'Another <text>' }],
        }),
    ...(comment === undefined
      ? {}
      : {
          reply_comment: [{ op: 'reply_comment', target: comment, text: 'Because' }],
          resolve_comment: [{ op: 'resolve_comment', target: comment }],
        }),
    ...(revision === undefined
      ? {}
      : Object.fromEntries(
          ['accept_revision', 'reject_revision'].flatMap((op) => [
            [op, [{ op, target: revision }]],
            [`${op}_all`, [{ op, target: 'all' }]],
          ]),
        )),
  };
}

/** Name of the trial → its request. @param seed the same one gives the same operations */
export function operationsFor(blocks: readonly AddressedBlock[], seed: number): Operations {
  const pick: Pick = (from, salt) => from[(seed * 7 + salt * 13) % Math.max(1, from.length)];
  const any = pick(blocks.filter(isText), 3);
  return {
    ...textOperations(blocks, pick),
    ...tableOperations(blocks, pick),
    ...markOperations(blocks, pick),
    ...(any === undefined ? {} : { delete_block: [{ op: 'delete_block', target: any.address }] }),
    set_header_footer: [
      { op: 'set_header_footer', place: 'header', text: 'Head {page}' },
      { op: 'set_header_footer', place: 'footer', pages: 'first', text: 'Foot {page}/{pages}' },
    ],
    set_watermark: [{ op: 'set_watermark', text: 'DRAFT' }],
    remove_watermark: [{ op: 'remove_watermark' }],
    set_columns: [{ op: 'set_page', columns: 2, column_line: true }],
    ...(any === undefined ? {} : { insert_section_break: [{ op: 'insert_section_break', target: any.address }] }),
    set_page: [{ op: 'set_page', size: 'A5', margins_cm: 1.5 }],
    refresh_toc: [{ op: 'refresh_toc' }],
    restyle: [
      {
        op: 'restyle',
        font: 'Arial',
        font_size: 11.5,
        colors: { headings: '112233', accent: '445566' },
        line_spacing: 1.3,
        align: { body: 'justify' },
      },
    ],
    set_property: [{ op: 'set_property', name: 'title', value: 'A title' }],
  };
}

/** Trials that settle tracked changes are for direct requests only. */
export const settles = (name: string): boolean => /^(accept|reject)_revision/.test(name);

/** What a person reads, without addresses. */
export const wordsOf = (blocks: readonly AddressedBlock[]): string[] =>
  blocks
    .filter(({ type }) => !/^(image|revision|comment)$/.test(type))
    .map(({ text, rows }) => text + (rows ?? []).map(({ cells }) => cells.map((cell) => cell.text).join('|')).join('\n'));
