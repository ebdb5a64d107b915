/** One planted defect each: what is put into a sound document, and the code of the rule that has to find it. */
import type { RenderedDocument, RenderedLine, RenderedPage } from '../../src/document/rendered-document.ts';
import type { Style } from '../../src/document/style.ts';

/** Text put into the middle of a sound report; `alone`: the whole document. */
export interface TextSeed {
  name: string;
  code: string;
  text: string;
  alone?: boolean;
  pictures?: readonly { width: number; height: number }[];
  style?: Partial<Style>;
}

const table = (rows: string[], head = '| Item | Amount |'): string => `${head}\n|---|--:|\n${rows.map((row) => `| ${row} |`).join('\n')}`;
const contract = (text: string): string =>
  `---\nlang: en\n---\n\n# Service agreement\n\n## 1. Services\n\n1.1 The Supplier cleans the windows.\n\n1.2 ${text}\n\n## 2. Fee\n\nThe Client pays £300 a month.\n`;
const bullets = (mark: string): string =>
  ['Wages', 'Material', 'Rent'].map((item, i) => `${mark.replace('#', String(i + 1))} ${item}`).join('\n\n');

export const TEXT_SEEDS: readonly TextSeed[] = [
  { name: 'filler text', code: 'placeholder_left', text: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.' },
  { name: 'a name to be filled in', code: 'placeholder_left', text: 'Signed for the company by [your name here].' },
  { name: 'a date to be filled in, in Spanish', code: 'placeholder_left', text: 'En Valencia, a \\[fecha\\].' },
  { name: 'a variable of a template', code: 'placeholder_left', text: 'The offer for {{client_name}} holds for a month.' },
  { name: 'a sum to come', code: 'placeholder_left', text: 'The price is €XX a month.' },
  { name: 'a task left in the text', code: 'placeholder_left', text: 'TODO: ask the sales office for the figures.' },
  { name: 'to be confirmed', code: 'placeholder_left', text: 'The venue is TBC, and so is the speaker.' },
  { name: 'a merge field', code: 'placeholder_left', text: 'Dear <<FIRST_NAME>>, we write to you.' },
  { name: 'stars', code: 'markup_left', text: 'This is \\*\\*very important\\*\\* to all of us.' },
  { name: 'an entity', code: 'markup_left', text: 'Black&amp;nbsp;and white.' },
  { name: 'a closing tag', code: 'markup_left', text: 'A line of a web page\\</div>' },
  { name: 'line ends of JSON', code: 'markup_left', text: 'First point.\\\\n\\\\nSecond point.' },
  { name: 'a link', code: 'markup_left', text: 'See \\[the page\\](https://example.org/page).' },
  { name: 'TeX commands', code: 'markup_left', text: 'As \\\\textbf{shown} before.' },
  { name: 'a heading sign', code: 'markup_left', text: '\\## Not a heading' },
  { name: 'typed bullets', code: 'fake_list', text: bullets('–') },
  { name: 'typed squares', code: 'fake_list', text: bullets('▪') },
  { name: 'numbers as in Spanish offices', code: 'fake_numbered_list', text: bullets('#.-') },
  { name: 'numbers in brackets', code: 'fake_numbered_list', text: bullets('(#)') },
  { name: 'typed letters', code: 'fake_numbered_list', text: 'a) the price\n\nb) the date\n\nc) the place' },
  { name: 'bullets in bullets', code: 'list_double_marked', text: '- • Wages\n- • Material\n- • Rent' },
  { name: 'numbers in bullets', code: 'list_double_marked', text: '- 1. Wages\n- 2. Material\n- 3. Rent' },
  {
    name: 'typed numbers of tables',
    code: 'caption_number_typed',
    text: `Table: Table 7. Wages\n\n${table(['North | 20', 'South | 30'])}\n\nTable: Material\n\n${table(['East | 20', 'West | 30'])}`,
  },
  {
    name: 'typed numbers of figures',
    code: 'caption_number_typed',
    text: '![Figure 3: the plant](img:1)\n\n![The river](img:2)',
    pictures: [
      { width: 1600, height: 900 },
      { width: 1600, height: 900 },
    ],
  },
  { name: 'a number left out', code: 'heading_number_broken', text: '## 1. Aim\n\nText.\n\n## 2. Scope\n\nText.\n\n## 4. Costs\n\nText.' },
  { name: 'a number twice', code: 'heading_number_broken', text: '## 1. Aim\n\nText.\n\n## 2. Scope\n\nText.\n\n## 2. Costs\n\nText.' },
  { name: 'a sub-number left out', code: 'heading_number_broken', text: '## 3. Aim\n\n### 3.1 Why\n\nText.\n\n### 3.3 How\n\nText.' },
  { name: 'clause nine of two', code: 'clause_reference_broken', text: contract('Payment is due as clause 9 says.'), alone: true },
  {
    name: 'a sub-clause that is not there',
    code: 'clause_reference_broken',
    text: contract('See clauses 1.1 and 2.3 for the rest.'),
    alone: true,
  },
  { name: 'accents garbled', code: 'text_garbled', text: 'La reuniÃ³n de maÃ±ana es a las diez.' },
  { name: 'quotation marks garbled', code: 'text_garbled', text: 'It isnâ€™t so, they said.' },
  { name: 'a letter lost', code: 'text_garbled', text: 'The caf\uFFFD opens at nine.' },
  { name: 'an icon of a web page', code: 'characters_private', text: '\uF0E0 Write to us at any time.' },
  { name: 'a day that the month does not have', code: 'date_impossible', text: 'The offer holds until 31 November 2026.' },
  { name: 'no leap year', code: 'date_impossible', text: 'The lease ends on February 29, 2027.' },
  { name: 'the wrong weekday', code: 'date_impossible', text: 'We meet on Monday, 20 November 2026, at ten.' },
  { name: 'the wrong weekday in Spanish', code: 'date_impossible', text: 'La junta se reúne el martes 20 de noviembre de 2026.' },
  {
    name: 'a paragraph twice',
    code: 'text_repeated',
    text: 'The plant on the river will be closed in spring, and its staff moves.\n\nThe plant on the river will be closed in spring, and its staff moves.',
  },
  { name: 'a total too high', code: 'total_mismatch', text: table(['Wages | 1,200', 'Rent | 800', 'Total | 2,100']) },
  {
    name: 'a total with cents',
    code: 'total_mismatch',
    text: table(['Wages | 1.200,50', 'Rent | 800,25', 'Total | 2.000,57'], '| Concepto | € |'),
  },
  {
    name: 'shares that are not a whole',
    code: 'total_mismatch',
    text: table(['North | 45 %', 'South | 40 %', 'Total | 100 %'], '| Region | Share |'),
  },
  { name: 'a row left out', code: 'total_mismatch', text: table(['Wages | 10', 'Rent | 20', 'Energy | 30', 'Total | 100']) },
  {
    name: 'one figure, two values',
    code: 'figure_conflict',
    text: ':::kpis\n- **€4.2M** | Net revenue\n- 340 | Customers served\n:::\n\nIn short.\n\n:::kpis\n- **€4.6M** | Net revenue\n- 12 | Offices\n:::',
  },
  {
    name: 'a figure and a table',
    code: 'figure_conflict',
    text: `:::kpis\n- 340 | Customers served\n- 12 | Offices\n:::\n\n${table(['Customers served | 430', 'Visits | 800'], '| Measure | Value |')}`,
  },
  { name: 'a section without text', code: 'section_empty', text: '## Risks\n\n## Chances\n\nThere are many.' },
  { name: 'a last section without text', code: 'section_empty', text: '# A report\n\nSome text.\n\n## Outlook', alone: true },
  { name: 'a picture without words', code: 'alt_text_missing', text: '![](img:1)', pictures: [{ width: 1600, height: 900 }] },
  {
    name: 'a picture too small',
    code: 'picture_low_resolution',
    text: '![The plant](img:1){width=100%}',
    pictures: [{ width: 120, height: 90 }],
  },
  {
    name: 'a picture a little too small',
    code: 'picture_low_resolution',
    text: '![The plant](img:1){width=90%}',
    pictures: [{ width: 400, height: 300 }],
  },
  {
    name: 'lines in bold for headings',
    code: 'fake_heading',
    // the reader makes lines in bold headings, but not those that refer to a footnote
    text: '**Where we stand**[^a]\n\nThings are well.\n\n**What comes next**[^b]\n\nMore of it.\n\n[^a]: In May.\n\n[^b]: In June.',
  },
  { name: 'no title', code: 'title_missing', text: 'A sentence without any heading.\n\nAnd another one.', alone: true },
  {
    name: 'an id given twice',
    code: 'anchor_duplicate',
    text: '{#costs}\nOne paragraph.\n\n{#costs}\nAnother paragraph, [referred to](#costs).',
  },
  { name: 'a reference to nowhere', code: 'link_broken', text: 'As shown in [the annex](#annex-b).' },
  {
    name: 'yellow headings',
    code: 'contrast_low',
    text: 'Text.',
    style: { colors: { title: 'FFD400', headings: 'FFD400', text: '252E38', accent: '0E6E73' } },
  },
  {
    name: 'grey text',
    code: 'contrast_low',
    text: 'Text.',
    style: { colors: { title: '0B3B40', headings: '0B3B40', text: 'AAAAAA', accent: '0E6E73' } },
  },
  { name: 'no margins', code: 'margins_narrow', text: 'Text.', style: { margins_cm: 0.8 } },
];

/** A contract whose text fills its first page. */
export function signedContract(points: number): string {
  const clause = (title: string, text: string): string => `:::clause{title="${title}"}\n${text}\n:::\n\n`;
  const short = [1, 2, 3].map((i) => clause(`Matter ${i}`, 'Text of the clause that says what is agreed.')).join('');
  const long = clause(
    'Points',
    Array.from({ length: points }, (_, i) => `::::clause\nA point of the clause, number ${i}.\n::::\n`).join('\n'),
  );
  return `---\nlang: en\ntitle: Agreement\n---\n\n# Agreement\n\n${short}${long}${clause('Law', 'The law of England holds.')}:::signatures{parties="Example Ltd — Ana Ruiz, director|Buyer Inc — John Doe"}\n:::\n`;
}

/** Set for real, and found on the pages. */
export const LAID_OUT_SEEDS: readonly TextSeed[] = [
  { name: 'signatures on a page of their own', code: 'signature_alone', text: signedContract(19), alone: true },
  { name: 'a page with one line', code: 'page_sparse', text: '::pagebreak\n\nA single line.\n\n::pagebreak\n\nText goes on.' },
  { name: 'a formula beyond the paper', code: 'content_past_margin', text: `$$\n${'abcdefgh \\cdot '.repeat(20)}x\n$$` },
  {
    name: 'two lines on a last page',
    code: 'last_page_almost_empty',
    text: `# A report\n\n${'A line of text.\n\n'.repeat(30)}`,
    alone: true,
  },
];

const onPage = (drawn: RenderedDocument, page: number, change: (found: RenderedPage) => RenderedPage): RenderedDocument => ({
  ...drawn,
  pages: drawn.pages.map((one) => (one.page === page ? change(one) : one)),
});
const moved = (line: RenderedLine, by: { x?: number; y?: number }): RenderedLine => ({
  ...line,
  left: line.left + (by.x ?? 0),
  right: line.right + (by.x ?? 0),
  top: line.top + (by.y ?? 0),
  bottom: line.bottom + (by.y ?? 0),
});
/** The page ends with the line that begins with `text`. */
const endAt = (drawn: RenderedDocument, text: string, more: (line: RenderedLine) => boolean = () => false): RenderedDocument => {
  const page = drawn.pages.find(({ page: number, lines }) => number > 2 && lines.some((line) => line.text.startsWith(text)));
  const last = page?.lines.find((line) => line.text.startsWith(text));
  if (!page || !last) throw new Error(`no page has the line "${text}"`);
  const footer = 780;
  return onPage(drawn, page.page, (found) => ({
    ...found,
    pictures: [],
    lines: found.lines.filter((line) => line.bottom <= last.bottom + 4 || line.top > footer || more(line)),
  }));
};

/** The table goes over to the next page after the row that begins with `text`. */
function cutTable(drawn: RenderedDocument, text: string): RenderedDocument {
  const cut = endAt(drawn, text);
  const page = drawn.pages.find(({ page: number, lines }) => number > 2 && lines.some((line) => line.text.startsWith(text)));
  const row = page?.lines.find((line) => line.text.startsWith(text));
  const rest = (page?.lines ?? [])
    .filter((line) => row !== undefined && line.top > row.bottom + 1 && line.bottom < row.bottom + 80)
    .map((line) => moved(line, { y: 84 - (row?.bottom ?? 0) }));
  return onPage(cut, (page?.page ?? 0) + 1, (next) => ({
    ...next,
    lines: [...rest, ...next.lines.filter((line) => line.top > 200 || line.top < 60)],
  }));
}

/** Faults of drawing, planted into the drawn pages of the long report in English. */
export const DRAWN_SEEDS: readonly { name: string; code: string; plant(drawn: RenderedDocument): RenderedDocument }[] = [
  {
    name: 'letters without a glyph',
    code: 'glyphs_missing',
    plant: (drawn) => onPage(drawn, 3, (page) => ({ ...page, missingGlyphs: 4 })),
  },
  { name: 'no tags', code: 'pdf_not_accessible', plant: (drawn) => ({ ...drawn, tagged: false }) },
  { name: 'no language', code: 'pdf_not_accessible', plant: (drawn) => ({ ...drawn, lang: '' }) },
  {
    name: 'contents off by one',
    code: 'contents_stale',
    plant: (drawn) => ({ ...drawn, outline: drawn.outline.map((entry) => ({ ...entry, page: entry.page === 4 ? 5 : entry.page })) }),
  },
  {
    name: 'two lines on each other',
    code: 'text_overlap',
    plant: (drawn) =>
      onPage(drawn, 3, (page) => ({
        ...page,
        lines: [
          ...page.lines,
          ...page.lines.filter((line) => line.text.startsWith('Every district')).map((line) => moved(line, { x: 4, y: 3 })),
        ],
      })),
  },
  {
    name: 'a line moved off the paper',
    code: 'content_past_margin',
    plant: (drawn) =>
      onPage(drawn, 3, (page) => ({
        ...page,
        lines: page.lines.map((line) => (line.text.startsWith('Every district') ? moved(line, { x: 200 }) : line)),
      })),
  },
  {
    name: 'a line out at the left',
    code: 'content_past_margin',
    plant: (drawn) =>
      onPage(drawn, 3, (page) => ({
        ...page,
        lines: page.lines.map((line) => (line.text.startsWith('Every district') ? moved(line, { x: -60 }) : line)),
      })),
  },
  {
    name: 'a column beyond the margin',
    code: 'table_too_wide',
    plant: (drawn) => ({
      ...drawn,
      pages: drawn.pages.map((page) => ({
        ...page,
        lines: page.lines.map((line) => (/^31[.,]2/.test(line.text.trim()) ? moved(line, { x: 70 }) : line)),
      })),
    }),
  },
  {
    name: 'a header upon the text',
    code: 'header_collision',
    plant: (drawn) =>
      onPage(drawn, 3, (page) => ({
        ...page,
        lines: page.lines.map((line) => (line.top < 60 ? { ...line, bottom: line.bottom + 35 } : line)),
      })),
  },
  { name: 'a heading at the foot', code: 'heading_stranded', plant: (drawn) => endAt(drawn, 'Meters and their faults') },
  { name: 'a heading with one line of its text', code: 'heading_stranded', plant: (drawn) => endAt(drawn, 'Of the 86 inlet meters') },
  { name: 'a caption without its table', code: 'caption_stranded', plant: (drawn) => endAt(drawn, 'Table 1') },
  { name: 'a table with one row before the break', code: 'table_split_badly', plant: (drawn) => cutTable(drawn, 'Harbour') },
  {
    name: 'a page wiped out',
    code: 'page_blank',
    plant: (drawn) =>
      onPage(drawn, 4, (page) => ({ ...page, lines: page.lines.filter((line) => line.top > 780 || line.top < 60), pictures: [] })),
  },
  {
    name: 'a column that breaks words',
    code: 'column_cramped',
    plant: (drawn) =>
      onPage(drawn, 4, (page) => ({
        ...page,
        lines: [
          ...page.lines,
          ...['Mea', 'sure', 'ment', 's'].map((text, i): RenderedLine => ({
            text,
            left: 300,
            right: 320,
            top: 300 + i * 11,
            bottom: 310 + i * 11,
            sizePt: 9,
            font: 'Source Sans 3',
            bold: false,
          })),
        ],
      })),
  },
];

/** Faults of the package, planted into the text of one of its parts. */
export const PACKAGE_SEEDS: readonly { name: string; code: string; part: string; change(xml: string): string | null }[] = [
  {
    name: 'a relationship deleted',
    code: 'relationship_dangling',
    part: 'word/_rels/document.xml.rels',
    change: (xml) => xml.replace(/<Relationship [^>]*header1\.xml[^>]*>/, ''),
  },
  { name: 'a part deleted', code: 'relationship_dangling', part: 'word/footer1.xml', change: () => null },
  {
    name: 'two drawings with one id',
    code: 'package_ids_duplicate',
    part: 'word/document.xml',
    change: (xml) => xml.replaceAll(/<wp:docPr id="\d+"/g, '<wp:docPr id="1"'),
  },
  {
    name: 'two bookmarks of one name',
    code: 'package_ids_duplicate',
    part: 'word/document.xml',
    change: (xml) => xml.replaceAll(/(<w:bookmarkStart w:id="\d+" w:name=")[^"]*"/g, '$1same"'),
  },
  {
    name: 'a cell deleted',
    code: 'table_grid_mismatch',
    part: 'word/document.xml',
    change: (xml) => xml.replace(/<w:tc>(?:(?!<w:tc>).)*?Harbour(?:(?!<w:tc>).)*?<\/w:tc>/s, ''),
  },
  {
    name: 'heads that are not repeated',
    code: 'table_header_not_repeated',
    part: 'word/document.xml',
    change: (xml) => xml.replaceAll('<w:tblHeader/>', ''),
  },
  {
    name: 'a list that is not defined',
    code: 'numbering_undefined',
    part: 'word/document.xml',
    change: (xml) => xml.replaceAll(/<w:numId w:val="\d+"\/>/g, '<w:numId w:val="999"/>'),
  },
  {
    name: 'a bookmark deleted',
    code: 'field_broken',
    part: 'word/document.xml',
    change: (xml) => xml.replaceAll(/<w:bookmark(?:Start|End) [^>]*>/g, ''),
  },
  {
    name: 'a field that does not end',
    code: 'field_broken',
    part: 'word/document.xml',
    change: (xml) => xml.replace('<w:fldChar w:fldCharType="end"/>', ''),
  },
  {
    name: 'no title',
    code: 'properties_missing',
    part: 'docProps/core.xml',
    change: (xml) => xml.replace(/<dc:title>[^<]*<\/dc:title>/, ''),
  },
  { name: 'no language', code: 'properties_missing', part: 'word/styles.xml', change: (xml) => xml.replace(/<w:lang [^>]*>/, '') },
  {
    name: 'a style renamed',
    code: 'style_undefined',
    part: 'word/styles.xml',
    change: (xml) => xml.replace('w:styleId="Caption"', 'w:styleId="Legend"'),
  },
  {
    name: 'a footnote deleted',
    code: 'footnote_missing',
    part: 'word/footnotes.xml',
    change: (xml) => xml.replace(/<w:footnote w:id="1">.*?<\/w:footnote>/s, ''),
  },
  { name: 'tags that do not nest', code: 'package_invalid', part: 'word/document.xml', change: (xml) => xml.replace('</w:body>', '') },
];
