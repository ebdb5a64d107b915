/**
 * Encodings with one or two bytes for a letter, told by which bytes their texts mostly have: letters are in the order of their
 * use in all of them, the commonest first (JIS X 0208, GB 2312, Big5, KS X 1001).
 */

interface Pairs {
  /** Letters of two bytes, by their first byte and whether the second one is from 0xA1 on. */
  all: number;
  common: number;
  kana: number;
  /** Bytes that fit no letter. */
  broken: number;
}

type Judge = (lead: number, trail: number) => { valid: boolean; common: boolean; kana: boolean };

const between = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last;

const shiftJis: Judge = (lead, trail) => ({
  valid: (between(lead, 0x81, 0x9f) || between(lead, 0xe0, 0xfc)) && trail >= 0x40 && trail !== 0x7f && trail <= 0xfc,
  common: between(lead, 0x81, 0x84) || between(lead, 0x88, 0x97),
  kana: (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96),
});
const eucJp: Judge = (lead, trail) => ({
  valid: between(lead, 0xa1, 0xfe) && between(trail, 0xa1, 0xfe),
  common: between(lead, 0xa1, 0xa8) || between(lead, 0xb0, 0xcf),
  kana: lead === 0xa4 || lead === 0xa5,
});
const gb18030: Judge = (lead, trail) => ({
  valid: between(lead, 0x81, 0xfe) && trail >= 0x40 && trail !== 0x7f && trail !== 0xff,
  common: trail >= 0xa1 && (between(lead, 0xa1, 0xa3) || between(lead, 0xb0, 0xd7)),
  kana: false,
});
const big5: Judge = (lead, trail) => ({
  valid: between(lead, 0xa1, 0xf9) && (between(trail, 0x40, 0x7e) || between(trail, 0xa1, 0xfe)),
  common: between(lead, 0xa1, 0xc6),
  kana: false,
});
const eucKr: Judge = (lead, trail) => ({
  valid: between(lead, 0x81, 0xfe) && trail >= 0x41 && trail !== 0xff,
  common: trail >= 0xa1 && (between(lead, 0xa1, 0xa3) || between(lead, 0xb0, 0xc8)),
  kana: false,
});

const isPlainLetter = (byte = 0): boolean => between(byte | 0x20, 0x61, 0x7a);

/** Half-width katakana of Shift-JIS: a byte each. */
const isHalfWidth = (byte: number): boolean => between(byte, 0xa1, 0xdf);

function countPairs(bytes: Uint8Array, judge: Judge, takesHalfWidth: boolean): Pairs {
  const pairs: Pairs = { all: 0, common: 0, kana: 0, broken: 0 };
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    if (takesHalfWidth && isHalfWidth(lead)) {
      pairs.all++;
      continue;
    }
    const { valid, common, kana } = judge(lead, bytes[at + 1] ?? 0);
    // a letter within a word of ASCII is one of an alphabet
    if (!valid || (isPlainLetter(bytes[at - 1]) && isPlainLetter(bytes[at + 2]))) {
      pairs.broken++;
      continue;
    }
    at++;
    pairs.all++;
    if (common) pairs.common++;
    if (kana) pairs.kana++;
  }
  return pairs;
}

/** Of all letters; texts of single bytes read as pairs have less. */
const COMMON_SHARE = 0.85;
/** Japanese has some of its own letters in nearly every word. */
const KANA_SHARE = 0.1;
/** A text may be damaged here and there, or cut. */
const BROKEN_SHARE = 0.01;

const shareOf = ({ all, common, broken }: Pairs): number =>
  all === 0 || broken > 1 + (all + broken) * BROKEN_SHARE ? 0 : common / (all + broken);

const isThaiConsonant = (byte: number): boolean => between(byte, 0xa1, 0xce);
/** Vowels and tones above and below a letter. */
const isThaiMark = (byte: number): boolean => byte === 0xd1 || between(byte, 0xd4, 0xda) || between(byte, 0xe7, 0xee);
/** Thai has more. */
const MARKS_SHARE = 0.15;

/**
 * Thai has a byte for a letter and few spaces: its bytes are pairs of Chinese or Korean too, but its marks are always on a consonant,
 * and a vowel that is written first is before one.
 */
function isThai(bytes: Uint8Array): boolean {
  let all = 0;
  let marks = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || byte === 0xa0) continue;
    if (byte < 0xa1 || byte > 0xfb || between(byte, 0xdb, 0xde)) return false;
    all++;
    if (between(byte, 0xe0, 0xe4) && !isThaiConsonant(bytes[at + 1] ?? 0)) return false;
    if (!isThaiMark(byte)) continue;
    const before = bytes[at - 1] ?? 0;
    if (!isThaiConsonant(before) && !isThaiMark(before)) return false;
    marks++;
  }
  return marks > all * MARKS_SHARE;
}

/** @returns null where the bytes are no text in any of them */
export function guessAsian(bytes: Uint8Array): string | null {
  if (isThai(bytes)) return 'windows-874';
  const japanese = countPairs(bytes, eucJp, false);
  if (shareOf(japanese) >= COMMON_SHARE && japanese.kana >= japanese.all * KANA_SHARE) return 'euc-jp';
  const shares: [label: string, share: number][] = [
    ['shift_jis', shareOf(countPairs(bytes, shiftJis, true))],
    ['euc-kr', shareOf(countPairs(bytes, eucKr, false))],
    ['gb18030', shareOf(countPairs(bytes, gb18030, false))],
    ['big5', shareOf(countPairs(bytes, big5, false))],
  ];
  const [label, share] = shares.reduce((best, one) => (one[1] > best[1] + 0.02 ? one : best));
  return share >= COMMON_SHARE ? label : null;
}
