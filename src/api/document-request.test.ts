import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { parseDocumentRequest } from './document-request.ts';

const PLAIN = { content: { markdown: 'a' } };
const acceptAll = (): null => null;

const pass = (body: unknown) => parseDocumentRequest(body, acceptAll);

/** The pointers that are refused; [] where the body passes. */
function faults(body: unknown): string[] {
  try {
    pass(body);
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'input_invalid', String(error).slice(0, 200));
    for (const { message } of error.errors) assert.ok(message.length > 5 && message.length < 300, message.slice(0, 300));
    return error.errors.map(({ path }) => path).toSorted();
  }
}

const check = (body: unknown, expected: string[], what?: string): void =>
  assert.deepEqual(faults(body), expected.toSorted(), what ?? JSON.stringify(body).slice(0, 200));

test('absent fields have their defaults', () => {
  assert.deepEqual(pass(PLAIN), {
    request: {
      operation: 'create',
      name: undefined,
      format: undefined,
      prompt: undefined,
      content: { markdown: 'a' },
      style: undefined,
      sources: [],
      file: undefined,
      quality: 'auto',
      maxQuality: undefined,
      metadata: {},
      artifact: undefined,
      retention: undefined,
    },
    stream: false,
    background: false,
  });
});

test('lengths are exact, and count code points', () => {
  const texts: [(text: string) => unknown, string, number, number][] = [
    [(name) => ({ ...PLAIN, name }), '/name', 1, 200],
    [(prompt) => ({ prompt }), '/prompt', 3, 8_000],
    [(style) => ({ ...PLAIN, style }), '/style', 1, 1_000],
    [(markdown) => ({ content: { markdown } }), '/content/markdown', 1, 500_000],
    [(filename) => ({ ...PLAIN, sources: [{ data: 'AAAA', filename }] }), '/sources/0/filename', 1, 200],
    [(filename) => ({ ...PLAIN, sources: [{ url: 'https://a.example/', filename }] }), '/sources/0/filename', 1, 200],
    [(key) => ({ ...PLAIN, metadata: { [key]: '' } }), '/metadata/', 1, 64],
  ];
  for (const [build, pointer, min, max] of texts) {
    for (const character of ['x', 'é', '😀', '漢']) {
      check(build(character.repeat(min)), [], `${pointer} ${min} × ${character}`);
      check(build(character.repeat(max)), [], `${pointer} ${max} × ${character}`);
      const over = faults(build(character.repeat(max + 1)));
      assert.equal(over.length, 1, `${pointer} ${max + 1} × ${character}`);
      assert.ok(over[0]?.startsWith(pointer), over[0]?.slice(0, 40));
      if (min > 1) check(build(character.repeat(min - 1)), [pointer]);
    }
    assert.equal(faults(build('')).length, 1, `${pointer} empty`);
    if (pointer !== '/metadata/') check(build(' \n\t\u00a0\u3000'), [pointer], `${pointer} blank`);
  }
});

test('metadata has at most 50 keys, and values of at most 500 characters', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
  check({ ...PLAIN, metadata: keys(50) }, []);
  check({ ...PLAIN, metadata: keys(51) }, ['/metadata']);
  check({ ...PLAIN, metadata: { a: '', b: '😀'.repeat(500) } }, []);
  check({ ...PLAIN, metadata: { a: 'x'.repeat(501), 'b/~': '😀'.repeat(501) } }, ['/metadata/a', '/metadata/b~1~0']);
  check({ ...PLAIN, metadata: { a: 1, b: null, c: 'x' } }, ['/metadata/a', '/metadata/b']);
  for (const metadata of [[], 'x', 1]) check({ ...PLAIN, metadata }, ['/metadata']);
});

