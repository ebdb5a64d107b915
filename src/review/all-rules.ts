/** Every rule, by code; a test holds this list against the folder. */
import type { ContentRule, DeckRule, DrawnRule, PackageRule, SlideRule, WordRule, WorkbookRule } from './define-rule.ts';
import { altTextMissing } from './rules/alt-text-missing.ts';
import { captionNumberTyped } from './rules/caption-number-typed.ts';
import { captionStranded } from './rules/caption-stranded.ts';
import { charactersPrivate } from './rules/characters-private.ts';
import { charactersWithoutFont } from './rules/characters-without-font.ts';
import { clauseReferenceBroken } from './rules/clause-reference-broken.ts';
import { columnCramped } from './rules/column-cramped.ts';
import { columnTooNarrow } from './rules/column-too-narrow.ts';
import { contentPastMargin } from './rules/content-past-margin.ts';
import { contentsStale } from './rules/contents-stale.ts';
import { contrastLow } from './rules/contrast-low.ts';
import { dateImpossible } from './rules/date-impossible.ts';
import { externalLink } from './rules/external-link.ts';
import { fakeHeading } from './rules/fake-heading.ts';
import { fakeList } from './rules/fake-list.ts';
import { fakeNumberedList } from './rules/fake-numbered-list.ts';
import { fieldBroken } from './rules/field-broken.ts';
import { figureConflict } from './rules/figure-conflict.ts';
import { figureHashed } from './rules/figure-hashed.ts';
import { fontSubstituted } from './rules/font-substituted.ts';
import { footnoteMissing } from './rules/footnote-missing.ts';
import { formulaCircular } from './rules/formula-circular.ts';
import { formulaError } from './rules/formula-error.ts';
import { formulaInconsistent } from './rules/formula-inconsistent.ts';
import { formulaValueStale } from './rules/formula-value-stale.ts';
import { glyphsMissing } from './rules/glyphs-missing.ts';
import { headerCollision } from './rules/header-collision.ts';
import { headingLevelSkipped } from './rules/heading-level-skipped.ts';
import { headingNumberBroken } from './rules/heading-number-broken.ts';
import { headingStranded } from './rules/heading-stranded.ts';
import { idsDuplicate } from './rules/ids-duplicate.ts';
import { lastPageAlmostEmpty } from './rules/last-page-almost-empty.ts';
import { listDoubleMarked } from './rules/list-double-marked.ts';
import { marginsNarrow } from './rules/margins-narrow.ts';
import { markupLeft } from './rules/markup-left.ts';
import { nameBroken } from './rules/name-broken.ts';
import { numberAsText } from './rules/number-as-text.ts';
import { numberFormatMissing } from './rules/number-format-missing.ts';
import { numberingUndefined } from './rules/numbering-undefined.ts';
import { packageIdsDuplicate } from './rules/package-ids-duplicate.ts';
import { packageInvalid } from './rules/package-invalid.ts';
import { pageBlank } from './rules/page-blank.ts';
import { pageGap } from './rules/page-gap.ts';
import { pageSparse } from './rules/page-sparse.ts';
import { pdfNotAccessible } from './rules/pdf-not-accessible.ts';
import { pictureDistorted } from './rules/picture-distorted.ts';
import { pictureLowResolution } from './rules/picture-low-resolution.ts';
import { placeholderLeft } from './rules/placeholder-left.ts';
import { propertiesMissing } from './rules/properties-missing.ts';
import { rangeIncomplete } from './rules/range-incomplete.ts';
import { referenceBroken } from './rules/reference-broken.ts';
import { relationshipDangling } from './rules/relationship-dangling.ts';
import { reviewPartial } from './rules/review-partial.ts';
import { sectionEmpty } from './rules/section-empty.ts';
import { sheetInvalid } from './rules/sheet-invalid.ts';
import { signatureAlone } from './rules/signature-alone.ts';
import { slideAltTextMissing } from './rules/slide-alt-text-missing.ts';
import { slideChartUnreadable } from './rules/slide-chart-unreadable.ts';
import { slideContentOutside } from './rules/slide-content-outside.ts';
import { slideContrastLow } from './rules/slide-contrast-low.ts';
import { slideDense } from './rules/slide-dense.ts';
import { slideEdgesMisaligned } from './rules/slide-edges-misaligned.ts';
import { slideEmpty } from './rules/slide-empty.ts';
import { slideGapsUneven } from './rules/slide-gaps-uneven.ts';
import { slideMarginNarrow } from './rules/slide-margin-narrow.ts';
import { slideMonotonous } from './rules/slide-monotonous.ts';
import { slidePictureDistorted } from './rules/slide-picture-distorted.ts';
import { slidePlaceholderEmpty } from './rules/slide-placeholder-empty.ts';
import { slideShapesOverlap } from './rules/slide-shapes-overlap.ts';
import { slideTextCut } from './rules/slide-text-cut.ts';
import { slideTextOverflow } from './rules/slide-text-overflow.ts';
import { slideTextSpilled } from './rules/slide-text-spilled.ts';
import { slideTitleLong } from './rules/slide-title-long.ts';
import { slideTitleMissing } from './rules/slide-title-missing.ts';
import { slideTitleRepeated } from './rules/slide-title-repeated.ts';
import { slideTypeSmall } from './rules/slide-type-small.ts';
import { styleUndefined } from './rules/style-undefined.ts';
import { tableGridMismatch } from './rules/table-grid-mismatch.ts';
import { tableHeaderMismatch } from './rules/table-header-mismatch.ts';
import { tableHeaderNotRepeated } from './rules/table-header-not-repeated.ts';
import { tableSplitBadly } from './rules/table-split-badly.ts';
import { tableTooWide } from './rules/table-too-wide.ts';
import { textGarbled } from './rules/text-garbled.ts';
import { textOverlap } from './rules/text-overlap.ts';
import { textRepeated } from './rules/text-repeated.ts';
import { titleMissing } from './rules/title-missing.ts';
import { totalHardCoded } from './rules/total-hard-coded.ts';
import { totalMismatch } from './rules/total-mismatch.ts';
import { workbookIdsDuplicate } from './rules/workbook-ids-duplicate.ts';

