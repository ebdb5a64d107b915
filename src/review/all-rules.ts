/** Every rule, by code; a test holds this list against the folder. */
import type { Rule, ContentRule, DeckRule, PageRule, PackageRule, SlideRule, WordRule, WorkbookRule } from './define-rule.ts';
import { altTextMissing } from './rules/content/alt-text-missing.ts';
import { captionNumberTyped } from './rules/content/caption-number-typed.ts';
import { captionStranded } from './rules/pages/caption-stranded.ts';
import { checkFailed } from './rules/workbook/check-failed.ts';
import { charactersPrivate } from './rules/content/characters-private.ts';
import { charactersWithoutFont } from './rules/content/characters-without-font.ts';
import { clauseReferenceBroken } from './rules/content/clause-reference-broken.ts';
import { clauseReferenceCircular } from './rules/content/clause-reference-circular.ts';
import { columnCramped } from './rules/pages/column-cramped.ts';
import { columnTooNarrow } from './rules/workbook/column-too-narrow.ts';
import { contentPastMargin } from './rules/pages/content-past-margin.ts';
import { contentsStale } from './rules/pages/contents-stale.ts';
import { contrastLow } from './rules/content/contrast-low.ts';
import { dateImpossible } from './rules/content/date-impossible.ts';
import { externalLink } from './rules/workbook/external-link.ts';
import { fakeHeading } from './rules/content/fake-heading.ts';
import { fakeList } from './rules/content/fake-list.ts';
import { fakeNumberedList } from './rules/content/fake-numbered-list.ts';
import { fieldBroken } from './rules/word/field-broken.ts';
import { figureConflict } from './rules/content/figure-conflict.ts';
import { figureHashed } from './rules/pages/figure-hashed.ts';
import { fontSubstituted } from './rules/pages/font-substituted.ts';
import { footnoteMissing } from './rules/word/footnote-missing.ts';
import { formulaCircular } from './rules/workbook/formula-circular.ts';
import { formulaError } from './rules/workbook/formula-error.ts';
import { formulaInconsistent } from './rules/workbook/formula-inconsistent.ts';
import { formulaValueStale } from './rules/workbook/formula-value-stale.ts';
import { glyphsMissing } from './rules/pages/glyphs-missing.ts';
import { headerCollision } from './rules/pages/header-collision.ts';
import { headingLevelSkipped } from './rules/content/heading-level-skipped.ts';
import { headingNumberBroken } from './rules/content/heading-number-broken.ts';
import { headingStranded } from './rules/pages/heading-stranded.ts';
import { identifierWrapped } from './rules/pages/identifier-wrapped.ts';
import { identifierGrouped } from './rules/workbook/identifier-grouped.ts';
import { listItemStranded } from './rules/pages/list-item-stranded.ts';
import { closingTorn } from './rules/pages/closing-torn.ts';
import { idsDuplicate } from './rules/content/ids-duplicate.ts';
import { lastPageAlmostEmpty } from './rules/pages/last-page-almost-empty.ts';
import { listDoubleMarked } from './rules/content/list-double-marked.ts';
import { logoInvisible } from './rules/content/logo-invisible.ts';
import { marginsNarrow } from './rules/content/margins-narrow.ts';
import { markupLeft } from './rules/content/markup-left.ts';
import { nameBroken } from './rules/workbook/name-broken.ts';
import { numberAsText } from './rules/workbook/number-as-text.ts';
import { numberFormatMissing } from './rules/workbook/number-format-missing.ts';
import { numberingUndefined } from './rules/word/numbering-undefined.ts';
import { packageIdsDuplicate } from './rules/word/package-ids-duplicate.ts';
import { packageInvalid } from './rules/package/package-invalid.ts';
import { pageBlank } from './rules/pages/page-blank.ts';
import { pageGap } from './rules/pages/page-gap.ts';
import { pageLimitMissed } from './rules/pages/page-limit-missed.ts';
import { pageSparse } from './rules/pages/page-sparse.ts';
import { pdfNotAccessible } from './rules/pages/pdf-not-accessible.ts';
import { pictureDistorted } from './rules/pages/picture-distorted.ts';
import { pictureLowResolution } from './rules/content/picture-low-resolution.ts';
import { placeholderLeft } from './rules/content/placeholder-left.ts';
import { propertiesMissing } from './rules/word/properties-missing.ts';
import { rangeIncomplete } from './rules/workbook/range-incomplete.ts';
import { referenceBroken } from './rules/content/reference-broken.ts';
import { relationshipDangling } from './rules/package/relationship-dangling.ts';
import { reviewPartial } from './rules/workbook/review-partial.ts';
import { sectionEmpty } from './rules/content/section-empty.ts';
import { sheetInvalid } from './rules/workbook/sheet-invalid.ts';
import { signatureAlone } from './rules/pages/signature-alone.ts';
import { slideAltTextMissing } from './rules/deck/slide-alt-text-missing.ts';
import { slideChartUnreadable } from './rules/deck/slide-chart-unreadable.ts';
import { slideContentOutside } from './rules/deck/slide-content-outside.ts';
import { slideContrastLow } from './rules/deck/slide-contrast-low.ts';
import { slideDense } from './rules/deck/slide-dense.ts';
import { slideEdgesMisaligned } from './rules/deck/slide-edges-misaligned.ts';
import { slideEmpty } from './rules/deck/slide-empty.ts';
import { slideHalfEmpty } from './rules/deck/slide-half-empty.ts';
import { slideGapsUneven } from './rules/deck/slide-gaps-uneven.ts';
import { slideMarginNarrow } from './rules/deck/slide-margin-narrow.ts';
import { slideMonotonous } from './rules/deck/slide-monotonous.ts';
import { slidePictureCropped } from './rules/deck/slide-picture-cropped.ts';
import { slidePictureDistorted } from './rules/deck/slide-picture-distorted.ts';
import { slidePlaceholderEmpty } from './rules/deck/slide-placeholder-empty.ts';
import { slideShapesOverlap } from './rules/deck/slide-shapes-overlap.ts';
import { slideTextCut } from './rules/slides/slide-text-cut.ts';
import { slideTextOverflow } from './rules/deck/slide-text-overflow.ts';
import { slideTextSpilled } from './rules/slides/slide-text-spilled.ts';
import { slideTitleLong } from './rules/deck/slide-title-long.ts';
import { slideTitleMissing } from './rules/deck/slide-title-missing.ts';
import { slideTitleRepeated } from './rules/deck/slide-title-repeated.ts';
import { slideTypeSmall } from './rules/deck/slide-type-small.ts';
import { spellingMixed } from './rules/content/spelling-mixed.ts';
import { styleUndefined } from './rules/word/style-undefined.ts';
import { tableGridMismatch } from './rules/word/table-grid-mismatch.ts';
import { formulaReadsNothing } from './rules/workbook/formula-reads-nothing.ts';
import { summaryAllZero } from './rules/workbook/summary-all-zero.ts';
import { tableHeaderMismatch } from './rules/workbook/table-header-mismatch.ts';
import { tableHeaderNotRepeated } from './rules/word/table-header-not-repeated.ts';
import { tableSplitBadly } from './rules/pages/table-split-badly.ts';
import { tableTooWide } from './rules/pages/table-too-wide.ts';
import { textGarbled } from './rules/content/text-garbled.ts';
import { textOverlap } from './rules/pages/text-overlap.ts';
import { textRepeated } from './rules/content/text-repeated.ts';
import { titleMissing } from './rules/content/title-missing.ts';
import { totalHardCoded } from './rules/workbook/total-hard-coded.ts';
import { totalMismatch } from './rules/content/total-mismatch.ts';
import { workbookIdsDuplicate } from './rules/workbook/workbook-ids-duplicate.ts';

