/** The text that an RTF file holds, found by walking over its words: neither our own reader of RTF nor LibreOffice has a part in it. */

/** Groups whose text no page shows (RTF 1.9.1). */
const UNSEEN =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|fldinst|object|objdata|listtable|listoverridetable|revtbl|rsidtbl|generator|xmlnstbl|themedata|colorschememapping|datastore|latentstyles|pntext|pntxta|pntxtb|pnseclvl\d*|bkmkstart|bkmkend|nonshppict|sp|atnid|atnauthor|atndate|atnref|template|filetbl|mmathPr|pgptbl|listtext|shpinst|do|nextfile|xe|tc|tcn|fchars|lchars|upr|userprops|docvar|passwordhash|hlloc|hlsrc|panose|falt|background|nesttableprops|nonesttables|wgrffmtfilter|ffname|formfield|datafield|oleclsid|blipuid|ftnsep|ftnsepc|ftncn|aftnsep|aftnsepc|aftncn|buptim|creatim|revtim|printim|company|operator)$/;
const SEPARATES = /^(?:par|line|tab|cell|row|sect|page|column|nestcell|nestrow|softline|ltrmark|rtlmark)$/;
const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+/gy;

/** Letters outside of ASCII that need a code page stand as U+FFFD: words with them cannot be held against others. */
export function rtfText(bytes: Uint8Array): string {
  const source = Buffer.from(bytes).toString('latin1');
  const out: string[] = [];
  const groups: { unseen: boolean; fallback: number }[] = [];
  let group = { unseen: false, fallback: 1 };
  let star = false;
  let skip = 0;
  const put = (text: string): void => void (group.unseen || out.push(text));
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token !== null; token = TOKEN.exec(source)) {
    const [whole, word, number, hex, sign, brace] = token;
    if (brace === '{') groups.push({ ...group });
    else if (brace === '}') group = groups.pop() ?? group;
    else if (word !== undefined) {
      if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(number ?? 0));
      if (UNSEEN.test(word) || (star && !/^(?:shppict|footnote|annotation|fldrslt|shptxt)$/.test(word))) group.unseen = true;
      else if (word === 'v' || word === 'deleted') group.unseen = number !== '0';
      else if (word === 'uc') group.fallback = Number(number ?? 1);
      else if (word === 'u') {
        put(String.fromCharCode(Number(number) & 0xffff));
        skip = group.fallback;
        star = false;
        continue;
      } else if (SEPARATES.test(word)) put('\n');
    } else if (sign === '*') {
      star = true;
      continue;
    } else if (sign !== undefined) put(sign === '~' ? ' ' : sign === '_' ? '-' : /[{}\\]/.test(sign) ? sign : sign === '-' ? '' : '\n');
    else if (hex !== undefined) {
      if (skip > 0) skip--;
      else put(Number.parseInt(hex, 16) < 128 ? String.fromCharCode(Number.parseInt(hex, 16)) : '\uFFFD');
      continue;
    } else if (!/^[\r\n]/.test(whole)) {
      put(whole.slice(skip));
      skip = Math.max(0, skip - whole.length);
      star = false;
      continue;
    }
    star = false;
    skip = 0;
  }
  return out.join('').replaceAll(/[^\s\uFFFD]*\uFFFD\S*/g, ' ');
}
