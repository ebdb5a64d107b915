/** Letters that items are counted with beyond those of Latin, in the order in which lists count them. */

/** Some lists leave out `й`, and `ё`, `ъ`, `ы`, `ь` are left out by nearly all; Japan counts in the order of its syllables, or of a poem. */
const ORDERS: Readonly<Record<string, string>> = {
  russian: 'абвгдежзиклмнопрстуфхцчшщэюя',
  cyrillic: 'абвгдежзийклмнопрстуфхцчшщэюя',
  greek: 'αβγδεζηθικλμνξοπρστυφχψω',
  hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
  korean: '가나다라마바사아자차카타파하',
  syllables: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  poem: 'イロハニホヘトチリヌルヲワカヨタレソツネナラム',
};

/** For a class of a regular expression: letters that a stop or a bracket follows, and those of Japan that may have nothing but a space behind them. */
export const STOPPED_LETTERS = 'а-яА-Яα-ωΑ-Ωא-ת가나다라마바사아자차카타파하ア-ンｱ-ﾝ';
export const BARE_LETTERS = 'ア-ンｱ-ﾝ';

/** What a letter may count, by each order that has it; empty for those of Latin. @param sign one letter */
export function countLetter(sign: string): { order: string; number: number }[] {
  const letter = sign.normalize('NFKC').toLowerCase();
  return Object.entries(ORDERS).flatMap(([order, letters]) => {
    const at = letters.indexOf(letter);
    return at < 0 ? [] : [{ order, number: at + 1 }];
  });
}
