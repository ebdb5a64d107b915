/** What is written of designs from their schema: the page for people, and the lesson for models. */
import { z } from 'zod';
import { designObject } from '../src/document/design.ts';
import { DESIGN_PARTS } from './design-parts.ts';

interface Node {
  type?: string;
  enum?: string[];
  anyOf?: Node[];
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
}

interface Field {
  path: string;
  takes: string;
  says: string;
}

const list = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

function takes(node: Node): string {
  if (node.anyOf !== undefined) return node.anyOf.map(takes).reverse().join(', or ');
  if (node.enum !== undefined) return list(node.enum);
  if (node.additionalProperties !== undefined && node.properties === undefined) return 'texts by name';
  switch (node.type) {
    case 'boolean':
      return '`true`, `false`';
    case 'number':
      return `${node.minimum ?? 0} to ${node.maximum ?? ''}`;
    case 'array':
      return `up to ${node.maxItems ?? ''} of: ${takes(node.items ?? {})}`;
    default:
      return node.pattern === undefined ? 'a text' : '`"#RRGGBB"`';
  }
}

function fieldsOf(node: Node, path = ''): Field[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return inner.properties === undefined ? [{ path: at, takes: takes(inner), says: inner.description ?? '' }] : fieldsOf(inner, at);
  });
}

/** Every field of a design, in the order of the schema. */
export const designFields = (): Field[] => fieldsOf(z.toJSONSchema(designObject, { io: 'input' }) as Node);

const table = (): string =>
  [
    '| Field | Takes | Says |',
    '|---|---|---|',
    ...designFields().map(({ path, takes: what, says }) => `| \`${path}\` | ${what} | ${says} |`),
  ].join('\n');

const OPENING = `# Designs

Without a word on it, a document gets the look of its type, with palette, faces and title art that suit its subject
([looks](looks.md)). A design takes their place: one object in the front matter, in YAML or JSON. What it leaves open is chosen as
always, so that a design may be one colour, or all that is in this table. Word, PowerPoint, Excel and PDF carry it in their own means
(theme, styles, masters and layouts, cell styles), so that a person goes on in Office with the same design.

\`\`\`\`markdown
---
title: Cold chain review 2026
author: Ana Ruiz
organization: Norte Logistics
design:
  palette: {accent: "#B4532A", deep: "#2B2A4C", tint: "#FBEFE8", paper: "#FFF9F3", spot: "#E0B03C"}
  faces: {display: Georgia, text: Calibri}
  headings: {rule: bar}
  tables: {form: filled}
  callouts: {form: box}
  cover: {form: full}
  slides: {ground: paper, decoration: corner, title_size: 34, art: lines}
  charts: {colors: ["#2B2A4C", "#B4532A", "#E0B03C"], gridlines: false}
  radius: 8
---

# Three depots break the chain

| Depot | Breaks | Cost |
|---|---:|---:|
| Bilbao | 6 | €12,400 |
| Vigo | 5 | €9,100 |
| **Total** | 11 | €21,500 |

> [!IMPORTANT]
> Replace the three reefers before May.
\`\`\`\`

The name of a palette alone is a design too:

\`\`\`\`markdown
---
design: marine
---

# Harbour report

The quay is full.
\`\`\`\`

![The same text in six designs](pictures/designs.png)

## Part by part

Each picture shows one text with two values of one part.

${DESIGN_PARTS.map(({ name, designs }) => `**\`${name}\`**: \`${designs[0]}\`, \`${designs[1]}\`\n\n![Two values of ${name}](pictures/designs/${name}.png)`).join('\n\n')}

## Fields

Sizes are points, margins centimetres. A colour is \`"#RRGGBB"\` (in quotes: YAML takes \`#\` for the beginning of a comment) or, where it
says so, the name of a role of the palette.
`;

const CHECKS = `## What is checked

- **Contrast.** Text has 4.5:1 or better on what is behind it, on grounds of slides 7:1. A colour that has not becomes the nearest of its hue
  that has, and \`style_unsupported\` says which: "palette.accent F0C000 cannot be told from white or the tint; 896D00 is used".
- **Faces.** A Word file, a deck and a workbook name the face that was asked for. Where it is not on the machine that draws the PDF and
  the pictures, its free twin or the nearest face is used there, and the finding \`font_substituted\` tells it.
- **Ranges.** A field with a wrong name or value is the warning \`design_invalid\` with what it takes; the rest of the design holds.
- **Place.** What a format has no place for (\`slides\` in a Word file, \`page\` in a deck) is named in \`style_unsupported\`.

The \`style\` of the request wins over the design, field by field; a page limit tightens sizes and spaces that the request does not name. A
[canvas](canvas.md) knows the colours of the design as \`var(--accent)\`, \`var(--block)\` (the deep tone), \`var(--tint)\`, \`var(--ground)\`,
\`var(--text)\`, \`var(--muted)\` and so on, and \`canvases.css\` is the style sheet that all of them share:

\`\`\`\`markdown
---
design:
  base: marine
  canvases:
    css: |
      .page { flex: 1; padding: 72px 72px 48px; gap: 32px }
      .card { flex: 1; padding: 24px; gap: 8px; background: var(--card); border-radius: 12px }
      .big { font-family: display; font-size: 56px; color: var(--accent) }
---

::slide

:::canvas
<div class="page"><h1>Two figures</h1><div style="flex-direction:row;gap:24px">
<div class="card"><p class="big">4.1 days</p><p>from signal to repair</p></div>
<div class="card"><p class="big">−52%</p><p>unplanned stops</p></div></div></div>
:::
\`\`\`\`
`;

/** `docs/design.md`. */
export const designPage = (): string => [OPENING, `${table()}\n`, CHECKS].join('\n');

/** What a model is told of designs: the fields in a line each. */
export const designLesson = (): string =>
  [
    'A design is an object under `design:` in the front matter, in YAML: indented by two spaces, colours in quotes. Every field may be left out; what is left out is chosen to suit the subject. Sizes are points.',
    '',
    ...designFields().map(({ path, takes: what, says }) => `- \`${path}\`: ${what}${says === '' ? '' : ` (${says})`}`),
    '',
    '```yaml',
    'design:',
    '  palette: {accent: "#B4532A", deep: "#2B2A4C", tint: "#FBEFE8", paper: "#FFF9F3", spot: "#E0B03C"}',
    '  faces: {display: Georgia, text: Calibri}',
    '  slides: {ground: paper, decoration: none, title_size: 32}',
    '  charts: {colors: ["#2B2A4C", "#B4532A", "#E0B03C"]}',
    '```',
    '',
  ].join('\n');