test('a value of another type, or of no list, is refused where it stands', () => {
  const bodies: [object, string[]][] = [
    [{ operation: 'make' }, ['/operation']],
    [{ name: 1 }, ['/name']],
    [{ format: 'DOCX' }, ['/format']],
    [{ quality: 'good' }, ['/quality']],
    [{ max_quality: 'auto' }, ['/max_quality']],
    [{ stream: 'true' }, ['/stream']],
    [{ background: 1 }, ['/background']],
    [{ retention: '2d' }, ['/retention']],
    [{ sources: {} }, ['/sources']],
    [{ sources: 'file_1' }, ['/sources']],
    [{ content: 'a' }, ['/content']],
    [{ content: {} }, ['/content/markdown']],
    [{ content: { markdown: 1 } }, ['/content/markdown']],
    [{ content: { markdown: 'a', html: 'b' } }, ['/content/html']],
    [{ store: true }, ['/store']],
    [{ a: 1, 'b/c': 2 }, ['/a', '/b~1c']],
    [{ artifact: {}, format: 'artifact' }, ['/artifact/storage']],
    [{ artifact: { storage: 'cloud' }, format: 'artifact' }, ['/artifact/storage']],
  ];
  for (const [more, expected] of bodies) check({ ...PLAIN, ...more }, expected);
  for (const body of [null, 1, 'x', [], true]) check(body, ['']);
});

test('create takes exactly one of prompt and content', () => {
  check({}, ['/content', '/prompt']);
  check({ ...PLAIN, prompt: 'abc' }, ['/content', '/prompt']);
  check({ prompt: 'abc' }, []);
  check({ ...PLAIN, file: 'file_1' }, ['/file']);
  // a field that is wrong by itself is not blamed twice
  check({ content: 'a' }, ['/content']);
});

test('null is as good as absent', () => {
  check({ ...PLAIN, operation: null, name: null, metadata: null, prompt: null, format: null }, []);
  check({ content: null }, ['/content', '/prompt']);
});

test('review takes a file and little else', () => {
  check({ operation: 'review', file: 'file_1', name: 'a', metadata: {}, retention: '1d', stream: true }, []);
  check({ operation: 'review' }, ['/file']);
  const extra = { prompt: 'abc', content: { markdown: 'a' }, style: 'x', format: 'pdf', quality: 'auto', sources: [] };
  check(
    { operation: 'review', file: 'file_1', ...extra },
    Object.keys(extra).map((name) => `/${name}`),
  );
});

test('edit takes a file and a prompt', () => {
  check({ operation: 'edit', file: 'doc_1', prompt: 'abc', quality: 'best' }, []);
  check({ operation: 'edit' }, ['/file', '/prompt']);
  check({ operation: 'edit', file: 'doc_1', prompt: 'abc', content: { markdown: 'a' } }, ['/content']);
  check({ operation: 'edit', file: 'doc_1', prompt: 'abc', sources: ['file_1'] }, ['/sources']);
});

test('artifact, max_quality and retention have conditions', () => {
  check({ ...PLAIN, artifact: { storage: 'local' } }, ['/artifact']);
  check({ ...PLAIN, artifact: { storage: 'local' }, format: 'pdf' }, ['/artifact']);
  check({ ...PLAIN, artifact: { storage: 'local' }, format: 'artifact', retention: 'none' }, []);
  check({ ...PLAIN, artifact: { storage: 'shared' }, format: 'artifact', retention: 'none' }, ['/artifact/storage']);
  check({ ...PLAIN, max_quality: 'best' }, []);
  check({ ...PLAIN, max_quality: 'best', quality: 'auto' }, []);
  check({ ...PLAIN, max_quality: 'best', quality: 'fast' }, ['/max_quality']);
});

