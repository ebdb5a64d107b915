/** Which samples of scripts/gallery/ the page docs/gallery.md shows, and the text of that page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MadeFormat } from '../../src/review/define-rule.ts';
import { pictureName } from './prepare-pages.ts';

const FOLDER = fileURLToPath(new URL('../gallery/', import.meta.url));

interface Sample {
  /** Below scripts/gallery/, without `.md`. */
  name: string;
  format: MadeFormat;
  title: string;
  /** What to look at, in a sentence. */
  says: string;
  /** Pages that the picture shows. */
  pages: readonly number[];
}

export const GALLERY: readonly Sample[] = [
  {
    name: 'memo.en',
    format: 'docx',
    title: 'A memo in Word',
    says: 'Plain Markdown; the head, the look and the length follow from the words.',
    pages: [1],
  },
  { name: 'letter.en', format: 'pdf', title: 'A letter as PDF', says: 'A letterhead with a window for the address.', pages: [1] },
  { name: 'minutes.en', format: 'docx', title: 'Minutes in Word', says: 'Who was there, what was decided, who does what.', pages: [1] },
  {
    name: 'contract.en',
    format: 'docx',
    title: 'A contract in Word',
    says: 'Clauses that are counted, references that follow them, signatures.',
    pages: [1, 2],
  },
  {
    name: 'report-short.en',
    format: 'docx',
    title: 'A short report in Word',
    says: 'Key figures, a chart whose figures can be edited, a table with typed columns.',
    pages: [1, 2],
  },
  {
    name: 'report-long.en',
    format: 'docx',
    title: 'A long report in Word',
    says: 'Cover and contents come by themselves.',
    pages: [1, 2, 3, 4],
  },
  {
    name: 'decks/hub.en',
    format: 'pptx',
    title: 'A presentation',
    says: 'Typed layouts, native charts and diagrams, notes.',
    pages: [1, 3, 8, 11],
  },
  {
    name: 'books/sales.en',
    format: 'xlsx',
    title: 'A workbook',
    says: 'Sheets with live formulas, totals, key figures and charts.',
    pages: [1, 2],
  },
];

/** Lines of a source that are shown; the rest is in the repository. */
const LINES_MAX = 40;

export const sampleText = (name: string): string => readFileSync(`${FOLDER}${name}.md`, 'utf8');

/** The name of its picture, which changes with the source, so that an old one is not shown for a new text. */
export const samplePicture = ({ name, format }: Sample): string => pictureName(`${format}\n${sampleText(name)}`);

/** docs/gallery.md. */
export function galleryPage(): string {
  const parts = GALLERY.map((sample) => {
    const lines = sampleText(sample.name).trimEnd().split('\n');
    const rest =
      lines.length > LINES_MAX ? `\n\nand ${lines.length - LINES_MAX} lines more, in \`scripts/gallery/${sample.name}.md\`.` : '';
    const fence = '`````';
    return `## ${sample.title}\n\n${sample.says}\n\n![${sample.title}: pages ${sample.pages.join(', ')}](pictures/samples/${samplePicture(sample)})\n\n${fence}markdown\n${lines.slice(0, LINES_MAX).join('\n')}\n${fence}${rest}\n`;
  });
  return `# Gallery

Documents that Octavo made of the Markdown below them, with no look chosen by hand. Written by \`npm run gen\`; \`npm run docs:pictures\` makes the
pictures, and \`npm run gallery\` all samples as files.

${parts.join('\n')}
## One text, many designs

\`design:\` in the front matter sets palette, faces, sizes and forms ([designs](design.md)).

![The same text in several designs](pictures/designs.png)
`;
}
