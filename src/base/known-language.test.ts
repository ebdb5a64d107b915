import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLanguage, languageOrEnglish } from './known-language.ts';

test('what numbers can be written in is a language, and what Office writes in place of one is not', () => {
  for (const tag of ['en', 'en-US', 'zh-Hant-TW', 'DE', 'sr-Latn-RS', 'es-419']) assert.ok(isLanguage(tag), tag);
  for (const tag of ['', 'x-none', 'LID4096', 'en_US', 'english language', 'de-', '-', 'en-abcdefghij']) {
    assert.ok(!isLanguage(tag), tag);
    assert.equal(languageOrEnglish(tag), 'en');
    assert.equal(new Intl.NumberFormat(languageOrEnglish(tag)).format(1.5), '1.5');
  }
});