test('a file reference has exactly the keys of its form', () => {
  const sources = (...items: unknown[]) => ({ prompt: 'abc', sources: items });
  check(
    sources(
      'file_x',
      'doc_x',
      { url: 'https://a.example/x' },
      { url: 'https://a.example/x', filename: 'x.png' },
      { data: 'AAAA', filename: 'x.png' },
    ),
    [],
  );
  check(
    sources('x', '', 1, null, [], {}, true),
    [0, 1, 2, 3, 4, 5, 6].map((at) => `/sources/${at}`),
  );
  check(sources({ url: 'https://a.example/', data: 'AAAA', filename: 'a' }), ['/sources/0/data']);
  check(sources({ data: 'AAAA' }, { filename: 'a' }, { url: 1 }, { data: 1, filename: 'a' }), [
    '/sources/0/filename',
    '/sources/1',
    '/sources/2/url',
    '/sources/3/data',
  ]);
  check(sources({ url: 'https://a.example/', x: 1 }, { data: 'AAAA', filename: 'a', y: 1 }), ['/sources/0/x', '/sources/1/y']);
  check({ ...PLAIN, sources: ['doc_1'] }, ['/sources/0']);
  check({ operation: 'review', file: { url: 'https://a.example/', nope: 1 } }, ['/file/nope']);
});

test('there may be 15 sources', () => {
  const many = (count: number) => ({ prompt: 'abc', sources: Array.from({ length: count }, () => 'file_x') });
  check(many(15), []);
  check(many(16), ['/sources']);
});

test('addresses have at most 2,048 characters, and those that break the rules are refused with the reason', () => {
  const url = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;
  check({ ...PLAIN, sources: [{ url: url(2_048) }] }, []);
  check({ ...PLAIN, sources: [{ url: url(2_049) }] }, ['/sources/0/url']);
  check({ ...PLAIN, sources: [{ url: '' }] }, ['/sources/0/url']);
  assert.throws(
    () => parseDocumentRequest({ ...PLAIN, sources: [{ url: 'https://a.example/' }] }, () => 'Not this one.'),
    (error) => error instanceof Refusal && error.errors[0]?.message === 'Not this one.',
  );
});

test('base64 is the standard alphabet with or without padding', () => {
  const data = (text: string) => ({ ...PLAIN, sources: [{ data: text, filename: 'a.png' }] });
  for (const text of ['AAAA', 'AAA', 'AA', 'AAA=', 'AA==', '+/+/', 'QQ']) check(data(text), []);
  for (const text of [
    '',
    'A',
    'AAAAA',
    'AA=',
    'A===',
    'AAAA=',
    'AAAA====',
    '-_-_',
    'AA AA',
    'AAAA\n',
    'data:image/png;base64,AAAA',
    'AAA=AAA=',
    '====',
    '=',
    'ÄAAA',
  ])
    check(data(text), ['/sources/0/data'], JSON.stringify(text));
  const { request } = pass(data('aGVsbG8'));
  const [source] = request.sources;
  assert.equal(source?.kind === 'data' && Buffer.from(source.bytes).toString(), 'hello');
});

test('a data string over 27,962,031 characters is a 422, decoded bytes over 20 MB are a 413', () => {
  const data = (text: string) => ({ ...PLAIN, sources: [{ data: text, filename: 'a.png' }] });
  const exact = Buffer.alloc(20 * 1_048_576).toString('base64');
  assert.equal(pass(data(exact)).request.sources.length, 1);
  const tooLarge = (text: string) =>
    assert.throws(
      () => pass(data(text)),
      (error) => error instanceof Refusal && error.code === 'file_too_large' && error.errors[0]?.path === '/sources/0/data',
    );
  tooLarge(Buffer.alloc(20 * 1_048_576 + 1).toString('base64'));
  tooLarge('A'.repeat(27_962_031));
  assert.deepEqual(faults(data('A'.repeat(27_962_032))), ['/sources/0/data']);
  // fields first, sizes after them
  assert.deepEqual(faults({ ...data('A'.repeat(27_962_031)), name: '' }), ['/name']);
});

test('a body of nothing but mistakes names a hundred of them', () => {
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]));
  assert.equal(faults(body).length, 100);
});