export const CONTENT_RULES: readonly ContentRule[] = [
  altTextMissing,
  captionNumberTyped,
  charactersPrivate,
  charactersWithoutFont,
  clauseReferenceBroken,
  contrastLow,
  dateImpossible,
  fakeHeading,
  fakeList,
  fakeNumberedList,
  figureConflict,
  headingLevelSkipped,
  headingNumberBroken,
  idsDuplicate,
  listDoubleMarked,
  marginsNarrow,
  markupLeft,
  pictureLowResolution,
  placeholderLeft,
  referenceBroken,
  sectionEmpty,
  textGarbled,
  textRepeated,
  titleMissing,
  totalMismatch,
];

export const DRAWN_RULES: readonly DrawnRule[] = [
  captionStranded,
  columnCramped,
  contentPastMargin,
  contentsStale,
  figureHashed,
  fontSubstituted,
  glyphsMissing,
  headerCollision,
  headingStranded,
  lastPageAlmostEmpty,
  pageBlank,
  pageGap,
  pageSparse,
  pdfNotAccessible,
  pictureDistorted,
  signatureAlone,
  tableSplitBadly,
  tableTooWide,
  textOverlap,
];

/** Of any Office file. */
export const PACKAGE_RULES: readonly PackageRule[] = [packageInvalid, relationshipDangling];

export const WORD_RULES: readonly WordRule[] = [
  fieldBroken,
  footnoteMissing,
  numberingUndefined,
  packageIdsDuplicate,
  propertiesMissing,
  styleUndefined,
  tableGridMismatch,
  tableHeaderNotRepeated,
];

export const DECK_RULES: readonly DeckRule[] = [
  slideAltTextMissing,
  slideChartUnreadable,
  slideContentOutside,
  slideContrastLow,
  slideDense,
  slideEdgesMisaligned,
  slideEmpty,
  slideGapsUneven,
  slideMarginNarrow,
  slideMonotonous,
  slidePictureDistorted,
  slidePlaceholderEmpty,
  slideShapesOverlap,
  slideTextOverflow,
  slideTitleLong,
  slideTitleMissing,
  slideTitleRepeated,
  slideTypeSmall,
];

/** Of presentations, beside their drawn slides. */
export const SLIDE_RULES: readonly SlideRule[] = [slideTextCut, slideTextSpilled];

export const WORKBOOK_RULES: readonly WorkbookRule[] = [
  columnTooNarrow,
  externalLink,
  formulaCircular,
  formulaError,
  formulaInconsistent,
  formulaValueStale,
  nameBroken,
  numberAsText,
  numberFormatMissing,
  rangeIncomplete,
  reviewPartial,
  sheetInvalid,
  tableHeaderMismatch,
  totalHardCoded,
  workbookIdsDuplicate,
];
