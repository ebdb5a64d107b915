import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { buildWord, p } from '../../test/support/word-file.ts';
import { languageOfTemplate } from './template-language.ts';

function withDefaults(xml: string, prefix = 'w'): Uint8Array {
  const parts = unzipSync(buildWord([p('Text')]).deliver(new Map()));
  const styles = strFromU8(parts['word/styles.xml'] ?? new Uint8Array()).replace(
    /<w:docDefaults>[\s\S]*?<\/w:docDefaults>/,
    `<w:docDefaults><w:rPrDefault><w:rPr>${xml}</w:rPr></w:rPrDefault></w:docDefaults>`,
  );
  const named =
    prefix === 'w' ? styles : styles.replaceAll(/(<\/?|\s|xmlns:)w:(?=\w)/g, `$1${prefix}:`).replaceAll('xmlns:w=', `xmlns:${prefix}=`);
  return zipSync({ ...parts, 'word/styles.xml': strToU8(named) });
}

test('the language of a Word template is that of its defaults, whatever else its styles say', () => {
  assert.equal(languageOfTemplate(withDefaults('<w:lang w:val="de-DE" w:eastAsia="en-US"/>')), 'de-DE');
  assert.equal(languageOfTemplate(withDefaults('<w:sz w:val="22"/><w:lang w:eastAsia="ja-JP" w:val="pt-BR"/>')), 'pt-BR');
  assert.equal(languageOfTemplate(withDefaults('<w:lang w:val="fr-FR"/>', 'q')), 'fr-FR');
});
