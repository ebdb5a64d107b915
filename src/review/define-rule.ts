/**
 * A rule: one thing that can be wrong with a document, how it is seen, and perhaps how it is repaired. Each is in a file
 * of its own under `rules/`, with examples that must and must not fire, which are run as tests.
 */
import type { FindingLocation, Severity } from '../base/finding.ts';
import type { RuleCode } from '../base/finding-code.ts';
import type { Document } from '../document/document.ts';
import type { Look } from '../document/look.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { PackageFile } from './package-file.ts';
import type { DeckView } from './deck-view.ts';
import type { WordView } from './word-view.ts';
import type { WorkbookView } from './workbook-view.ts';

/** What is being made: the tree, and the look that it is set in. Repairs give back a changed one. */
export interface Draft {
  document: Document;
  look: Look;
}

/** One place where a rule fires. */
export interface Hit {
  message: string;
  location?: FindingLocation;
  /** Where this one is graver or lighter than the rule in general. */
  severity?: Severity;
  /** Changes the draft so that the finding goes; absent: a person has to. Must not change the words of the document. */
  repair?: Repair;
}

export interface Repair {
  /** snake_case, as events and reports name it. */
  fix: string;
  /** Formats in whose pages it changes anything; absent: all that the rule applies to. */
  formats?: readonly MadeFormat[];
  /** What is done in the other formats. */
  otherwise?: Repair;
  apply(draft: Draft): Draft;
}

export type MadeFormat = 'docx' | 'pdf' | 'pptx' | 'xlsx';

interface RuleBase {
  code: RuleCode;
  severity: Severity;
  /** What it finds, in half a sentence: for the documentation. */
  summary: string;
  /** What it finds keeps a user from reading the document, by the standard that a PDF is checked against (PDF/UA-1). */
  accessibility?: true;
  /** Where findings in files of others are graver or lighter than in our own. */
  foreign?: ForeignSeverity;
}

interface ForeignSeverity {
  severity?: Severity;
}

/** How a rule written for documents of ours applies to files of others, whose look is not known and whose content was no Markdown. */
interface ForeignUse extends ForeignSeverity {
  formats: readonly MadeFormat[];
  /** What to do about it is said for a file, not for Markdown. */
  message?(said: string): string;
  /** Of a file of others only what is sure is reported. `pages` is null where the file was not rendered. */
  isSure?(hit: { severity: Severity }, pages: RenderedDocument | null): boolean;
}

/** A rule about what all formats have: which of them it applies to is its own to say. */
interface RuleOfFormats extends RuleBase {
  /** Documents of ours that it applies to. */
  formats: readonly MadeFormat[];
  /** Absent: it says nothing of files of others. */
  foreign?: ForeignUse;
}

/** Seen in the content itself, before anything is drawn. */
export interface ContentRule extends RuleOfFormats {
  sees: 'content';
  check(draft: Draft): Hit[];
  examples: { fires: ContentExample[]; silent: ContentExample[] };
}

/** Seen on the drawn pages. */
export interface PageRule extends RuleOfFormats {
  sees: 'pages';
  check(drawn: RenderedDocument, draft: Draft): Hit[];
  examples: { fires: PageExample[]; silent: PageExample[] };
}

interface OfficeFileRule<File> extends RuleBase {
  check(file: File): Hit[];
  examples: { fires: PackageExample[]; silent: PackageExample[] };
}

/** Seen in the parts of any Office file. Nothing repairs them but a change of the writer. */
export interface PackageRule extends OfficeFileRule<PackageFile> {
  sees: 'package';
}

/** Seen in the parts of a Word file: faults that Word would show. */
export interface WordRule extends OfficeFileRule<WordView> {
  sees: 'word';
}

/** Seen in the cells and parts of a workbook, whoever made it. */
export interface WorkbookRule extends OfficeFileRule<WorkbookView> {
  sees: 'workbook';
}

/** Seen in the parts of a presentation, of whatever origin. */
export interface DeckRule extends OfficeFileRule<DeckView> {
  sees: 'deck';
}

/** Seen on the drawn slides, beside what the presentation says. */
export interface SlideRule extends RuleBase {
  sees: 'slides';
  check(deck: DeckView, drawn: RenderedDocument): Hit[];
  examples: { fires: SlideExample[]; silent: SlideExample[] };
}

export type Rule = WorkbookRule | ContentRule | PageRule | PackageRule | WordRule | DeckRule | SlideRule;

/** A draft described by what differs from an empty report in English. */
export interface ContentExample {
  name: string;
  document: Partial<Document>;
  look?: Partial<Look>;
}
interface PageExample extends ContentExample {
  drawn: RenderedDocument;
}
interface PackageExample {
  name: string;
  file(): Uint8Array;
}
export interface SlideExample extends PackageExample {
  drawn: RenderedDocument;
}

/** A rule that sees the content before it is rendered. */
export const defineContentRule = (rule: Omit<ContentRule, 'sees'>): ContentRule => ({ sees: 'content', ...rule });
/** A rule that sees rendered pages. */
export const definePageRule = (rule: Omit<PageRule, 'sees'>): PageRule => ({ sees: 'pages', ...rule });
/** A rule that sees the parts of any Office file. */
export const definePackageRule = (rule: Omit<PackageRule, 'sees'>): PackageRule => ({ sees: 'package', ...rule });
/** A rule that sees a Word file. */
export const defineWordRule = (rule: Omit<WordRule, 'sees'>): WordRule => ({ sees: 'word', ...rule });
/** A rule that sees a workbook and calculates its formulas. */
export const defineWorkbookRule = (rule: Omit<WorkbookRule, 'sees'>): WorkbookRule => ({ sees: 'workbook', ...rule });
/** A rule that sees a presentation with what its slides inherit. */
export const defineDeckRule = (rule: Omit<DeckRule, 'sees'>): DeckRule => ({ sees: 'deck', ...rule });
/** A rule that sees slides as they are rendered. */
export const defineSlideRule = (rule: Omit<SlideRule, 'sees'>): SlideRule => ({ sees: 'slides', ...rule });
