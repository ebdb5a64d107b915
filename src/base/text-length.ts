/** Lengths of the contract count Unicode code points (decisions §8), not the UTF-16 units of a JavaScript string. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      index++;
    }
  }
  return count;
}

/** Whether the text holds nothing but white space (Unicode White_Space and the byte order mark). '' is not blank. */
export function isBlank(text: string): boolean {
  return text !== '' && /^\s+$/.test(text);
}
