/** The collections that a page keeps: what a server has to enforce of them. */
import type { Block } from './block.ts';
import type { Document } from './document.ts';
import { isInteractive, type CollectionMode, type FieldType, type FormField, type Interactive } from './interactive.ts';
import { walkBlocks } from './walk.ts';

interface CollectionField {
  name: string;
  type: FieldType;
  required: boolean;
  choices?: string[];
  /** Characters of a text, or the greatest number. */
  max?: number;
}

export interface PageCollection {
  name: string;
  mode: CollectionMode;
  /** Absent: records may hold anything. */
  fields?: CollectionField[];
}

/** Fields of what a checklist and a poll keep. */
const CHECKLIST_FIELDS = { item: 'Item', done: 'Done' } as const;
const POLL_FIELD = 'Choice';

const TEXT_MAX = 200;

/** Least able to most able to be read. */
const STRICTNESS: readonly CollectionMode[] = ['submit', 'read', 'open'];

type Keeping = Exclude<Interactive, { type: 'calculator' }>;

/**
 * Each collection once, in the order of the page. A mode that a block names holds for the whole collection, the strictest of several;
 * without one, what visitors enter in a form is read by the owner alone unless the page shows it, checklists and polls are open, and
 * what is only shown is written by the owner.
 */
export function collectionsOf({ blocks }: Pick<Document, 'blocks'>): PageCollection[] {
  const byName = new Map<string, Keeping[]>();
  for (const block of walkBlocks(blocks)) {
    if (!isInteractive(block) || block.type === 'calculator') continue;
    byName.set(block.collection, [...(byName.get(block.collection) ?? []), block]);
  }
  return [...byName].map(([name, users]) => {
    const fields = fieldsOf(users);
    return { name, mode: modeOf(users), ...(fields === undefined ? {} : { fields }) };
  });
}

function modeOf(users: readonly Keeping[]): CollectionMode {
  const named = STRICTNESS.find((mode) => users.some((user) => user.mode === mode));
  if (named !== undefined) return named;
  const types = new Set(users.map(({ type }) => type));
  if (types.has('checklist') || types.has('poll')) return 'open';
  if (!types.has('form')) return 'read';
  return types.has('records') || types.has('tally') ? 'open' : 'submit';
}

/** The fields that all writers of a collection share: of several forms a field is required only if each of them requires it. */
function fieldsOf(users: readonly Keeping[]): CollectionField[] | undefined {
  const sets = users.flatMap((user): CollectionField[][] => {
    if (user.type === 'form') return [user.fields.map(plainField)];
    if (user.type === 'checklist')
      return [
        [
          { name: CHECKLIST_FIELDS.item, type: 'text', required: true, max: TEXT_MAX },
          { name: CHECKLIST_FIELDS.done, type: 'check', required: false },
        ],
      ];
    // several choices are one text: no field holds a list
    if (user.type === 'poll')
      return [
        [
          user.multiple === true
            ? { name: POLL_FIELD, type: 'long_text', required: true }
            : { name: POLL_FIELD, type: 'choice', required: true, choices: user.choices },
        ],
      ];
    return [];
  });
  const [first, ...others] = sets;
  if (first === undefined) return undefined;
  const merged = new Map(first.map((field) => [field.name, field]));
  for (const set of others) {
    for (const field of set) if (!merged.has(field.name)) merged.set(field.name, { ...field, required: false });
    for (const [name, field] of merged) if (!set.some((other) => other.name === name)) merged.set(name, { ...field, required: false });
  }
  return [...merged.values()];
}

const plainField = ({ name, type, required, choices, max }: FormField): CollectionField => ({
  name,
  type,
  required,
  ...(choices === undefined ? {} : { choices }),
  ...(max === undefined ? {} : { max }),
});

/** The form that fills a collection, which knows its fields; undefined where the page has none. */
export const formOf = (blocks: readonly Block[], collection: string): Extract<Block, { type: 'form' }> | undefined => {
  for (const block of walkBlocks(blocks)) if (block.type === 'form' && block.collection === collection) return block;
  return undefined;
};
