/** Markdown into a Word template: alone in its paragraph it becomes paragraphs, headings and lists in the styles of the file. */
import { OFFICE_RELATIONSHIP, W } from '../../ooxml/names.ts';
import { addRelationship } from '../../ooxml/change-package.ts';
import type { OfficePackage, XmlPart } from '../../ooxml/office-package.ts';
import type { WordFile } from '../../ooxml/word-file.ts';
import { elementsOf } from '../../ooxml/xml-tree.ts';
import { needList, type NeededList } from '../docx/mechanics/need-list.ts';
import { needStyle } from '../docx/mechanics/need-style.ts';
import { addFault, valueOfTag, type Filling } from './filling.ts';
import { linesOf, writeLine, type MarkdownLine, type ReadMarkdown } from './markdown-runs.ts';
import type { Place } from './program.ts';
import type { TextTag } from './text-blocks.ts';
import { lookOf, runsIn, type RunLook } from './text-part.ts';
import type { Tag } from './read-tag.ts';

export interface WordMarkdown {
  opened: OfficePackage;
  filling: Filling;
  /** The template, for the styles and lists that it has. */
  file(): WordFile;
  read: ReadMarkdown;
}

type ValueTag = TextTag & { tag: Tag & { kind: 'value' } };

/** Paragraphs of the lines; the words take the look of the tag, but headings and quotes that of their style. */
function paragraphs(
  { opened, file, filling }: WordMarkdown,
  part: XmlPart,
  tag: ValueTag,
  lines: readonly MarkdownLine[],
  link: (address: string) => string,
): string {
  const { element } = tag.paragraph;
  const own = elementsOf(element, 'pPr', W)[0];
  const properties = own === undefined ? '' : part.source.slice(own.start, own.end);
  const look = lookOf(part.source, tag.run);
  const plain: RunLook = { ...look, look: '' };
  const prefix = element.name.slice(0, element.name.indexOf(':') + 1);
  const lists = new Map<number, NeededList>();
  const listOf = (line: MarkdownLine): NeededList => {
    let list = lists.get(line.list);
    if (list === undefined) {
      list = needList(file(), line.kind === 'number');
      list.finish?.(opened);
      lists.set(line.list, list);
    }
    return list;
  };
  const styled = (name: string): string | undefined => {
    const style = needStyle(file(), name, 'paragraph');
    if ('rejected' in style) return undefined;
    style.finish?.(opened);
    return `<${prefix}pPr>${style.xml}</${prefix}pPr>`;
  };
  return lines
    .map((line) => {
      const style = line.kind === 'heading' ? styled(`heading ${line.level}`) : line.kind === 'quote' ? styled('quote') : undefined;
      const listed =
        line.kind === 'bullet' || line.kind === 'number'
          ? `<${prefix}pPr>${listOf(line).numPr(Math.min(2, line.level))}</${prefix}pPr>`
          : undefined;
      const runs = writeLine(style === undefined ? look : plain, line.runs, runsIn, link);
      if (runs === '' && line.kind === 'heading') addFault(filling, tag, 'a heading of its Markdown is empty', 'data');
      return `<${element.name}>${style ?? listed ?? properties}${runs}</${element.name}>`;
    })
    .join('');
}

/** The place of `{{md …}}`: its paragraph where it is alone in it, else its words. */
export function markdownPlace(tools: WordMarkdown, part: XmlPart, tag: ValueTag): Place {
  const { filling, opened, read } = tools;
  const { run, paragraph } = tag;
  const alone = tag.fellows === 1 && paragraph.text.trim() === tag.text && run.parent === paragraph.element;
  const whole = alone && !elementsOf(paragraph.element, 'pPr', W).some((one) => elementsOf(one, 'sectPr').length > 0);
  const span = whole ? paragraph.element : run;
  const link = (address: string): string =>
    addRelationship(opened, part.name, { type: `${OFFICE_RELATIONSHIP}hyperlink`, target: address, external: true });
  return {
    start: span.start,
    end: span.end,
    render(scope) {
      const value = valueOfTag(filling, tag, tag.tag.piped, scope);
      if (value === undefined) return part.source.slice(span.start, span.end);
      if (value !== null && typeof value !== 'string') {
        addFault(filling, tag, 'Markdown is a text', 'data');
        return '';
      }
      const lines = linesOf(read(value ?? ''));
      if (whole) return lines.length === 0 ? `<${paragraph.element.name}/>` : paragraphs(tools, part, tag, lines, link);
      const [first, ...more] = lines;
      if (more.length > 0) addFault(filling, tag, 'Markdown of several paragraphs stands in a paragraph of its own', 'data');
      return first === undefined
        ? ''
        : writeLine(lookOf(part.source, run), first.runs, runsIn, run.parent?.local === 'p' ? link : undefined);
    },
  };
}