export const CONTENT_RULES: readonly ContentRule[] = [
  altTextMissing,
  captionNumberTyped,
  charactersPrivate,
  charactersWithoutFont,
  clauseReferenceBroken,
  clauseReferenceCircular,
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
  logoInvisible,
  marginsNarrow,
  markupLeft,
  pictureLowResolution,
  placeholderLeft,
  referenceBroken,
  sectionEmpty,
  spellingMixed,
  textGarbled,
  textRepeated,
  titleMissing,
  totalMismatch,
];

export const PAGE_RULES: readonly PageRule[] = [
  captionStranded,
  columnCramped,
  contentPastMargin,
  contentsStale,
  figureHashed,
  fontSubstituted,
  glyphsMissing,
  headerCollision,
  headingStranded,
  closingTorn,
  listItemStranded,
  identifierWrapped,
  lastPageAlmostEmpty,
  pageBlank,
  pageGap,
  pageLimitMissed,
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
  slideHalfEmpty,
  slideMarginNarrow,
  slideMonotonous,
  slidePictureCropped,
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
  checkFailed,
  formulaCircular,
  formulaError,
  formulaInconsistent,
  formulaValueStale,
  identifierGrouped,
  nameBroken,
  numberAsText,
  numberFormatMissing,
  rangeIncomplete,
  reviewPartial,
  sheetInvalid,
  formulaReadsNothing,
  summaryAllZero,
  tableHeaderMismatch,
  totalHardCoded,
  workbookIdsDuplicate,
];

export const ALL_RULES: readonly Rule[] = [
  ...CONTENT_RULES,
  ...PAGE_RULES,
  ...PACKAGE_RULES,
  ...WORD_RULES,
  ...DECK_RULES,
  ...SLIDE_RULES,
  ...WORKBOOK_RULES,
];
