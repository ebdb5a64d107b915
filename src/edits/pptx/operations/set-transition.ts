import { P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { insertAfter, removeNode, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { relationshipsOf } from '../../../ooxml/office-package.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { relationsOnlyIn, removeRelated } from '../../office/orphans.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { spelledIn } from '../mechanics/new-slide.ts';

const KINDS = ['none', 'cut', 'fade', 'push', 'wipe', 'cover', 'split', 'dissolve'] as const;

const schema = z.strictObject({
  op: z.literal('set_transition'),
  target: z.string().min(1).max(200).optional().describe('A slide: s2; all slides where absent.'),
  kind: z.enum(KINDS).describe('none takes the transition away; nothing then advances by itself either.'),
  speed: z.enum(['slow', 'medium', 'fast']).optional().describe('medium where absent.'),
  advance_after_s: z.number().min(0).max(86_400).optional().describe('Seconds after which the next slide comes; absent: on a click.'),
});
type Fields = z.infer<typeof schema>;

const SPEEDS = { slow: 'slow', medium: 'med', fast: 'fast' } as const;

/** What a slide has: the transition itself, or the choice between two of them that newer programs write. */
function transitionOf({ part }: DeckSlide): XmlElement | undefined {
  return elementsOf(part.root).find(
    (child) =>
      (child.local === 'transition' && child.uri === P) ||
      (child.local === 'AlternateContent' && [...walkElements(child)].some(({ local, uri }) => local === 'transition' && uri === P)),
  );
}

function transitionXml({ kind, speed = 'medium', advance_after_s: after }: Fields, uri: string): string {
  if (kind === 'none') return '';
  const time = after === undefined ? '' : ` advTm="${Math.round(after * 1000)}"`;
  return `<p:transition xmlns:p="${uri}" spd="${SPEEDS[speed]}"${time}><p:${kind}/></p:transition>`;
}

function slideEdits(slide: DeckSlide, xml: string): XmlEdit[] {
  const known = transitionOf(slide);
  if (known !== undefined)
    return slide.part.source.slice(known.start, known.end) === xml ? [] : [xml === '' ? removeNode(known) : replaceNode(known, xml)];
  if (xml === '') return [];
  // behind the colours and what is drawn (ISO/IEC 29500-1 §19.3.1.38)
  const before = elementsOf(slide.part.root).findLast(({ local }) => local === 'clrMapOvr' || local === 'cSld');
  return before === undefined ? [] : [insertAfter(before, xml)];
}

export const setTransition = defineEdit<DeckFile, Fields>({
  op: 'set_transition',
  format: 'pptx',
  summary: 'Sets how a slide, or every slide, comes in, or takes that away; animations on the slide stay',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide', no_effect: 'it is so already' },
  schema,
  plan(file, fields) {
    const found = fields.target === undefined ? null : findSlide(file, fields.target);
    if (found !== null && 'rejected' in found) return found;
    const slides = found === null ? file.slides : [found.slide];
    const xml = transitionXml(fields, spelledIn(file.main, P));
    const parts = [...new Map(slides.map((slide) => [slide.part.name, slide])).values()].flatMap((slide) => {
      const edits = slideEdits(slide, xml);
      const known = transitionOf(slide);
      return edits.length === 0
        ? []
        : [{ part: slide.part.name, edits, related: known === undefined ? new Set<string>() : relationsOnlyIn(slide.part, known) }];
    });
    if (parts.length === 0) return reject('no_effect', `${fields.target ?? 'Every slide'} is so already.`);
    return {
      parts: parts.map(({ part, edits }) => ({ part, edits })),
      after: `${fields.kind} on ${parts.length} ${parts.length === 1 ? 'slide' : 'slides'}`,
      finish(opened) {
        // a sound that only the transition played
        for (const { part, related } of parts)
          removeRelated(
            opened,
            part,
            [...related].filter((id) => relationshipsOf(opened, part).some((one) => one.id === id)),
          );
      },
    };
  },
  examples: [
    {
      name: 'all slides fade in',
      operation: { op: 'set_transition', kind: 'fade' },
      given: '<a:p/>',
      expected: '<a:p/>',
    },
    {
      name: 'there is none to take away',
      operation: { op: 'set_transition', target: 's1', kind: 'none' },
      given: '<a:p/>',
      expected: { rejected: 'no_effect' },
    },
  ],
});
