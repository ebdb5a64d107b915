import { P } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { sitesOf } from '../mechanics/connection-sites.ts';
import { CONNECTOR_KINDS, connect, type End } from '../mechanics/connector-path.ts';
import { officeColor, solidFill } from '../../office/theme-colors.ts';
import { findObject, type DeckObject } from '../mechanics/deck-objects.ts';
import { placeOf } from '../mechanics/frames.ts';
import { frameOf } from '../mechanics/layouts.ts';
import { inkXml, lookOf } from '../mechanics/slide-look.ts';
import { addToSlide, frameXml, headXml, namesOf, numberFor } from '../mechanics/new-object.ts';

const place = z.string().min(1).max(200);
const schema = z.strictObject({
  op: z.literal('add_connector'),
  target: place.describe('Address of the thing where it begins: s2.sh1.'),
  to: place.describe('Address of the thing on the same slide where it ends.'),
  kind: z.enum(CONNECTOR_KINDS).optional().describe('straight where absent.'),
  arrow: z.enum(['none', 'end', 'start', 'both']).optional().describe('end where absent.'),
  color: officeColor.optional().describe('RRGGBB or a colour of the theme; absent: that of its text.'),
  width_pt: z.number().min(0.25).max(50).optional().describe('1.5 where absent.'),
  dashed: z.boolean().optional(),
  alt: textFits(1, 2_000).optional().describe('What it says, for those who do not see it.'),
});

const GEOMETRIES = { straight: 'straightConnector1', elbow: 'bentConnector3', curved: 'curvedConnector3' } as const;
const EMU_PER_PT = 12_700;
const USUAL_PT = 1.5;
const DEGREE = 60_000;

function endOf(file: DeckFile, object: DeckObject): End | undefined {
  const frame = placeOf(file, object);
  if (frame === undefined) return undefined;
  const own = frameOf(object.element);
  const isOn = (name: string): boolean => /^(?:1|true)$/.test((own && attributeOf(own, name)) ?? '');
  return {
    frame,
    degrees: Number((own && attributeOf(own, 'rot')) ?? 0) / DEGREE,
    flipH: isOn('flipH'),
    flipV: isOn('flipV'),
    sites: sitesOf(firstElementOf(object.element, 'spPr', P), frame),
  };
}

export const addConnector = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'add_connector',
  format: 'pptx',
  summary: 'Ties two things of a slide together with a line that follows them when they are moved in PowerPoint',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such thing',
    no_effect: 'both are the same thing',
    unsupported: 'they are on two slides, lie in a group, or one of them is a line',
  },
  schema,
  plan(file, fields) {
    const from = findObject(file, fields.target);
    if ('rejected' in from) return from;
    const to = findObject(file, fields.to);
    if ('rejected' in to) return to;
    if (from.slide.address !== to.slide.address) return reject('unsupported', `${fields.target} and ${fields.to} are on two slides.`);
    if (from.address === to.address) return reject('no_effect', `${fields.target} cannot be tied to itself.`);
    const wrong = [from, to].find(
      ({ element, kind }) => element.parent?.local === 'grpSp' || kind === 'group' || element.local === 'cxnSp',
    );
    if (wrong !== undefined)
      return reject('unsupported', `${wrong.address} is a line or a group, or lies in a group; connectors tie single things together.`);
    const ends = [endOf(file, from), endOf(file, to)] as const;
    if (ends[0] === undefined || ends[1] === undefined)
      return reject('unsupported', `${ends[0] === undefined ? fields.target : fields.to} has no place of its own, and none in its layout.`);
    const kind = fields.kind ?? 'straight';
    const path = connect(ends[0], ends[1], kind);
    const tie = (name: string, object: DeckObject, site: number | undefined): string =>
      site === undefined ? '' : `<a:${name} id="${attributeOf(object.properties, 'id') ?? ''}" idx="${site}"/>`;
    const ties = tie('stCxn', from, path.from) + tie('endCxn', to, path.to);
    const turn = `${path.degrees === 0 ? '' : ` rot="${path.degrees * DEGREE}"`}${path.flipH ? ' flipH="1"' : ''}${path.flipV ? ' flipV="1"' : ''}`;
    const arrow = fields.arrow ?? 'end';
    const heads = `${arrow === 'start' || arrow === 'both' ? '<a:headEnd type="triangle"/>' : ''}${arrow === 'end' || arrow === 'both' ? '<a:tailEnd type="triangle"/>' : ''}`;
    const line = `<a:ln w="${Math.round((fields.width_pt ?? USUAL_PT) * EMU_PER_PT)}">${fields.color === undefined ? inkXml(lookOf(file, from.slide, path.frame)) || solidFill('text') : solidFill(fields.color)}${fields.dashed === true ? '<a:prstDash val="dash"/>' : ''}${heads}</a:ln>`;
    const xml =
      `<p:cxnSp ${namesOf(file)}><p:nvCxnSpPr>${headXml(numberFor(from.slide, undefined), 'Connector', fields.alt)}<p:cNvCxnSpPr>${ties}</p:cNvCxnSpPr><p:nvPr/></p:nvCxnSpPr>` +
      `<p:spPr>${frameXml(path.frame, 'a', turn)}<a:prstGeom prst="${GEOMETRIES[kind]}"><a:avLst/></a:prstGeom>${line}</p:spPr></p:cxnSp>`;
    const added = addToSlide(from.slide, 'drawing', xml);
    if (isRejected(added)) return added;
    const loose = [path.from === undefined ? from : undefined, path.to === undefined ? to : undefined].filter((one) => one !== undefined);
    return {
      ...added,
      after: `${kind === 'elbow' ? 'an' : 'a'} ${kind} connector from ${fields.target} to ${fields.to}`,
      ...(loose.length === 0
        ? {}
        : {
            message: `It ends at ${loose.map(({ address }) => address).join(' and ')} without being tied: that form has no points for lines.`,
          }),
    };
  },
  examples: [
    {
      name: 'no such thing',
      operation: { op: 'add_connector', target: 's1.sh1', to: 's1.sh4' },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
