import { contentTypeOf } from '../../../ooxml/office-package.ts';
import { definePackageRule } from '../../define-rule.ts';
import { paragraphXml, wordFileOf } from '../../example-files.ts';
import { contentParts } from '../../package-file.ts';

/** Office refuses a package with a part of no known media type (ISO/IEC 29500-2 §6.2.3), and one whose XML does not nest; the latter shows when it is opened. */
export const packageInvalid = definePackageRule({
  code: 'package_invalid',
  severity: 'error',
  summary: 'an Office file that cannot be opened, or a part of unknown kind',
  check: (file) =>
    contentParts(file).flatMap((name) =>
      contentTypeOf(file.opened, name) === undefined
        ? [{ message: `The part ${name} of the file has no media type, and Office refuses the file.`, location: { part: name } }]
        : [],
    ),
  examples: {
    fires: [
      { name: 'a part without type', file: () => wordFileOf({ body: paragraphXml(''), untyped: ['word/left.bin'] }) },
      { name: 'tags that do not nest', file: () => wordFileOf({ body: '<w:p></w:r>' }) },
      { name: 'no archive', file: () => new TextEncoder().encode('PK, but not a zip archive') },
    ],
    silent: [
      { name: 'a whole file', file: () => wordFileOf({ body: paragraphXml('') }) },
      { name: 'what Office has left behind', file: () => wordFileOf({ body: paragraphXml(''), untyped: ['[trash]/0000.dat'] }) },
    ],
  },
});
