/** Text and elements of HTML: whatever an author wrote is escaped here and nowhere else. */

/* oxlint-disable no-control-regex -- the controls are the very thing to find */
const CONTROLS = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFEFF\uFFFE\uFFFF]/gu;
/* oxlint-enable no-control-regex */
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replace(CONTROLS, '')
    .replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** ` id="x" hidden`: what is undefined or false is left out, true is an attribute without a value. */
export function attributesText(attributes: Attributes): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return text;
}

/** An element; `content` is markup already. */
export const element = (tag: string, attributes: Attributes, content: string): string =>
  `<${tag}${attributesText(attributes)}>${content}</${tag}>`;

/** An element that holds nothing and has no end tag. */
export const emptyElement = (tag: string, attributes: Attributes): string => `<${tag}${attributesText(attributes)}>`;

const ADDRESS = /^(https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:[+\d().-]+)$/i;
const ADDRESS_MAX = 2048;

/** Whether a link may lead there. */
export const isAddress = (link: string): boolean => link.length <= ADDRESS_MAX && ADDRESS.test(link);
