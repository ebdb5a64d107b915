/**
 * An edit: one typed operation on an existing file (decisions §5). Each is in a file of its own that carries its name,
 * its schema, the function that plans it, and worked examples, which are run as tests. Planning changes nothing: it gives
 * spans of the parts as they were read, so that all addresses of one request mean the file as it was sent.
 */
import type { z } from 'zod';
import type { RejectionReason } from '../base/rejection.ts';
import type { OfficeKind, OfficePackage } from '../ooxml/office-package.ts';
import type { Move } from '../ooxml/address-moves.ts';
import type { XmlEdit } from '../ooxml/edit-xml.ts';

export type { RejectionReason };

/** An operation that was not done: never guessed, always reported why. */
export interface Rejected {
  rejected: {
    reason: RejectionReason;
    /** One plain sentence. */
    message: string;
    /** Addresses that may have been meant. */
    candidates?: string[];
  };
}

const CANDIDATES_MAX = 20;

/**
 * A rejection with its reason. @param message one plain sentence; candidates: addresses that may have been meant, of which 20 are
 * kept
 */
export function reject(reason: RejectionReason, message: string, candidates: readonly string[] = []): Rejected {
  return { rejected: { reason, message, ...(candidates.length === 0 ? {} : { candidates: candidates.slice(0, CANDIDATES_MAX) }) } };
}

/** Whether an outcome is a rejection. */
export const isRejected = (value: object): value is Rejected => 'rejected' in value;

/** Changes to one part, as spans of its source when it was read. */
export interface PartEdits {
  part: string;
  edits: XmlEdit[];
}

export interface EditPlan {
  parts: PartEdits[];
  /** Text or value before and after, as a person would tell it. */
  before?: string;
  after?: string;
  /** Address of what was added, after the operation. */
  made?: string;
  /** What was not reached although it was meant: one plain sentence. */
  message?: string;
  /** Runs after all spans of the request are written: new parts, relationships. */
  finish?: (opened: OfficePackage) => void;
  /** Of operations that are alone: later ones of the request still name the file as it was sent. */
  moved?: Move;
  /**
   * Word, tracked: marks of notes, comments and bookmarks and controls that are there twice until it is settled, `footnote 7` → the id of the
   * one that it is a copy of; `name _moved_Fees` → the name that the bookmark has else.
   */
  copies?: ReadonlyMap<string, string>;
  /** Word, tracked: those of `parts` that no revision holds, and that are there whether the others are accepted or rejected. */
  standing?: PartEdits[];
  /** Word: paragraphs become one, which the operation else leaves apart. */
  joins?: true;
  /** Workbooks: cells whose values are others now, as addresses after the operation. */
  touched?: readonly string[];
}

export type EditMode = 'direct' | 'tracked';

/** What an operation may know beside its own fields: nothing is read from a clock here. */
export interface EditContext {
  mode: EditMode;
  /** Who is in tracked changes and comments. */
  author: string;
  /** ISO 8601 without fractions. */
  date: string;
  /** What a tracked operation means is planned, as if it were done at once: it reaches no further than what can be tracked. */
  intended?: true;
}

/** A worked example: parts of a small file before, the operation, and what is to be found afterwards. */
export interface EditExample {
  name: string;
  /** Content of the body (Word), of a slide's shapes (PowerPoint) or rows of the first sheet (Excel), as XML. */
  given: string;
  operation: Record<string, unknown>;
  mode?: EditMode;
  /** Content afterwards; or why it is not done. */
  expected: string | { rejected: RejectionReason };
}

export interface EditDefinition<File, Fields extends { op: string }> {
  op: Fields['op'];
  format: OfficeKind;
  /** What it does, in half a sentence. */
  summary: string;
  /** Whether `mode: tracked` makes a revision of it. */
  tracked: boolean;
  /** What it refuses, and why: for the documentation. */
  refuses: Readonly<Partial<Record<RejectionReason, string>>>;
  schema: z.ZodType<Fields>;
  /** It is written before the next operation is planned, as it moves others or numbers what it makes; its spans may reach over a whole part. */
  alone?: boolean;
  /** It depends on the values of formulas, so that it waits for the values of those that an earlier operation has changed. */
  readsValues?: boolean;
  plan(file: File, fields: Fields, context: EditContext): EditPlan | Rejected;
  examples: readonly EditExample[];
}

/** A definition whose fields are known to it alone: what the lists hold. */
export interface Edit<File> extends Omit<EditDefinition<File, { op: string }>, 'plan'> {
  /** @throws where `operation` does not keep to `schema`: check it first */
  plan(file: File, operation: unknown, context: EditContext): EditPlan | Rejected;
}

/** A definition whose fields are known to it alone; its `plan` reads the fields by the schema first. */
export function defineEdit<File, Fields extends { op: string }>(definition: EditDefinition<File, Fields>): Edit<File> {
  return { ...definition, plan: (file, operation, context) => definition.plan(file, definition.schema.parse(operation), context) };
}
