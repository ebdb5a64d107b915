/** Runs the rules over a draft and its drawn pages, and applies their repairs. */
import type { Finding } from '../base/finding.ts';
import { Refusal } from '../base/refusal.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import { ALL_RULES, CONTENT_RULES, DECK_RULES, PAGE_RULES, PACKAGE_RULES, SLIDE_RULES, WORD_RULES, WORKBOOK_RULES } from './all-rules.ts';
import { openDeckView, readDeck, type DeckView } from './deck-view.ts';
import type { Draft, Hit, MadeFormat, Repair, Rule } from './define-rule.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { packageInvalid } from './rules/package/package-invalid.ts';
import { openWordView } from './word-view.ts';
import { openWorkbookView } from './workbook-view.ts';
import { openPackageFile, type PackageFile } from './package-file.ts';

export interface Reviewed {
  finding: Finding;
  repair: Repair | undefined;
}

/** One rule that fires everywhere says so often enough. */
export const HITS_PER_RULE_MAX = 50;

/** What a rule has hit as a finding of the report, with its repair where there is one. */
export function toReviewed(rule: Rule, hit: Hit): Reviewed {
  const finding: Finding = {
    code: rule.code,
    severity: hit.severity ?? rule.severity,
    message: hit.message,
    location: hit.location ?? {},
    fixable: hit.repair !== undefined,
    certainty: rule.sees === 'pages' || rule.sees === 'slides' ? 'rendered' : 'static',
    disposition: 'new',
  };
  return { finding, repair: hit.repair };
}

/** What can be seen in the content of a document of this format, before it is rendered. */
export function reviewContent(draft: Draft, format: MadeFormat): Reviewed[] {
  return CONTENT_RULES.filter(({ formats }) => formats.includes(format)).flatMap((rule) =>
    rule
      .check(draft)
      .slice(0, HITS_PER_RULE_MAX)
      .map((hit) => toReviewed(rule, hit)),
  );
}

/** What a repair comes to in this format. */
export function repairFor(format: MadeFormat, repair: Repair | undefined): Repair | undefined {
  return repair?.formats?.includes(format) === false ? repairFor(format, repair.otherwise) : repair;
}

/** What can be seen on the rendered pages of a document of this format. */
export function reviewPages(drawn: RenderedDocument, draft: Draft, format: MadeFormat): Reviewed[] {
  return PAGE_RULES.filter(({ formats }) => formats.includes(format)).flatMap((rule) =>
    rule
      .check(drawn, draft)
      .slice(0, HITS_PER_RULE_MAX)
      .map((hit) => toReviewed(rule, { ...hit, repair: repairFor(format, hit.repair) })),
  );
}

/** What can be seen in the parts of an Office file. Bytes that cannot be read are a finding too: `package_invalid`. */
export function reviewPackage(bytes: Uint8Array): Reviewed[] {
  const steps = reviewPackageInSteps(bytes);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same with a pause between its steps, for whoever has something else to do as well. */
export function* reviewPackageInSteps(bytes: Uint8Array): Steps {
  try {
    const file = openPackageFile(openOfficePackage(bytes));
    const reviewed = yield* hitsInSteps(PACKAGE_RULES, file);
    yield;
    return [...reviewed, ...(yield* reviewKind(file, bytes))];
  } catch (error) {
    // parts are read when a rule first asks for them, so that any of them can be the damaged one
    if (!(error instanceof Refusal)) throw error;
    return [toReviewed(packageInvalid, { message: error.message })];
  }
}

/** A deck is looked at twice: as it is packed, and beside its drawn slides. */
const decks = new WeakMap<Uint8Array, DeckView>();

type Steps = Generator<undefined, Reviewed[], undefined>;

function* reviewDeck(file: PackageFile, bytes: Uint8Array): Steps {
  const deck = readDeck(file);
  decks.set(bytes, deck);
  yield;
  return yield* hitsInSteps(DECK_RULES, deck);
}

function* reviewKind(file: PackageFile, bytes: Uint8Array): Steps {
  switch (file.opened.kind) {
    case 'docx':
      return yield* hitsInSteps(WORD_RULES, openWordView(file));
    case 'pptx':
      return yield* reviewDeck(file, bytes);
    case 'xlsx':
      return yield* hitsInSteps(WORKBOOK_RULES, openWorkbookView(file));
  }
}

/** What the drawn slides of a presentation show. */
export function reviewSlides(bytes: Uint8Array, drawn: RenderedDocument): Reviewed[] {
  try {
    const deck = decks.get(bytes) ?? openDeckView(bytes);
    return SLIDE_RULES.flatMap((rule) =>
      rule
        .check(deck, drawn)
        .slice(0, HITS_PER_RULE_MAX)
        .map((hit) => toReviewed(rule, hit)),
    );
  } catch (error) {
    // reported by `reviewPackage`
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

/** Rules of one step: they share what the first of them reads, so that fewer would not make steps much shorter. */
const RULES_AT_ONCE = 6;

function* hitsInSteps<File>(rules: readonly (Rule & { check(file: File): Hit[] })[], file: File): Steps {
  const reviewed: Reviewed[] = [];
  for (const [at, rule] of rules.entries()) {
    if (at > 0 && at % RULES_AT_ONCE === 0) yield;
    for (const hit of rule.check(file).slice(0, HITS_PER_RULE_MAX)) reviewed.push(toReviewed(rule, hit));
  }
  return reviewed;
}

export interface Repaired {
  draft: Draft;
  applied: { fix: string; finding: Finding }[];
}

/** Applies every repair there is, in the order of the findings. */
export function applyRepairs(draft: Draft, reviewed: readonly Reviewed[]): Repaired {
  const applied: Repaired['applied'] = [];
  let changed = draft;
  for (const { finding, repair } of reviewed) {
    if (!repair) continue;
    changed = repair.apply(changed);
    applied.push({ fix: repair.fix, finding });
  }
  return { draft: changed, applied };
}

/** How bad it is, so that two rounds can be compared: an error outweighs any number of warnings. */
export function weigh(findings: readonly Finding[]): number {
  return findings.reduce((sum, { severity }) => sum + (severity === 'error' ? 10_000 : severity === 'warning' ? 100 : 1), 0);
}

const ACCESSIBILITY: ReadonlySet<string> = new Set([
  // of readers, who could not carry a picture
  'image_missing',
  ...ALL_RULES.flatMap((rule) => (rule.accessibility === true ? [rule.code] : [])),
]);

/** Findings that keep a user from reading the document, by PDF/UA-1. */
export const accessibilityFindings = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ code, severity }) => ACCESSIBILITY.has(code) && severity !== 'info');
