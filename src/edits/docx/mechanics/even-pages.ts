/** Whether even pages have headers and footers of their own: a setting of the whole file (ISO/IEC 29500-1 §17.10.1). */
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { prependContent, replaceNode } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { sidePartOf } from '../../../ooxml/word-file.ts';
import { childOf, isOn } from '../../../ooxml/word-text.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import { prefixOf } from './word-names.ts';

/** What is in front of `evenAndOddHeaders` in the settings (ISO/IEC 29500-1 §17.15.1.78). */
const BEFORE_EVEN =
  /^(writeProtection|view|zoom|removePersonalInformation|removeDateAndTime|doNotDisplayPageBoundaries|displayBackgroundShape|printPostScriptOverText|printFractionalCharacterWidth|printFormsData|embedTrueTypeFonts|embedSystemFonts|saveSubsetFonts|saveFormsData|mirrorMargins|alignBordersAndEdges|bordersDoNotSurroundHeader|bordersDoNotSurroundFooter|gutterAtTop|hideSpellingErrors|hideGrammaticalErrors|activeWritingStyle|proofState|formsDesign|attachedTemplate|linkStyles|stylePaneFormatFilter|stylePaneSortMethod|documentType|mailMerge|revisionView|trackRevisions|doNotTrackMoves|doNotTrackFormatting|documentProtection|autoFormatOverride|styleLockTheme|styleLockQFSet|defaultTabStop|autoHyphenation|consecutiveHyphenLimit|hyphenationZone|doNotHyphenateCaps|showEnvelope|summaryLength|clickAndTypeStyle|defaultTableStyle)$/;

/** Whether the file shows the headers and footers of even pages that its sections name. */
export function tellsEvenApart(opened: OfficePackage): boolean {
  const settings = sidePartOf(opened, 'settings');
  return settings !== undefined && isOn(childOf(settings.root, 'evenAndOddHeaders'));
}

/** Sets it. Nothing happens where the file has no settings. */
export function tellEvenApart(opened: OfficePackage): void {
  const settings = sidePartOf(opened, 'settings');
  if (settings === undefined || tellsEvenApart(opened)) return;
  const xml = `<${prefixOf(settings)}evenAndOddHeaders/>`;
  const known = childOf(settings.root, 'evenAndOddHeaders');
  const last = elementsOf(settings.root).findLast(({ local }) => BEFORE_EVEN.test(local));
  editXmlPart(opened, settings, [
    known !== undefined
      ? replaceNode(known, xml)
      : last === undefined
        ? prependContent(settings, settings.root, xml)
        : { start: last.end, end: last.end, xml },
  ]);
}
