import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedDocument } from '../document/rendered-document.ts';
import { findLogoPlace } from './page-logo.ts';

const A4 = { widthPt: 595, heightPt: 842 };
const LOGO: Box = { left: 60, top: 30, right: 180, bottom: 62 };
const PHOTO: Box = { left: 60, top: 200, right: 500, bottom: 600 };
const CARD: Box = { left: 300, top: 40, right: 380, bottom: 90 };
const moved = (box: Box, by: number): Box => ({ left: box.left + by, right: box.right + by, top: box.top, bottom: box.bottom });

const documentOf = (...pictures: Box[][]): RenderedDocument => ({
  pages: pictures.map((boxes, at) => ({ page: at + 1, ...A4, lines: [], pictures: boxes, missingGlyphs: 0 })),
  fonts: [],
  outline: [],
  tagged: false,
  title: '',
  lang: '',
});

test('a small picture at one place of most pages is the logo, wherever pages begin to have it', () => {
  const found = findLogoPlace(documentOf([PHOTO], [LOGO, PHOTO], [moved(LOGO, 1), CARD], [LOGO]));
  assert.deepEqual([found?.page, found?.box, found?.pageWidthPt], [2, LOGO, 595]);
  const foot = { left: 500, top: 790, right: 560, bottom: 820 };
  assert.deepEqual(findLogoPlace(documentOf([foot], [foot]))?.box, foot);
});

test('a picture that stands alone at the head of the first page is one', () => {
  assert.deepEqual(findLogoPlace(documentOf([LOGO, PHOTO], [PHOTO], []))?.box, LOGO);
});

test('several at the head, photographs, bands, bullets and figures in the text are none', () => {
  const band = { left: 0, top: 0, right: 595, bottom: 60 };
  const bullet = { left: 60, top: 60, right: 68, bottom: 68 };
  const figure = { left: 60, top: 400, right: 180, bottom: 440 };
  for (const pages of [[[LOGO, CARD]], [[PHOTO]], [[band]], [[bullet]], [[figure]], [[]], [[], [LOGO], []]])
    assert.equal(findLogoPlace(documentOf(...pages)), undefined, JSON.stringify(pages));
});
