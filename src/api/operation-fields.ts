/**
 * What fields of edit operations mean that go by one name in many of them, for the OpenAPI document. What an operation says of a
 * field itself goes before; a model that plans edits is not told these, since their names tell it enough.
 */
import type { Json } from './openapi-schemas.ts';

const COLOUR = 'Six hexadecimal digits, without #.';

/** Name of the field → what it means. */
export const OPERATION_FIELDS: Readonly<Record<string, string>> = {
  expect: 'The text that the target must still hold; else the operation is rejected as `expect_mismatch`. Not checked where absent.',
  target: 'Address of what is meant, as `GET /documents/{document_id}/content` gives it.',
  text: 'The text; "\\n" begins a line.',
  runs: 'The text, in stretches of one formatting.',
  bold: 'Bold; null takes the setting away, so that that of the style holds.',
  italic: 'Italic; null takes the setting away, so that that of the style holds.',
  underline: 'Underlined; null takes the setting away.',
  strike: 'Struck through; null takes the setting away.',
  code: 'Set as code, in a face of equal widths.',
  fill: `Colour behind the cell: ${COLOUR}`,
  columns: 'Widths and alignments of the columns, from the left; the rest share what is left.',
  dashed: 'A line of dashes; false where absent.',
  script: 'Raised or lowered; null: on the line.',
  color: `Colour of the text: ${COLOUR}`,
  highlight: 'Colour behind the text, by its name in Word; null: none.',
  font: 'Face of the text.',
  size_pt: 'Size of the text in points.',
  align: 'Horizontal alignment.',
  space_before_pt: 'Distance above the paragraph in points, 0 to 400.',
  space_after_pt: 'Distance below the paragraph in points, 0 to 400.',
  keep_with_next: 'On the same page as the paragraph that follows.',
  page_break_before: 'At the head of a page.',
  line_spacing: 'Distance of lines as a multiple of the single one.',
  title: 'Title; of colours and alignments: that of the title.',
  name: 'Its name.',
  kind: 'Which kind it is.',
  blocks: 'What is inside, in reading order.',
  categories: 'Names of the categories, in order; each series has a value for each.',
  values: 'A value for each category; null: none.',
  value: 'The new value; null takes it away where it may be left out.',
  author: 'Who says it; the author of the request where absent.',
  formula: 'A formula, with its = in front.',
  date: 'A date or instant, ISO 8601.',
  level: '1 is the highest.',
  ordered: 'Numbered rather than bulleted.',
  items: 'The items, in their order.',
  rows: 'The rows, from the top.',
  orientation: 'Orientation of the pages.',
  headings: 'Of headings.',
  body: 'Of paragraphs.',
  accent: 'Of rules and fills.',
  colors: `Colours: ${COLOUR}`,
  left_cm: 'Distance from the left edge of the slide in centimetres.',
  top_cm: 'Distance from the upper edge of the slide in centimetres.',
  width_cm: 'Width in centimetres.',
  height_cm: 'Height in centimetres.',
  number_format: 'Format code as Excel has it, such as `#,##0.00` or `yyyy-mm-dd`.',
  page: 'Number of the page in the file that was sent, from 1.',
  caption: 'Caption; its number is counted and not part of it.',
  unit: 'Unit of the values.',
  category_label: 'What the categories are: the title of their axis.',
  series: 'The series, in the order of the legend.',
  place: 'Whether the text stands at the head or at the foot.',
  size: 'Size of the paper.',
  top: 'Upper margin in centimetres.',
  right: 'Right margin in centimetres.',
  bottom: 'Lower margin in centimetres.',
  left: 'Left margin in centimetres.',
  margins_cm: 'Margins in centimetres.',
  dark1: `First dark colour of the theme, that of text: ${COLOUR}`,
  light1: `First light colour of the theme, that of grounds: ${COLOUR}`,
  dark2: `Second dark colour of the theme: ${COLOUR}`,
  light2: `Second light colour of the theme: ${COLOUR}`,
  accent1: `First accent of the theme: ${COLOUR}`,
  accent2: `Second accent of the theme: ${COLOUR}`,
  accent3: `Third accent of the theme: ${COLOUR}`,
  accent4: `Fourth accent of the theme: ${COLOUR}`,
  accent5: `Fifth accent of the theme: ${COLOUR}`,
  accent6: `Sixth accent of the theme: ${COLOUR}`,
  hyperlink: `Colour of links: ${COLOUR}`,
  followed_hyperlink: `Colour of links that were followed: ${COLOUR}`,
  heading_font: 'Face of headings.',
  body_font: 'Face of the text.',
  vertical: 'Vertical alignment in the cell.',
  wrap: 'Whether text that is too long goes on in another line.',
  indent: 'Indentation in steps of about three characters.',
  border_color: `Colour of the borders: ${COLOUR}`,
  column: 'The column that is sorted by.',
  descending: 'From the greatest to the least; the other way where absent.',
  opacity: '0 is not seen at all, 1 hides what is behind.',
  all: 'Every place that is found, rather than the only one.',
  replace: 'What is put in its place; empty takes it away.',
};

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An operation's schema with what its fields mean where it says nothing itself, at every depth. */
export function withFieldMeanings(schema: Json): Json {
  const inner = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'examples' || key === 'enum' || key === 'const') return [key, value];
    if (Array.isArray(value)) return [key, value.map((one: unknown) => (isSchema(one) ? withFieldMeanings(one) : one))];
    if (!isSchema(value)) return [key, value];
    return [key, key === 'properties' ? withMeanings(value) : withFieldMeanings(value)];
  });
  return Object.fromEntries(inner);
}

function withMeanings(properties: Json): Json {
  const told = Object.entries(properties).map(([name, field]): [string, unknown] => {
    if (!isSchema(field)) return [name, field];
    const meaning = 'const' in field || field['description'] !== undefined || '$ref' in field ? undefined : OPERATION_FIELDS[name];
    const whole = withFieldMeanings(field);
    return [name, meaning === undefined ? whole : { ...whole, description: meaning }];
  });
  return Object.fromEntries(told);
}
