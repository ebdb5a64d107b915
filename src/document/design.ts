/**
 * A design: how a document looks, as one object that its author writes into the front matter (`design:`). It takes the place of
 * the palette, faces and forms that the service would choose; what it leaves open is chosen as always. Lengths are points where
 * a field does not end in `_cm`; colours are `#RRGGBB`, or the name of one of the palette's own.
 */
import { z } from 'zod';
import { readYaml } from './bounded-yaml.ts';
import { PALETTES } from './palette.ts';
import { ART_FAMILIES, PAIRINGS } from './theme-choice.ts';

const PALETTE_NAMES = Object.keys(PALETTES) as [keyof typeof PALETTES, ...(keyof typeof PALETTES)[]];
const PAIRING_NAMES = Object.keys(PAIRINGS) as [keyof typeof PAIRINGS, ...(keyof typeof PAIRINGS)[]];

/** Roles of a palette; each is six hexadecimal digits. */
const COLOR_ROLES = ['accent', 'deep', 'tint', 'bright', 'spot', 'paper', 'text'] as const;
export type ColorRole = (typeof COLOR_ROLES)[number];

const hex = z
  .string()
  .regex(/^#?[0-9A-Fa-f]{6}$/, 'takes a colour as #RRGGBB')
  .transform((value) => value.replace('#', '').toUpperCase());
const colorOrRole = z.union([z.enum([...COLOR_ROLES, 'white']), hex], 'takes a colour as #RRGGBB or a role of the palette');
const face = z.string().trim().min(1, 'takes the name of a face').max(100, 'takes the name of a face');
const points = (min: number, max: number): z.ZodNumber =>
  z.number().min(min, `takes ${min} to ${max} points`).max(max, `takes ${min} to ${max} points`);
const ratio = (min: number, max: number): z.ZodNumber => z.number().min(min, `takes ${min} to ${max}`).max(max, `takes ${min} to ${max}`);
const centimetres = (min: number, max: number): z.ZodNumber =>
  z.number().min(min, `takes ${min} to ${max} centimetres`).max(max, `takes ${min} to ${max} centimetres`);
const align = z.enum(['left', 'center', 'right']);

export const HEADING_RULES = ['none', 'below', 'above', 'bar'] as const;
export const TABLE_FORMS = ['ruled', 'filled', 'grid', 'banded', 'plain'] as const;
export const CALLOUT_FORMS = ['bar', 'box', 'filled'] as const;
export const COVER_FORMS = ['block', 'full', 'band', 'plain'] as const;
export const SLIDE_DECORATIONS = ['none', 'top', 'side', 'rule', 'frame', 'corner'] as const;

const paletteSchema = z
  .strictObject({
    accent: hex.describe('links, bullets, numbers, bars, the line over key figures'),
    deep: hex.describe('titles, headings, covers, rules of tables'),
    tint: hex.describe('ground of total rows, cards and key callouts; light'),
    bright: hex.describe('marks on deep ground'),
    spot: hex.describe('a second hue, for fills only'),
    paper: hex.describe('toned white of title pages and slides'),
    text: hex.describe('running text'),
  })
  .partial();

const facesSchema = z
  .strictObject({
    display: face.describe('titles and headings of level 1'),
    text: face.describe('all else'),
    code: face.describe('code'),
    bold_titles: z.boolean().describe('titles and headings of level 1 are bold'),
  })
  .partial();

const sizesSchema = z
  .strictObject({
    body: points(7, 24),
    title: points(14, 72),
    subtitle: points(9, 36),
    heading1: points(9, 48),
    heading2: points(9, 36),
    heading3: points(8, 28),
    heading4: points(8, 24),
    lead: points(9, 28),
    quote: points(9, 32),
    table: points(7, 16),
    caption: points(7, 14),
    footnote: points(7, 12),
    figure: points(12, 72).describe('values of key figures'),
  })
  .partial();

const spacingSchema = z
  .strictObject({
    line: ratio(0.8, 3).describe('of the running text, as a multiple of the line height of its face'),
    paragraph: points(0, 36).describe('after a paragraph'),
    density: ratio(0.5, 2).describe('factor on the space around headings, lists, captions, callouts and in tables'),
  })
  .partial();

const pageSchema = z
  .strictObject({
    left_cm: centimetres(0.5, 10),
    right_cm: centimetres(0.5, 10),
    top_cm: centimetres(0.5, 8),
    bottom_cm: centimetres(0.5, 8),
  })
  .partial();

const headingsSchema = z
  .strictObject({
    color: colorOrRole,
    align,
    caps: z.boolean().describe('levels 1 and 2 in capitals, spaced'),
    rule: z.enum(HEADING_RULES).describe('of level 1: a line below or above it, or a bar at its side'),
    numbered: z.boolean().describe('level 1 is numbered'),
  })
  .partial();

const COMPONENTS_MAX = 40;

/** The object; see docs/design.md for what each field does. */
export const designObject = z
  .strictObject({
    name: z.string().trim().min(1, 'takes a name').max(60, 'takes a name of at most 60 characters'),
    base: z.enum(PALETTE_NAMES).describe('a palette of the service to begin with'),
    pairing: z.enum(PAIRING_NAMES).describe('a pair of faces of the service to begin with'),
    palette: paletteSchema,
    faces: facesSchema,
    sizes: sizesSchema,
    spacing: spacingSchema,
    page: pageSchema,
    headings: headingsSchema,
    tables: z.strictObject({ form: z.enum(TABLE_FORMS), head: colorOrRole.describe('ground of the head of a filled table') }).partial(),
    callouts: z.strictObject({ form: z.enum(CALLOUT_FORMS) }).partial(),
    cover: z.strictObject({ form: z.enum(COVER_FORMS), color: colorOrRole.describe('ground of block, full and band') }).partial(),
    header: z.strictObject({ text: z.string().max(200, 'takes at most 200 characters'), rule: z.boolean() }).partial(),
    footer: z
      .strictObject({
        text: z.string().max(200, 'takes at most 200 characters'),
        rule: z.boolean(),
        numbers: z.enum(['all', 'from2', 'none']),
      })
      .partial(),
    slides: z
      .strictObject({
        mode: z.enum(['light', 'dark']),
        ground: colorOrRole.describe('ground of slides of text'),
        decoration: z.enum(SLIDE_DECORATIONS).describe('of the master, on every slide of text'),
        title_size: points(20, 44),
        title_align: align,
        art: z.enum(ART_FAMILIES).describe('family of the title slide’s art'),
      })
      .partial(),
    charts: z
      .strictObject({
        colors: z.array(hex).min(1, 'takes 1 to 8 colours').max(8, 'takes 1 to 8 colours').describe('of the series, in order'),
        gridlines: z.boolean(),
      })
      .partial(),
    radius: points(0, 24).describe('of cards, callouts and boxes of code'),
    canvases: z
      .strictObject({
        css: z
          .string()
          .max(10_000, 'takes at most 10000 characters')
          .describe('rules for all canvases of the document, which their own come after'),
      })
      .partial(),
    components: z
      .record(
        z.string().regex(/^x-(?!(?:chart|line)$)[a-z][a-z0-9-]{0,40}$/, 'takes names such as "x-card" (not x-chart or x-line)'),
        z.string().min(1, 'takes HTML').max(10_000, 'takes at most 10000 characters'),
      )
      .refine((given) => Object.keys(given).length <= COMPONENTS_MAX, `takes at most ${COMPONENTS_MAX} components`)
      .describe('parts of canvases that are written once: `x-card: <div class="card"><h3>{title}</h3><slot></slot></div>`'),
  })
  .partial();

/** The design as it is written: the object, or the name of a palette of the service alone. */
const designSchema = z.union([z.enum(PALETTE_NAMES).transform((base): Design => ({ base })), designObject]);
export type Design = z.output<typeof designObject>;

export interface DesignReading {
  design: Design | undefined;
  /** A sentence for each value that is not possible; the rest of the design holds. */
  problems: string[];
}

const PROBLEMS_MAX = 20;
const UNKNOWN_NAMED_MAX = 10;

const messageOf = (issue: z.core.$ZodIssue, at: string): string => {
  if (issue.code === 'unrecognized_keys') {
    const named = issue.keys.slice(0, UNKNOWN_NAMED_MAX).map((key) => `"${[...issue.path, key].join('.').slice(0, 60)}"`);
    const more = issue.keys.length > named.length ? ` and ${issue.keys.length - named.length} more` : '';
    return `${named.join(', ')}${more} of the design ${issue.keys.length === 1 ? 'means' : 'mean'} nothing here`;
  }
  if (issue.code === 'invalid_value') return `${at} of the design takes ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type')
    return `${at} of the design takes ${issue.expected === 'object' ? 'fields of its own' : `a ${issue.expected}`}`;
  return `${at} of the design ${issue.message}`;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Takes a value out of a nested object. */
function without(value: unknown, path: readonly PropertyKey[]): unknown {
  const [head, ...rest] = path;
  if (head === undefined || !isObject(value)) return undefined;
  const { [head as string]: inner, ...others } = value;
  const kept = rest.length === 0 ? undefined : without(inner, rest);
  return kept === undefined ? others : { ...others, [head as string]: kept };
}

/** Takes fields out of the object at a path of a nested one. */
function withoutKeys(value: unknown, path: readonly PropertyKey[], keys: ReadonlySet<string>): unknown {
  if (!isObject(value)) return undefined;
  const [head, ...rest] = path;
  if (head === undefined) return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
  return { ...value, [head as string]: withoutKeys(value[head as string], rest, keys) };
}

/** Checks a design; what is wrong in it is taken out and named, what is right remains. */
export function checkDesign(value: unknown): DesignReading {
  const problems: string[] = [];
  let rest = value;
  for (let round = 0; round < PROBLEMS_MAX; round += 1) {
    const parsed = (typeof rest === 'string' ? designSchema : designObject).safeParse(rest);
    if (parsed.success) return { design: parsed.data as Design, problems };
    for (const issue of parsed.error.issues.slice(0, PROBLEMS_MAX - problems.length)) {
      if (issue.path.length === 0 && issue.code !== 'unrecognized_keys') {
        return {
          design: undefined,
          problems: [...problems, `The design is an object with fields, or the name of a palette: ${PALETTE_NAMES.join(', ')}.`],
        };
      }
      problems.push(`${messageOf(issue, issue.path.join('.'))}.`);
      if (issue.code === 'unrecognized_keys') rest = withoutKeys(rest, issue.path, new Set(issue.keys));
      else rest = without(rest, issue.path);
    }
    if (problems.length >= PROBLEMS_MAX) break;
  }
  return { design: undefined, problems };
}

/** Reads a design that is written as YAML or JSON. */
export function readDesign(text: string): DesignReading {
  const read = readYaml(text);
  if ('fault' in read) return { design: undefined, problems: [`The design can be read neither as YAML nor as JSON: ${read.fault}.`] };
  const { design, problems } = checkDesign(read.value);
  return {
    design,
    problems:
      read.doubled === undefined ? problems : [`The design has the field "${read.doubled}" twice; the last one was taken.`, ...problems],
  };
}

/** The design as one line of JSON, as it stands in the front matter. */
export const designText = (design: Design): string =>
  JSON.stringify(design, (key, value: unknown) =>
    typeof value === 'string' && key !== 'name' && /^[0-9A-F]{6}$/.test(value) ? `#${value}` : value,
  );
