import { A, OFFICE_RELATIONSHIP, R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addRelationship, removeRelationship } from '../../../ooxml/change-package.ts';
import { firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { prependContent, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { readXmlPart, type XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { defineEdit, isRejected, reject, type Rejected } from '../../define-edit.ts';
import { changeRuns } from '../mechanics/change-runs.ts';
import { chooseWords, paragraphsAt, saidIn, wordsFields } from '../mechanics/choose-words.ts';
import { addressNow, findObject, findSlide, type DeckObject } from '../mechanics/deck-objects.ts';
import { promiseId } from '../mechanics/new-object.ts';
import { spelledIn } from '../mechanics/new-slide.ts';

const SAFE = /^(?:https?:\/\/[^\s/]\S*|mailto:[^\s@]+@\S+|tel:[+\d][\d ()-]*)$/i;

const schema = z
  .strictObject({
    op: z.literal('set_link'),
    target: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'Address of a shape, picture or group, which is linked as a whole (s2.sh3), or of a paragraph, cell or notes, whose words are.',
      ),
    ...wordsFields,
    url: z
      .string()
      .max(2_000)
      .refine(
        (url) => url === '' || SAFE.test(url),
        'This must be an address that begins with https:, http:, mailto: or tel:, or empty to take the link away.',
      )
      .optional()
      .describe("https:, http:, mailto: or tel:; '' takes the link away."),
    slide: z.string().min(1).max(200).optional().describe('In the place of url: a slide of this presentation, s3.'),
    tip: z.string().max(500).optional().describe('What is shown above it.'),
  })
  .refine(({ url, slide }) => (url === undefined) !== (slide === undefined), 'Give either url or slide.');
type Fields = z.infer<typeof schema>;

interface LinkTo {
  relationship: { type: string; target: string; external?: true };
  action: string;
  says: string;
}

/** Where the link leads; null to none. */
function leadsTo(file: DeckFile, { url, slide }: Fields): LinkTo | null | Rejected {
  if (slide !== undefined) {
    const found = findSlide(file, slide);
    if ('rejected' in found) return found;
    return {
      relationship: { type: `${OFFICE_RELATIONSHIP}slide`, target: found.slide.part.name },
      action: ' action="ppaction://hlinksldjump"',
      says: slide,
    };
  }
  if (url === undefined || url === '') return null;
  return { relationship: { type: `${OFFICE_RELATIONSHIP}hyperlink`, target: url, external: true }, action: '', says: url };
}

const linkOf = (holder: XmlElement): XmlElement | undefined => firstElementOf(holder, 'hlinkClick', A);

const objectEdits = ({ part, properties }: DeckObject, xml: string): XmlEdit[] => {
  const known = linkOf(properties);
  return [...(known === undefined ? [] : [removeNode(known)]), ...(xml === '' ? [] : [prependContent(part, properties, xml)])];
};

interface Planned {
  part: XmlPart;
  edits: XmlEdit[];
  linked: boolean;
  text: string;
}

/** A thing as a whole, where no words of it are named. */
function planObject(file: DeckFile, fields: Fields, xml: string): Planned | Rejected | undefined {
  const now = addressNow(file, fields.target);
  if (typeof now !== 'string') return now;
  if (fields.find !== undefined || !/^s\d+\.(?:sh|img|d|g|chart|t)\d+$/.test(now)) return undefined;
  const found = findObject(file, fields.target);
  if ('rejected' in found) return found;
  if (found.kind === 'table' || found.kind === 'chart')
    return reject(
      'unsupported',
      `${fields.target} is a ${found.kind}, which PowerPoint does not link; link words of its cells, or a shape.`,
    );
  return { part: found.part, edits: objectEdits(found, xml), linked: linkOf(found.properties) !== undefined, text: fields.target };
}

function planWords(file: DeckFile, fields: Fields, xml: string): Planned | Rejected {
  const paragraphs = paragraphsAt(file, fields.target);
  if (isRejected(paragraphs)) return paragraphs;
  const chosen = chooseWords(paragraphs, fields);
  if (isRejected(chosen)) return chosen;
  const [first] = chosen;
  if (first === undefined || saidIn(chosen).trim() === '')
    return reject('target_not_found', `There are no words at ${fields.target} to link.`);
  // in DrawingML a link of words names their part's relationship
  const edits = chosen.flatMap(({ paragraph, stretches }) => changeRuns(paragraph, stretches, { children: { hlinkClick: xml } }, false));
  const linked = chosen.some(({ paragraph }) => [...walkElements(paragraph.element)].some((one) => linkOf(one) !== undefined));
  return { part: first.paragraph.part, edits, linked, text: saidIn(chosen) };
}

export const setDeckLink = defineEdit<DeckFile, Fields>({
  op: 'set_link',
  format: 'pptx',
  summary: 'Links a shape, a picture or words to an address or to another slide, or takes a link away',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such thing, slide or text',
    ambiguous_target: 'the words are in several places and `all` is not set',
    no_effect: 'there is no link to take away',
    unsupported: 'it is a table or a chart',
  },
  schema,
  plan(file, fields) {
    const to = leadsTo(file, fields);
    if (to !== null && 'rejected' in to) return to;
    const { opened, main } = file;
    const now = addressNow(file, fields.target);
    if (typeof now !== 'string') return now;
    const slide = file.slides.find(({ address }) => now === address || now.startsWith(`${address}.`));
    const id = to === null ? '' : promiseId(opened, slide?.part.name ?? main.name);
    const tip = fields.tip === undefined || fields.tip === '' ? '' : ` tooltip="${escapeAttribute(fields.tip)}"`;
    const names = `xmlns:a="${spelledIn(main, A)}" xmlns:r="${spelledIn(main, R)}"`;
    const xml = to === null ? '' : `<a:hlinkClick ${names} r:id="${id}"${to.action}${tip}/>`;
    const planned = planObject(file, fields, xml) ?? planWords(file, fields, xml);
    if (isRejected(planned)) return planned;
    const { part, edits, linked, text } = planned;
    if (to === null && !linked) return reject('no_effect', `There is no link at ${fields.target}.`);
    return {
      parts: [{ part: part.name, edits }],
      before: text,
      after: to === null ? 'no link' : `${text} → ${to.says}`,
      finish(written) {
        if (to !== null) addRelationship(written, part.name, { id, ...to.relationship });
        // relationships of links that are gone
        const used = new Set(
          [...walkElements(readXmlPart(written, part.name).root)].flatMap((one) =>
            one.attributes.filter(({ uri }) => uri === R).map(({ value }) => value),
          ),
        );
        const old = [...walkElements(part.root)]
          .filter(({ local }) => local === 'hlinkClick')
          .flatMap((one) => one.attributes.filter(({ uri }) => uri === R).map(({ value }) => value));
        for (const gone of new Set(old)) if (gone !== '' && !used.has(gone)) removeRelationship(written, part.name, gone);
      },
    };
  },
  examples: [
    {
      name: 'nothing to take away',
      operation: { op: 'set_link', target: 's1.sh1.p1', url: '' },
      given: '<a:p><a:r><a:t>Plan</a:t></a:r></a:p>',
      expected: { rejected: 'no_effect' },
    },
    {
      name: 'words to an address',
      operation: { op: 'set_link', target: 's1.sh1.p1', find: 'Plan', url: 'https://example.com/plan' },
      given: '<a:p><a:r><a:t>The Plan</a:t></a:r></a:p>',
      expected: `<a:p><a:r><a:t>The </a:t></a:r><a:r><a:rPr><a:hlinkClick xmlns:a="${A}" xmlns:r="${R}" r:id="rIdNew1"/></a:rPr><a:t>Plan</a:t></a:r></a:p>`,
    },
  ],
});
