/** The design of a text that an agent works on: the object in the front matter, which it changes field by field. */
import type { TextState } from '../../agent/text-desk.ts';
import { checkDesign, designText, type Design } from '../../document/design.ts';
import { readMarkdown } from '../../readers/markdown.ts';
import type { MakeInput } from '../make.ts';

type Fields = TextState['design'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (design: Design): Fields => JSON.parse(designText(design)) as Fields;

/** What the text comes with; what was planned where it comes with none. */
export function designOf({ markdown }: Pick<MakeInput, 'markdown'>, planned: Design | undefined): Fields {
  const own = readMarkdown(markdown, { pictures: 0 }).value.meta.design;
  const design = own ?? planned;
  return design === undefined ? {} : fieldsOf(design);
}

function merged(design: Fields, patch: Record<string, unknown>): Fields {
  const fields = Object.entries(patch).map(([key, value]): [string, unknown] => {
    const before = design[key];
    return [key, isObject(value) ? merged(isObject(before) ? before : {}, value) : value];
  });
  return Object.fromEntries(Object.entries({ ...design, ...Object.fromEntries(fields) }).filter(([, value]) => value !== null));
}

/** Fields that the patch names take the place of theirs; null takes one out. */
export function patchDesign(design: Fields, patch: Record<string, unknown>): { design: Fields } | { problems: string[] } {
  const { design: next, problems } = checkDesign(merged(design, patch));
  return problems.length > 0 || next === undefined ? { problems } : { design: fieldsOf(next) };
}

const FRONT = /^(\uFEFF?---[ \t]*\n)([^]*?\n)((?:---|\.\.\.)[ \t]*(?:\n|$))/;
/** The field, on its line or on the indented lines under it. */
const DESIGN_LINES = /^design:.*\n(?:[ \t]+.*\n|[ \t]*\n(?=[ \t]))*/m;

/** The text with this design in its front matter, in the place of its own. */
export function withDesign(markdown: string, design: Fields): string {
  if (Object.keys(design).length === 0) return markdown;
  const line = `design: ${JSON.stringify(design)}\n`;
  const [front, open = '', fields = '', close = ''] = FRONT.exec(markdown) ?? [];
  if (front === undefined) return `---\n${line}---\n\n${markdown}`;
  return `${open}${fields.replace(DESIGN_LINES, '')}${line}${close}${markdown.slice(front.length)}`;
}
