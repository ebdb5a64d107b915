import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as assertProperty, constantFrom, property } from 'fast-check';
import { Refusal } from '../base/refusal.ts';
import { scanXml, XML_LIMITS } from './scan-xml.ts';
import { scanPlainXml } from './xml/plain-xml.ts';

/** Before the root it leaves all to the full parser. */
const INSTRUCTION = '<?p?>';

interface Scanned {
  events: string[];
  fault: string;
}

function scan(source: string, shift = 0): Scanned {
  const events: string[] = [];
  const report = (...event: unknown[]): void => void events.push(JSON.stringify(event));
  try {
    scanXml(source, {
      open: (element, start, end) => report('open', element, start - shift, end - shift),
      close: (start, end) => report('close', start - shift, end - shift),
      text: (value, start, end) => report('text', value, start - shift, end - shift),
    });
    return { events, fault: '' };
  } catch (error) {
    assert.ok(error instanceof Refusal);
    // lines and columns are those of the two sources
    return { events, fault: error.message.replace(/\d+:\d+: /, '') };
  }
}

function isPlain(source: string): boolean {
  return scanPlainXml(source, {}, { enter: () => undefined, leave: () => undefined, count: () => undefined }) === null;
}

/** Both ways report the same, and refuse the same; how far they came before a fault may differ. */
function compareWays(body: string): void {
  const [mixed, full] = [scan(body), scan(INSTRUCTION + body, INSTRUCTION.length)];
  assert.equal(mixed.fault, full.fault, body);
  const count = full.fault === '' ? full.events.length : Math.min(mixed.events.length, full.events.length);
  if (full.fault === '') assert.equal(mixed.events.length, count, body);
  assert.deepEqual(mixed.events.slice(0, count), full.events.slice(0, count), body);
}

const PLAIN = [
  '<a/>',
  ' <a>\n</a>\n',
  '<w:p xmlns:w="urn:w"><w:r w:val="1" b=\'2\'><w:t xml:space="preserve"> x &amp; y &#233;&#x1F600;</w:t></w:r></w:p>',
  '<a xmlns="urn:1"><b xmlns="urn:2" c="1"/><b xmlns=""/></a>',
  '<a b="&lt;&quot;&apos;&#10;">one\r\ntwo\rthree</a>',
  '<a xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:b x:c="1"/></a>',
  '<a.b-c_d1 e.f="😀 > é"/>',
  '<!-- v --><a><!-- x --><b/>y<!----><!-- <z> - --></a><!-- w -->\n',
  '<a>x<![CDATA[<y>&amp;\r\n] ]>]]>z<![CDATA[]]></a>',
];
const ODD = [
  '<a>x<?p?><b/><!-- y --><![CDATA[z]]></a>',
  '<?mso-application progid="Word.Document"?><a><?p q?>x</a><?r?>',
  '<a b = "1"/>',
  '<a b="one\ntwo\tthree"/>',
  '<a  >x</a >',
  '<é ü="1">x</é>',
  `<a ${Array.from({ length: 150 }, (_, at) => `b${at}="x"`).join(' ')}/>`,
];
const FAULTY = [
  '<a><!-- x -- y --></a>',
  '<a><!--',
  '<a><!-- x --->y</a>',
  '<a><![CDATA[x</a>',
  '<a/><![CDATA[x]]>',
  '<!DOCTYPE a><a/>',
  '<a><!ELEMENT b></a>',
  '',
  'x',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a/>x',
  '<a b="1" b="2"/>',
  '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>',
  '<x:a/>',
  '<a x:b="1"/>',
  '<a b="<"/>',
  '<a b=1/>',
  '<a b="1"c="2"/>',
  '<a>&nbsp;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>x & y</a>',
  '<a>]]></a>',
  '<a>\u0001</a>',
  '<a>\udc00</a>',
  '<a xmlns:x=""><x:b/></a>',
  '<a xmlns:xml="urn:x"/>',
  '<a xmlns:xmlns="urn:x"/>',
  '<xmlns:a/>',
  '<a:b:c xmlns:a="u"/>',
  '<a><b></a></b>',
  '<!DOCTYPE a><a/>',
  '<a><b>\ufeff<c></b></a>',
  `${'<a>'.repeat(257)}${'</a>'.repeat(257)}`,
];

