/** The look of a supplied presentation: as the template of a presentation, or as a design for anything else. */
import { Refusal } from '../base/refusal.ts';
import { P } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { firstElementOf } from '../ooxml/xml-tree.ts';
import { designOfTheme, type CopiedLook, type NotCopied } from './copied-look.ts';
import { readDeckTemplate, type DeckTemplate } from './deck-template.ts';
import { themeOf, type FileTheme } from './theme-part.ts';

const kindOf = (type: string): string => type.slice(type.lastIndexOf('/') + 1);

/** Pictures and objects of masters and layouts that lie outside of the file. */
function linksOutside(opened: OfficePackage): boolean {
  return [...opened.namesByKey.values()]
    .filter((name) => /\/(?:slideMasters|slideLayouts|theme)\/[^/]+\.xml$/.test(name))
    .some((name) => relationshipsOf(opened, name).some(({ external, type }) => external && kindOf(type) !== 'hyperlink'));
}

/** What a template of this kind does not give. */
function leftOut({ slides, chosen, numbered }: DeckTemplate): NotCopied[] {
  const left: NotCopied[] = [];
  if (slides > 0)
    left.push({
      what: slides === 1 ? 'its slide' : `its ${slides} slides`,
      reason: 'They are examples or the content of another presentation; with them go their notes, comments, sections and media.',
    });
  if (chosen.two === undefined)
    left.push({
      what: 'two columns in placeholders',
      reason: 'It has no layout with two places side by side; they are drawn in its free area.',
    });
  if (!numbered) left.push({ what: 'slide numbers', reason: 'Its own slides show none.' });
  return left;
}

const SHOWN_MAX = 40;
const HOLDS: Readonly<Record<string, string>> = {
  title: 'title',
  ctrTitle: 'title',
  subTitle: 'subtitle',
  body: 'text',
  obj: 'content',
  pic: 'picture',
  chart: 'chart',
  tbl: 'table',
};

/** Its layouts with what each holds, for an agent that makes slides in them. */
function describeTemplate({ layouts, chosen, size, free, theme }: DeckTemplate): string {
  const uses = Object.entries(chosen).flatMap(([role, layout]) => (layout === undefined ? [] : [`${role}: "${layout.name}"`]));
  const lines = layouts.slice(0, SHOWN_MAX).map(({ name, placeholders }) => {
    const held = placeholders.flatMap(({ type }) => HOLDS[type] ?? []);
    return `- "${name}" holds ${held.length === 0 ? 'nothing' : held.join(', ')}`;
  });
  return [
    'The slides are made in a presentation that was supplied as their template: its backgrounds, colours and faces stay, so set no design of your own.',
    `Slides measure ${size.w.toFixed(1)} × ${size.h.toFixed(1)} inches; compositions and canvases have ${free.w.toFixed(1)} × ${free.h.toFixed(1)} inches below the title. Use var(--accent), var(--text), var(--card) and the other named colours in canvases. Faces: ${theme.faces.major}, ${theme.faces.minor}.`,
    `Its layouts:\n${lines.join('\n')}`,
    `Which serves what: ${uses.join('; ')}. A slide that is to be in another one names it: ::slide{layout="Its name"}.`,
  ].join('\n');
}

function asTemplate(file: Uint8Array): CopiedLook {
  const template = readDeckTemplate(file);
  const { theme, layouts, size, footer } = template;
  return {
    template: { file },
    design: designOfTheme(theme),
    copied: [
      `its master and ${layouts.length === 1 ? 'layout' : `${layouts.length} layouts`}, byte for byte`,
      `theme colours and faces (${[...new Set([theme.faces.major, theme.faces.minor])].filter((face) => face !== '').join(', ') || 'as the theme leaves them'})`,
      'backgrounds, logos and decoration of its layouts',
      `slide size ${Math.round(size.w * 2.54 * 10) / 10} × ${Math.round(size.h * 2.54 * 10) / 10} cm`,
      ...(footer === undefined ? [] : [`the footer "${footer}"`]),
    ],
    notCopied: leftOut(template),
    told: describeTemplate(template),
  };
}

function themeOfFile(opened: OfficePackage): FileTheme {
  const masters = relationshipsOf(opened, opened.mainPart).filter(({ type, external }) => !external && kindOf(type) === 'slideMaster');
  const name = masters.map(({ target }) => partNamed(opened, target)).find((part) => part !== undefined);
  return themeOf(opened, name ?? opened.mainPart);
}

const asDesign = (opened: OfficePackage, notCopied: NotCopied[]): CopiedLook => ({
  design: designOfTheme(themeOfFile(opened)),
  copied: ['theme colours', 'theme faces', 'colours of charts'],
  notCopied,
});

/** @throws Refusal file_rejected */
export function copyDeckLook(file: Uint8Array, format: string): CopiedLook {
  const opened = openOfficePackage(file);
  const layouts: NotCopied = {
    what: 'layouts, backgrounds and decoration',
    reason: `They are of slides; a ${format} file has none of them.`,
  };
  if (format !== 'pptx') return asDesign(opened, [layouts]);
  if (linksOutside(opened))
    return asDesign(opened, [
      { what: 'the template', reason: 'Its masters or layouts show pictures that lie outside of the file; save them in it.' },
    ]);
  try {
    return asTemplate(file);
  } catch (error) {
    if (!(error instanceof Refusal) || firstElementOf(readXmlPart(opened, opened.mainPart).root, 'sldMasterIdLst', P) === undefined)
      throw error;
    return asDesign(opened, [{ what: 'the template', reason: error.message }]);
  }
}
