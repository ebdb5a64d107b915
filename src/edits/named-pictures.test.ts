import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNamedPictures, placePictures } from './named-pictures.ts';

const DATA = {
  name: 'Ada',
  logo: { file: 'file_1', alt: 'A logo' },
  'a/b~c': [{ file: 'file_2' }, { file: 'file_1' }],
  other: { file: 'file_3', size: 1 },
  text: { file: 'report.pdf' },
};

test('files are named by objects that say nothing else, each once, with the place where it comes first', () => {
  assert.deepEqual(findNamedPictures(DATA, 10), [
    { fileId: 'file_1', at: '/logo/file' },
    { fileId: 'file_2', at: '/a~1b~0c/0/file' },
  ]);
  assert.deepEqual(findNamedPictures([DATA, DATA], 1), [{ fileId: 'file_1', at: '/0/logo/file' }]);
});

test('pictures take the place of their files, and all else stays', () => {
  const pictures = new Map([
    ['file_1', 'AAAA'],
    ['file_2', 'BBBB'],
  ]);
  assert.deepEqual(placePictures(DATA, pictures), {
    ...DATA,
    logo: { alt: 'A logo', data: 'AAAA' },
    'a/b~c': [{ data: 'BBBB' }, { data: 'AAAA' }],
  });
});
