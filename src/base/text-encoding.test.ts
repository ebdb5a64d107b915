import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBytes, detectEncoding } from './text-encoding.ts';

/** The bytes of a text in an encoding, found by decoding all bytes and pairs of them. */
function encode(text: string, label: string): Uint8Array {
  const bytesOf = new Map<string, readonly number[]>();
  for (let lead = 0xff; lead >= 0x80; lead--) {
    for (let trail = 0xfe; trail >= 0x30; trail--) bytesOf.set(decodeBytes(Uint8Array.of(lead, trail), label), [lead, trail]);
    bytesOf.set(decodeBytes(Uint8Array.of(lead), label), [lead]);
  }
  return Uint8Array.from(
    [...text].flatMap((letter) => {
      const bytes = letter.charCodeAt(0) < 0x80 ? [letter.charCodeAt(0)] : bytesOf.get(letter);
      assert.ok(bytes, `${letter} is not in ${label}`);
      return bytes;
    }),
  );
}

const TEXTS: readonly (readonly [text: string, ...labels: string[]])[] = [
  ['Müller & Söhne; Straße 5; 3 € – „größer“', 'windows-1252'],
  ['Name;Ort\nJosé;Málaga\nAna;Logroño', 'windows-1252', 'macintosh', 'cp437', 'cp850'],
  ['Où était-il ? Réponse à la façade, prêt.', 'windows-1252', 'macintosh'],
  ['Grüße aus Köln, schöne Straße', 'windows-1252', 'macintosh', 'cp437'],
  ['café', 'windows-1252'],
  ['São Paulo; ações; não', 'windows-1252', 'cp850'],
  ['Zażółć gęślą jaźń; wysokość, państwo', 'windows-1250', 'iso-8859-2'],
  ['Příliš žluťoučký kůň úpěl ďábelské ódy', 'windows-1250', 'iso-8859-2'],
  ['Árvíztűrő tükörfúrógép, nagyon jó', 'windows-1250'],
  ['Съешь ещё этих мягких французских булок, да выпей чаю', 'windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'],
  ['Имя;Город\nИванов Пётр;Москва', 'windows-1251', 'koi8-u', 'ibm866'],
  ['Ο Γιώργος πήγε στην αγορά και αγόρασε ψωμί', 'windows-1253'],
  ['İstanbul şehri ve Iğdır; çok güzel, öğrenci', 'windows-1254'],
  ['שלום עולם, מה נשמע היום בבית', 'windows-1255'],
  ['مرحبا بالعالم، كيف حالك اليوم في البيت', 'windows-1256'],
  ['Ąžuolas žydėjo šalia kelio, ėjo žmonės', 'windows-1257'],
  ['สวัสดีชาวโลก วันนี้อากาศดีมาก', 'windows-874'],
  ['氏名,住所\n山田太郎,東京都\nこれはテストです。', 'shift_jis', 'euc-jp'],
  ['姓名,城市\n张伟,北京\n这是一个测试文件。', 'gb18030'],
  ['姓名,城市\n陳大文,臺北\n這是一個測試文件。', 'big5'],
  ['이름,도시\n김철수,서울\n이것은 시험 파일입니다.', 'euc-kr'],
];

test('texts from before Unicode are read in the encoding in which their letters make sense', () => {
  for (const [text, ...labels] of TEXTS)
    for (const label of labels) {
      const bytes = encode(text, label);
      const guessed = detectEncoding(bytes);
      assert.equal(decodeBytes(bytes, guessed), text, `${label} was taken for ${guessed}`);
    }
});

test('a long text in English with one odd letter stays Western', () => {
  assert.equal(detectEncoding(Buffer.from(`${'The quick brown fox. '.repeat(9_000)}na\xefve`, 'latin1')), 'windows-1252');
});

test('UTF-16 and UTF-32 are known with a mark and without, in Latin letters and in others', () => {
  for (const text of ['plain text, and é\n', '这是一个测试文件。\n第二行一二三', 'Привет, мир\nкак дела', 'これは 1 つのテストです。\n'])
    for (const mark of ['', '\ufeff']) {
      const little = Buffer.from(mark + text, 'utf16le');
      const wide = new Uint8Array(Uint32Array.from([...(mark + text)], (letter) => letter.codePointAt(0) ?? 0).buffer);
      for (const [bytes, label] of [
        [little, 'utf-16le'],
        [Buffer.from(little).swap16(), 'utf-16be'],
        [wide, 'utf-32le'],
        [Buffer.from(wide).swap32(), 'utf-32be'],
      ] as const) {
        assert.equal(detectEncoding(bytes), label, JSON.stringify(mark + text));
        assert.equal(decodeBytes(bytes, label), text);
      }
    }
});

test('what goes between alphabets by escapes is Japanese', () => {
  const bytes = Buffer.from('\u001b$B$3$s$K$A$O\u001b(B, A', 'latin1');
  assert.equal(decodeBytes(bytes, detectEncoding(bytes)), 'こんにちは, A');
});

test('UTF-8 is UTF-8, with some damage too', () => {
  assert.equal(detectEncoding(Buffer.from('é 日本 \u{1F600}')), 'utf-8');
  assert.equal(detectEncoding(Buffer.concat([Buffer.from('éàü '), Uint8Array.of(0xff), Buffer.from(' ok')])), 'utf-8');
});
