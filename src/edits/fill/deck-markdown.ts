/** Markdown into a presentation: alone in its paragraph it becomes paragraphs and lists in the look of the tag. */
import { A } from '../../ooxml/names.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { elementsOf } from '../../ooxml/xml-tree.ts';
import { addFault, valueOfTag, type Filling } from './filling.ts';
import { linesOf, writeLine, type MarkdownLine, type ReadMarkdown } from './markdown-runs.ts';
import type { Place } from './program.ts';
import type { Tag } from './read-tag.ts';
import type { TextTag } from './text-blocks.ts';
import { lookOf, runsIn } from './text-part.ts';

const STEP_EMU = 285_750;

function propertiesOf({ kind, level }: MarkdownLine, own: string, prefix: string): string {
  if (kind !== 'bullet' && kind !== 'number') return own;
  const sign =
    kind === 'bullet'
      ? `<${prefix}buFont typeface="Arial"/><${prefix}buChar char="•"/>`
      : `<${prefix}buFont typeface="+mj-lt"/><${prefix}buAutoNum type="arabicPeriod"/>`;
  return `<${prefix}pPr marL="${STEP_EMU * (level + 1)}" indent="-${STEP_EMU}">${sign}</${prefix}pPr>`;
}

/** The place of `{{md …}}` on a slide: its paragraph where it is alone in it, else its words. */
export function deckMarkdownPlace(
  filling: Filling,
  read: ReadMarkdown,
  part: XmlPart,
  tag: TextTag & { tag: Tag & { kind: 'value' } },
): Place {
  const { run, paragraph } = tag;
  const { element } = paragraph;
  const whole = tag.fellows === 1 && paragraph.text.trim() === tag.text;
  const span = whole ? element : run;
  const prefix = element.name.slice(0, element.name.indexOf(':') + 1);
  const own = elementsOf(element, 'pPr', A)[0];
  const properties = own === undefined ? '' : part.source.slice(own.start, own.end);
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
      const look = lookOf(part.source, run);
      const words = (line: MarkdownLine): string =>
        writeLine(look, line.kind === 'heading' ? line.runs.map((one) => ({ ...one, bold: true })) : line.runs, runsIn);
      if (!whole && lines.length > 1) addFault(filling, tag, 'Markdown of several paragraphs stands in a paragraph of its own', 'data');
      if (!whole) return lines[0] === undefined ? '' : words(lines[0]);
      if (lines.length === 0) return `<${element.name}>${properties}</${element.name}>`;
      return lines.map((line) => `<${element.name}>${propertiesOf(line, properties, prefix)}${words(line)}</${element.name}>`).join('');
    },
  };
}