test('what office programs write is read without the full parser, with the same events', () => {
  for (const source of PLAIN) {
    assert.ok(isPlain(source), source);
    assert.equal(scan(source).fault, '');
    compareWays(source);
  }
});

test('the full parser goes on where something is not plain, with the same events', () => {
  for (const source of ODD) {
    assert.ok(!isPlain(source), source);
    assert.equal(scan(source).fault, '', source);
    compareWays(source);
  }
});

test('what is not well-formed is refused in the words of the full parser', () => {
  for (const source of FAULTY) {
    assert.notEqual(scan(source).fault, '', source);
    compareWays(source);
  }
});

test('a fault is told with its line and column in the whole part', () => {
  assert.throws(() => scanXml('<a>\n<b>x</b>\n<c>y</d>\n</a>', {}), /3:8: unexpected close tag/);
});

test('a declaration is passed over, and a second one is none', () => {
  const body = '<a>x</a>';
  for (const declaration of ['<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"]) {
    assert.ok(isPlain(declaration + body));
    assert.deepEqual(scan(declaration + body, declaration.length).events, scan(body).events);
  }
  assert.notEqual(scan(`<?xml version="1.0"?><?xml version="1.0"?>${body}`).fault, '');
});

test('limits hold on both ways, and over the change from one to the other', () => {
  const limits = { ...XML_LIMITS, depthMax: 3, nodesMax: 6 };
  for (const source of ['<a><b><c/></b></a>', '<a><!-- --><?p?><b><c/></b></a>']) scanXml(source, {}, limits);
  for (const source of ['<a><b><c><d/></c></b></a>', '<a><b><!-- --><c><?p?><d/></c></b></a>'])
    assert.throws(() => scanXml(source, {}, limits), /nested deeper than 3/);
  for (const source of ['<a b="1">x<c/>y<c/>z</a>', '<a b="1">x<c/><?p?>y<c/>z</a>', '<a b="1">x<c/><!-- --><![CDATA[y]]><c/>z</a>'])
    assert.throws(() => scanXml(source, {}, limits), /more than 6 elements/);
});

test('any mixture of plain and odd pieces gives the same events and verdicts on both ways', () => {
  const piece = constantFrom(
    '<a>',
    '</a>',
    '<b c="1">',
    '</b>',
    '<x:d xmlns:x="u" x:e="&lt;">',
    '</x:d>',
    '<f/>',
    'text',
    ' ',
    '&amp;',
    '&#13;',
    '\r\n',
    '\t',
    '<!-- - -->',
    '<![CDATA[]]>',
    '<?p?>',
    ']]>',
    '&',
    '<',
    '>',
    '"',
    'é',
    '😀',
    '\ud83d',
    '\u0000',
    'xmlns:y="u"',
    '<g y:h="1"',
    '/>',
  );
  assertProperty(
    property(array(piece, { maxLength: 14 }), (pieces) => {
      compareWays(pieces.join(''));
      compareWays(`<r>${pieces.join('')}</r>`);
    }),
    { numRuns: 3_000 },
  );
});

test('attributes of one element are bounded, also where the full parser is at work from the beginning', () => {
  const many = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
  for (const before of ['', '<?odd?>']) {
    assert.throws(() => scanXml(`${before}<a><b ${many(1_001)}/></a>`, {}), /an element with more than 1000 attributes/);
    assert.doesNotThrow(() => scanXml(`${before}<a><b ${many(600)}/><c ${many(600)}/></a>`, {}));
  }
});
