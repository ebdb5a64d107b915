/** The plan of each operation on a file of one kind: what it takes, what the file allows, and the spans that it comes to. */
import { z } from 'zod';
import type { Move } from '../ooxml/address-moves.ts';
import { readDeckFile } from '../ooxml/deck-file.ts';
import type { OfficePackage } from '../ooxml/office-package.ts';
import { readWordFile, type WordFile } from '../ooxml/word-file.ts';
import { readWorkbookFile } from '../ooxml/workbook-file.ts';
import { DECK_EDITS, WORD_EDITS, WORKBOOK_EDITS } from './all-edits.ts';
import type { EditOperation } from './apply-edits.ts';
import { operationMeant } from './operation-meant.ts';
import { reject, type Edit, type EditContext, type EditPlan, type Rejected } from './define-edit.ts';
import { checkBox, checkProtection } from './docx/mechanics/find-target.ts';

type Plan = (operation: EditOperation) => EditPlan | Rejected;

function tellLike(op: string, edits: readonly { op: string }[]): string {
  const like = operationMeant(
    op,
    edits.map((edit) => edit.op),
  );
  return like === undefined ? '' : ` Did you mean ${like}?`;
}

/** The properties of an operation beside its name. */
const fieldsOf = ({ schema }: Pick<Edit<never>, 'schema'>): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((field) => field !== 'op') : [];

function planWith<File>(
  file: File,
  edits: readonly Edit<File>[],
  context: EditContext,
  check: (operation: EditOperation) => Rejected | null,
): Plan {
  return (operation) => {
    const edit = edits.find(({ op }) => op === operation.op);
    if (edit === undefined)
      return reject(
        'unsupported',
        `${operation.op} is not available for this kind of file; it takes ${edits.map(({ op }) => op).join(', ')}.${tellLike(operation.op, edits)}`,
      );
    if (context.mode === 'tracked' && isSettling(edit))
      return reject(
        'unsupported',
        'Accepting and rejecting are no tracked changes themselves, so that the proof of the others would not hold: send them in a request of their own.',
      );
    // operations of one name differ from format to format
    const issue = edit.schema.safeParse(operation).error?.issues[0];
    if (issue !== undefined)
      return reject(
        'unsupported',
        `${operation.op} does not take this for this kind of file: ${[...issue.path.map(String), issue.message].join(': ')}; it takes ${fieldsOf(edit).join(', ')}.`.slice(
          0,
          1_000,
        ),
      );
    return check(operation) ?? edit.plan(file, operation, context);
  };
}

/** Whether it accepts or rejects tracked changes. */
export const isSettling = ({ op }: { op: string }): boolean => op === 'accept_revision' || op === 'reject_revision';

/** What plans the operations on one file; Word: with the file as it was read. */
export interface Planner {
  plan: Plan;
  word?: WordFile;
}

/** @param moves where earlier operations of the request have carried what the addresses name */
export function plannerOf(opened: OfficePackage, context: EditContext, moves: readonly Move[]): Planner {
  switch (opened.kind) {
    case 'docx': {
      const file = readWordFile(opened);
      if (file.w === '') return { plan: () => reject('unsupported', 'The file writes its markup without a prefix, which is not edited.') };
      return {
        plan: planWith(file, WORD_EDITS, context, (operation) => checkProtection(file, context, operation.op) ?? checkBox(file, operation)),
        word: file,
      };
    }
    case 'pptx':
      return { plan: planWith(readDeckFile(opened, moves), DECK_EDITS, context, () => null) };
    case 'xlsx':
      return { plan: planWith(readWorkbookFile(opened, moves), WORKBOOK_EDITS, context, () => null) };
  }
}
