/** Any body of a Word file, as XML: runs in links, fields and controls, marks, tables with merges, changes that are tracked already, names of other namespaces. */
import * as fc from 'fast-check';

const words = fc
  .array(fc.constantFrom('lorem', 'ipsum', 'fee', 'ten', 'days', 'a &amp; b', '&lt;x&gt;', 'ñandú', '日本', '&#x1F600;', ' ', '-'), {
    minLength: 0,
    maxLength: 6,
  })
  .map((all) => all.join(' '));
const looks = fc.constantFrom(
  '',
  '<w:rPr><w:b/></w:rPr>',
  '<w:rPr><w:i/><w:sz w:val="20"/></w:rPr>',
  '<w:rPr><w:rStyle w:val="x"/><w:color w:val="FF0000"/></w:rPr>',
  '<w:rPr><w:b/><w:rPrChange w:id="901" w:author="Ana" w:date="2020-01-01T00:00:00Z"><w:rPr/></w:rPrChange></w:rPr>',
);
const run = fc
  .tuple(looks, words, fc.constantFrom('', '', '', '<w:tab/>', '<w:br/>'))
  .map(([look, text, mark]) => `<w:r>${look}<w:t xml:space="preserve">${text}</w:t>${mark}</w:r>`);
const bare = fc.tuple(looks, words).map(([look, text]) => `<w:r>${look}<w:t>${text.trim()}</w:t></w:r>`);
const runs = fc.array(fc.oneof(run, bare), { minLength: 0, maxLength: 3 }).map((all) => all.join(''));

let mark = 100;
/** Ids of marks are distinguished as a file has them; generation is one after the other. */
const nextMark = (): number => (mark = mark > 800 ? 100 : mark + 1);
const by = 'w:author="Ana" w:date="2020-01-01T00:00:00Z"';
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const inline = fc.oneof(
  { weight: 6, arbitrary: run },
  { weight: 1, arbitrary: bare },
  { weight: 1, arbitrary: runs.map((inner) => `<w:hyperlink w:anchor="x">${inner}</w:hyperlink>`) },
  { weight: 1, arbitrary: runs.map((inner) => field('PAGEREF x \\h', inner)) },
  { weight: 1, arbitrary: runs.map((inner) => `<w:fldSimple w:instr=" PAGE ">${inner}</w:fldSimple>`) },
  {
    weight: 1,
    arbitrary: runs.map((inner) => {
      const id = nextMark();
      return `<w:bookmarkStart w:id="${id}" w:name="m${id}"/>${inner}<w:bookmarkEnd w:id="${id}"/>`;
    }),
  },
  { weight: 1, arbitrary: runs.map((inner) => `<w:ins w:id="${nextMark()}" ${by}>${inner}</w:ins>`) },
  {
    weight: 1,
    arbitrary: runs.map(
      (inner) => `<w:del w:id="${nextMark()}" ${by}>${inner.replaceAll('w:t>', 'w:delText>').replaceAll('<w:t ', '<w:delText ')}</w:del>`,
    ),
  },
  { weight: 1, arbitrary: runs.map((inner) => `<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<w:proofErr w:type="spellStart"/>',
      '<w:r><w:noBreakHyphen/></w:r>',
      '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>',
      '<w:r><w:lastRenderedPageBreak/><w:t>z</w:t></w:r>',
      '<x:odd xmlns:x="urn:x"><x:y/></x:odd>',
      '<w:r><w:footnoteReference w:id="9"/></w:r>',
    ),
  },
);
const paragraphLooks = fc.constantFrom(
  '',
  '',
  '<w:pPr><w:jc w:val="both"/></w:pPr>',
  '<w:pPr><w:pStyle w:val="Heading1"/><w:rPr><w:b/></w:rPr></w:pPr>',
  '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>',
  `<w:pPr><w:rPr><w:ins w:id="902" ${by}/></w:rPr></w:pPr>`,
  `<w:pPr><w:rPr><w:del w:id="903" ${by}/></w:rPr></w:pPr>`,
  `<w:pPr><w:jc w:val="center"/><w:pPrChange w:id="904" ${by}><w:pPr/></w:pPrChange></w:pPr>`,
);
const paragraph = fc.tuple(paragraphLooks, fc.array(inline, { maxLength: 5 })).map(([look, all]) => `<w:p>${look}${all.join('')}</w:p>`);

const cell = (inner: string, properties = ''): string =>
  `<w:tc>${properties === '' ? '' : `<w:tcPr>${properties}</w:tcPr>`}${inner}</w:tc>`;
const table = fc
  .tuple(
    fc.array(fc.array(fc.array(paragraph, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('plain', 'across', 'down', 'inserted'),
  )
  .map(([rows, form]) => {
    const written = rows.map((cells, index) => {
      const texts = cells.map((paragraphs) => paragraphs.join(''));
      const properties = form === 'inserted' && index === 1 ? `<w:trPr><w:ins w:id="${nextMark()}" ${by}/></w:trPr>` : '';
      if (form === 'across' && index === 0) return `<w:tr>${cell(texts[0] ?? '', '<w:gridSpan w:val="2"/>')}${cell(texts[2] ?? '')}</w:tr>`;
      if (form === 'down')
        return `<w:tr>${cell(texts[0] ?? '', index === 0 ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>')}${cell(texts[1] ?? '')}${cell(texts[2] ?? '')}</w:tr>`;
      return `<w:tr>${properties}${texts.map((text) => cell(text)).join('')}</w:tr>`;
    });
    return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${written.join('')}</w:tbl>`;
  });

/** Ends with a paragraph, as Word's do. */
export const anyWordBody = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: paragraph },
        { weight: 1, arbitrary: table },
        {
          weight: 1,
          arbitrary: paragraph.map((inner) => `<w:sdt><w:sdtPr><w:id w:val="2"/></w:sdtPr><w:sdtContent>${inner}</w:sdtContent></w:sdt>`),
        },
      ),
      { minLength: 1, maxLength: 7 },
    ),
    paragraph,
  )
  .map(([blocks, last]) => `${blocks.join('')}${last}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`);
