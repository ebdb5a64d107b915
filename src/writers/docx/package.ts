/** The parts of a Word file put together (ISO/IEC 29500-2): content types, relationships, zip. */
import { zipPackage, type PackagePart } from '../zip-package.ts';
import type { Document } from '../../document/document.ts';
import type { Look } from '../../document/look.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { noteSeparators } from './footnotes.ts';
import { TEXT_NAMESPACES } from './namespaces.ts';
import { relate } from './relationships.ts';
import { appPropertiesXml, corePropertiesXml, fontTableXml, settingsXml } from './settings.ts';
import { themeXml } from './theme.ts';
import type { Draft } from './draft.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

/** What is the same in every variant of the file. */
export interface Frame {
  document: Document;
  look: Look;
  created: Date;
  stylesXml: string;
  numberingXml: string;
  /** `w:footnote` elements; '' where there are none. */
  footnotesXml: string;
}

/** Everything but `word/document.xml`. Called once: it adds the relationships of the document part. */
function fixedParts(draft: Draft, frame: Frame): PackagePart[] {
  const { look, document } = frame;
  const word = (kind: string, file: string, data: string, type = `${WORD}${kind}+xml`): PackagePart => {
    relate(draft.relationships, kind, file);
    return { name: `word/${file}`, data, contentType: type };
  };
  const parts = [
    word('styles', 'styles.xml', frame.stylesXml),
    word('numbering', 'numbering.xml', frame.numberingXml),
    word('settings', 'settings.xml', settingsXml(look, document.lang)),
    word('fontTable', 'fontTable.xml', fontTableXml(look)),
    word('theme', 'theme/theme1.xml', themeXml(look), 'application/vnd.openxmlformats-officedocument.theme+xml'),
  ];
  const footnotes: PackagePart = {
    ...word(
      'footnotes',
      'footnotes.xml',
      `${XML_DECLARATION}<w:footnotes ${TEXT_NAMESPACES}>${noteSeparators()}${frame.footnotesXml}</w:footnotes>`,
    ),
    relationships: draft.footnoteRelationships,
  };
  const comments = draft.review.comments.join('');
  return [
    ...parts,
    footnotes,
    ...(comments === ''
      ? []
      : [word('comments', 'comments.xml', `${XML_DECLARATION}<w:comments ${TEXT_NAMESPACES}>${comments}</w:comments>`)]),
    ...draft.extraParts,
    {
      name: 'docProps/core.xml',
      data: corePropertiesXml(document, frame.created),
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
    },
    {
      name: 'docProps/app.xml',
      data: appPropertiesXml(document),
      contentType: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    },
  ];
}

/** Gives a function that packs a body: `w:document` around it, everything else as it is. */
export function packer(draft: Draft, frame: Frame): (bodyXml: string) => Uint8Array {
  const parts = fixedParts(draft, frame);
  return (bodyXml) => {
    const main: PackagePart = {
      name: 'word/document.xml',
      contentType: `${WORD}document.main+xml`,
      relationships: draft.relationships,
      data: `${XML_DECLARATION}<w:document ${TEXT_NAMESPACES}><w:body>${bodyXml}</w:body></w:document>`,
    };
    return zipPackage('word/document.xml', [main, ...parts]);
  };
}
