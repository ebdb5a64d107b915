import { z } from 'zod';
import { W14 } from '../../../ooxml/names.ts';
import { appendContent, insertAfter, prependContent, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { openRevision, runContent } from '../mechanics/change-text.ts';
import { cutRun } from '../mechanics/cut-run.ts';
import { isPromptKnown } from '../mechanics/control-states.ts';
import { tell } from '../mechanics/find-target.ts';
import { findWords, runsOfWords, type Words } from '../mechanics/find-words.ts';
import { fillControl } from '../mechanics/fill-control.ts';
import { needStyle } from '../mechanics/need-style.ts';
import { CONTROL_IDS, findControl, refuseFilling, type WordControl } from '../mechanics/word-controls.ts';
import { baseOf, faceOf } from '../mechanics/running-text.ts';
import { controlRanges, trackControl, wrapRuns } from '../mechanics/track-runs.ts';
import { wrapWords } from '../mechanics/wrap-words.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

const target = z.string().min(1).max(200).describe('Address of a content control, control2; or its title or tag.');
const expect = z.string().max(100_000).optional();

const setSchema = z.strictObject({
  op: z.literal('set_control'),
  target,
  value: z
    .union([textFits(0, 100_000), z.boolean()])
    .describe('Text; of a drop-down one of its items, of a date 2027-03-01, of a checkbox true or false.'),
  expect,
});
const addSchema = z.strictObject({
  op: z.literal('add_control'),
  target: z.string().min(1).max(200).describe('Address of a paragraph, or of a cell: its first paragraph.'),
  find: textFits(1, 10_000)
    .optional()
    .describe('Words that it comes around, a checkbox in front of them; absent: at the end, a checkbox at the beginning.'),
  kind: z.enum(['text', 'date', 'dropdown', 'checkbox']),
  title: textFits(1, 64).optional(),
  tag: textFits(1, 64).optional().describe('Name for programs.'),
  items: z.array(textFits(1, 255)).min(1).max(200).optional().describe('Of a drop-down.'),
  prompt: textFits(1, 1_000).optional().describe('What it shows while it is empty.'),
  expect,
});
const deleteSchema = z.strictObject({ op: z.literal('delete_control'), target, expect });

const CHECKBOX = (checked: string): string =>
  `<w:p><w:sdt><w:sdtPr><w:alias w:val="Agreed"/><w14:checkbox xmlns:w14="${W14}"><w14:checked w14:val="${checked === '☒' ? '1' : '0'}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>${checked}</w:t></w:r></w:sdtContent></w:sdt></w:p>`;
const TEXT = (inner: string, more = ''): string =>
  `<w:p><w:sdt><w:sdtPr><w:tag w:val="client"/>${more}<w:text/></w:sdtPr><w:sdtContent><w:r><w:t>${inner}</w:t></w:r></w:sdtContent></w:sdt></w:p>`;

/** What is set at once and what a tracked change leaves to the reader of a report. */
const STATES: Readonly<Record<string, string>> = {
  checkbox: 'Word tracks the sign of a checkbox and not its state, which counts at once; reject_revision takes both back.',
  date: 'Word tracks the text of a date and not the day behind it, which counts at once; reject_revision takes both back.',
};
const LOST_PROMPT =
  'The words that stood there were a prompt, which nothing in the file tells but the mark that Word does not track: reject_revision gives them back as if they had been filled in.';

function messageOf(file: WordFile, control: WordControl): string | undefined {
  const state = STATES[control.kind];
  const isLost = control.prompts && control.kind !== 'checkbox' && !isPromptKnown(file.opened, control);
  return isLost ? [state ?? [], LOST_PROMPT].flat().join(' ') : state;
}

export const setControl = defineEdit<WordFile, z.infer<typeof setSchema>>({
  op: 'set_control',
  format: 'docx',
  summary: 'Fills a content control: a text, a date, an item of a drop-down, a checkbox; tracked, what it shows',
  tracked: true,
  refuses: {
    target_not_found: 'there is no such control',
    ambiguous_target: 'several have that title or tag',
    read_only_content: 'it is locked, shows data of the file, or holds more than text, tracked changes among that',
    unsupported: 'the value is not one that it takes',
    no_effect: 'it holds this already',
  },
  schema: setSchema,
  plan(file, fields, context) {
    const control = findControl(file, fields);
    if (isRejected(control)) return control;
    const refused = refuseFilling(control);
    if (refused !== null) return refused;
    if (String(fields.value) === control.text && !control.prompts) return reject('no_effect', `${control.address} holds this already.`);
    const made = fillControl(file, control, fields.value, context);
    if (isRejected(made)) return made;
    const part = control.part.name;
    const message = context.mode === 'tracked' ? messageOf(file, control) : undefined;
    return {
      parts: [{ part, edits: [...made.words, ...made.state] }],
      standing: [{ part, edits: made.state }],
      before: tell(control.text),
      after: tell(String(fields.value)),
      ...(message === undefined ? {} : { message }),
    };
  },
  examples: [
    {
      name: 'a text',
      operation: { op: 'set_control', target: 'client', value: 'Ana' },
      given: TEXT('Click', '<w:showingPlcHdr/>'),
      expected: TEXT('Ana'),
    },
    { name: 'a checkbox', operation: { op: 'set_control', target: 'Agreed', value: true }, given: CHECKBOX('☐'), expected: CHECKBOX('☒') },
    {
      name: 'tracked: the old words and the new ones',
      operation: { op: 'set_control', target: 'client', value: 'Ana' },
      mode: 'tracked',
      given: TEXT('Ben'),
      expected:
        '<w:p><w:sdt><w:sdtPr><w:tag w:val="client"/><w:text/></w:sdtPr><w:sdtContent><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>Ben</w:delText></w:r></w:del>' +
        '<w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:t>Ana</w:t></w:r></w:ins></w:sdtContent></w:sdt></w:p>',
    },
    {
      name: 'no such item',
      operation: { op: 'set_control', target: 'control1', value: 'c' },
      given:
        '<w:p><w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="a" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>a</w:t></w:r></w:sdtContent></w:sdt></w:p>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

type AddFields = z.infer<typeof addSchema>;
const PROMPTS = { text: 'Enter text', date: 'Choose a date', dropdown: 'Choose an item', checkbox: '' } as const;

/** The tags around the content, in the order of the schema. @param look of what will be filled in */
function controlTags(file: WordFile, { kind, title, tag, items }: AddFields, look: string | null): { open: string; close: string } {
  const { w } = file;
  const prompts = look !== null;
  const text = (local: string, value: string | undefined): string =>
    value === undefined ? '' : `<${w}${local} ${w}val="${escapeAttribute(value)}"/>`;
  const kinds = {
    text: `<${w}text/>`,
    date: `<${w}date><${w}dateFormat ${w}val="yyyy-MM-dd"/><${w}lid ${w}val="en-US"/><${w}storeMappedDataAs ${w}val="dateTime"/><${w}calendar ${w}val="gregorian"/></${w}date>`,
    dropdown: `<${w}dropDownList>${(items ?? []).map((item) => `<${w}listItem ${w}displayText="${escapeAttribute(item)}" ${w}value="${escapeAttribute(item)}"/>`).join('')}</${w}dropDownList>`,
    checkbox: `<w14:checkbox xmlns:w14="${W14}"><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>`,
  };
  const set = look === null || look === '' ? '' : `<${w}rPr>${look}</${w}rPr>`;
  const properties = `${set}${text('alias', title)}${text('tag', tag)}<${w}id ${w}val="${CONTROL_IDS + file.nextId()}"/>${prompts ? `<${w}showingPlcHdr/>` : ''}${kinds[kind]}`;
  return { open: `<${w}sdt><${w}sdtPr>${properties}</${w}sdtPr><${w}sdtContent>`, close: `</${w}sdtContent></${w}sdt>` };
}

/** The same as those of a control that comes as a tracked change. */
function markedTags(file: WordFile, tags: { open: string; close: string }, context: EditContext): { open: string; close: string } {
  if (context.mode === 'direct') return tags;
  const { before, first, last, behind } = controlRanges(file, 'ins', context);
  return { open: before + tags.open + first, close: last + tags.close + behind };
}

/** Words do not stick to what is beside them. @param space a run that holds one */
function spacesAround({ text, start }: Words, { kind, find }: AddFields, space: string): [before: string, behind: string] {
  if (kind === 'checkbox') return ['', find !== undefined || (text !== '' && start === 0 && !/^\s/.test(text)) ? space : ''];
  return [text !== '' && !/\s$/.test(text) ? space : '', ''];
}

/** An empty control at an end of the paragraph, or a checkbox in front of words. */
function place(file: WordFile, words: Words, fields: AddFields, xml: string): XmlEdit[] | Rejected {
  const { part, element } = words.paragraph;
  if (fields.find !== undefined) {
    const first = runsOfWords(file, words)[0];
    const isInside = first?.run.parent !== element;
    const cut = first === undefined || isInside ? null : cutRun(words.paragraph, first.first, first.from, { file, between: xml });
    return (
      cut ??
      reject('read_only_content', `No control can come there in ${words.paragraph.address}: the words lie in a link, a field or a change.`)
    );
  }
  if (fields.kind !== 'checkbox') return [appendContent(part, element, xml)];
  const properties = childOf(element, 'pPr');
  return [properties === undefined ? prependContent(part, element, xml) : insertAfter(properties, xml)];
}

export const addControl = defineEdit<WordFile, AddFields>({
  op: 'add_control',
  format: 'docx',
  summary: 'Adds a content control: a text, a date, a drop-down or a checkbox to fill in',
  tracked: true,
  refuses: {
    target_not_found: 'the words are not there',
    ambiguous_target: 'the words appear more than once',
    read_only_content: 'the words are in a link, a field, a tracked change, or a locked control',
    unsupported: 'a drop-down without items',
  },
  schema: addSchema,
  plan(file, fields, context) {
    const words = findWords(file, fields);
    if (isRejected(words)) return words;
    if ((fields.kind === 'dropdown') !== (fields.items !== undefined))
      return reject('unsupported', fields.kind === 'dropdown' ? 'A drop-down needs items.' : 'Only a drop-down takes items.');
    const { w } = file;
    const part = words.paragraph.part.name;
    const told = { before: tell(words.text), after: fields.title ?? fields.tag ?? fields.kind };
    if (fields.find !== undefined && fields.kind !== 'checkbox') {
      // the words stay in any case: only what comes around them is a change
      const tags = markedTags(file, controlTags(file, fields, null), context);
      const edits = wrapWords({ file, context: { ...context, mode: 'direct' }, words, ...tags, changes: new Map() });
      return isRejected(edits) ? edits : { parts: [{ part, edits }], ...told };
    }
    const prompts = fields.kind !== 'checkbox';
    const style = needStyle(file, 'placeholder text', 'character');
    if (isRejected(style)) return style;
    const face = faceOf(baseOf(file, words.paragraph));
    const [own, plain] = [[...face.values()].join(''), [...face].flatMap(([local, xml]) => (local === 'rFonts' ? [] : [xml])).join('')];
    const { open, close } = markedTags(file, controlTags(file, fields, prompts ? own : null), context);
    const look = prompts
      ? style.xml + own
      : `<${w}rFonts ${w}ascii="MS Gothic" ${w}eastAsia="MS Gothic" ${w}hAnsi="MS Gothic" ${w}hint="eastAsia"/>${plain}`;
    const shown = prompts ? (fields.prompt ?? PROMPTS[fields.kind]) : '\u2610';
    const space = `<${w}r>${own === '' ? '' : `<${w}rPr>${own}</${w}rPr>`}<${w}t xml:space="preserve"> </${w}t></${w}r>`;
    const [before, behind] = spacesAround(words, fields, space);
    const come = (run: string): string =>
      context.mode === 'direct' || run === '' ? run : `${openRevision(file, 'ins', context)}>${run}</${w}ins>`;
    const content = come(`<${w}r><${w}rPr>${look}</${w}rPr>${runContent(w, shown)}</${w}r>`);
    const xml = `${come(before)}${open}${content}${close}${come(behind)}`;
    const edits = place(file, words, fields, xml);
    if (isRejected(edits)) return edits;
    return { parts: [{ part, edits }], ...told, finish: (opened) => (prompts ? style.finish?.(opened) : undefined) };
  },
  examples: [
    {
      name: 'around words',
      operation: { op: 'add_control', target: 'p1', find: 'Ana', kind: 'text', title: 'Client' },
      given: '<w:p><w:r><w:t>Ana</w:t></w:r></w:p>',
      expected:
        '<w:p><w:sdt><w:sdtPr><w:alias w:val="Client"/><w:id w:val="700000001"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>Ana</w:t></w:r></w:sdtContent></w:sdt></w:p>',
    },
    {
      name: 'a drop-down at the end',
      operation: { op: 'add_control', target: 'p1', kind: 'dropdown', items: ['Yes', 'No'] },
      given: '<w:p><w:r><w:t>Agreed: </w:t></w:r></w:p>',
      expected:
        '<w:p><w:r><w:t>Agreed: </w:t></w:r><w:sdt><w:sdtPr><w:id w:val="700000001"/><w:showingPlcHdr/><w:dropDownList><w:listItem w:displayText="Yes" w:value="Yes"/><w:listItem w:displayText="No" w:value="No"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Choose an item</w:t></w:r></w:sdtContent></w:sdt></w:p>',
    },
    {
      name: 'a drop-down without items',
      operation: { op: 'add_control', target: 'p1', kind: 'dropdown' },
      given: '<w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

const isRange = ({ local }: XmlElement): boolean => /^customXml(?:Ins|Del)Range/.test(local);

/** Its tags go as a tracked change, and what it holds with them where that is a prompt. */
function trackGoing(
  file: WordFile,
  { part, element, content, address }: WordControl,
  isGone: boolean,
  context: EditContext,
): XmlEdit[] | Rejected {
  const { opening, closing } = trackControl(file, element, 'del', context);
  const beside = element.parent === undefined ? [] : elementsOf(element.parent);
  const before = beside[beside.indexOf(element) - 1];
  if (opening.length === 0 || elementsOf(content).some(isRange) || (before !== undefined && isRange(before)))
    return reject(
      'unsupported',
      opening.length === 0
        ? `${address} holds nothing, so that Word has no place for the marks of a tracked change; send it with mode direct.`
        : `${address} comes or goes as a tracked change already: accept or reject that first.`,
      [address],
    );
  const runs = isGone ? elementsOf(content) : [];
  return [...opening, ...wrapRuns({ file, source: part.source, context }, runs, 'del'), ...closing];
}

export const deleteControl = defineEdit<WordFile, z.infer<typeof deleteSchema>>({
  op: 'delete_control',
  format: 'docx',
  summary: 'Takes a content control away; what was filled in stays, a prompt goes',
  tracked: true,
  refuses: {
    target_not_found: 'there is no such control',
    read_only_content: 'it may not be deleted',
    unsupported: 'tracked, it comes or goes as a tracked change already, or holds nothing, not even a prompt',
  },
  schema: deleteSchema,
  plan(file, fields, context) {
    const control = findControl(file, fields);
    if (isRejected(control)) return control;
    const { part, element, properties, content, address, text, prompts } = control;
    if (/sdt/i.test(valueOf(childOf(properties, 'lock')) ?? ''))
      return reject('read_only_content', `${address} may not be deleted: it is locked.`, [address]);
    const isInLine = elementsOf(content).every(({ local }) => local === 'r');
    const isGone = content.contentStart === content.end || (prompts && isInLine);
    if (context.mode === 'tracked') {
      const edits = trackGoing(file, control, isGone, context);
      return isRejected(edits) ? edits : { parts: [{ part: part.name, edits }], before: tell(text), after: '' };
    }
    const edits = isGone
      ? [removeNode(element)]
      : [
          { start: element.start, end: content.contentStart, xml: '' },
          { start: content.contentEnd, end: element.end, xml: '' },
        ];
    return { parts: [{ part: part.name, edits }], before: tell(text), after: '' };
  },
  examples: [
    {
      name: 'its text stays',
      operation: { op: 'delete_control', target: 'client' },
      given: TEXT('Ana'),
      expected: '<w:p><w:r><w:t>Ana</w:t></w:r></w:p>',
    },
    {
      name: 'tracked: marks around its tags',
      operation: { op: 'delete_control', target: 'client' },
      mode: 'tracked',
      given: TEXT('Ana'),
      expected:
        '<w:p><w:customXmlDelRangeStart w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/><w:sdt><w:sdtPr><w:tag w:val="client"/><w:text/></w:sdtPr><w:sdtContent><w:customXmlDelRangeEnd w:id="1"/>' +
        '<w:r><w:t>Ana</w:t></w:r><w:customXmlDelRangeStart w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:sdtContent></w:sdt><w:customXmlDelRangeEnd w:id="2"/></w:p>',
    },
    {
      name: 'no such control',
      operation: { op: 'delete_control', target: 'control1' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
