import { z } from 'zod';
import { attributeOf, textOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Edit, type EditExample, type PartEdits } from '../define-edit.ts';
import { tell } from './find-target.ts';
import { settleRevision, type Verdict } from './settle-revision.ts';
import type { WordFile, WordRevision } from './word-file.ts';
import { W } from './word-text.ts';

const INS = '<w:ins w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z"><w:r><w:t>b</w:t></w:r></w:ins>';
const DEL = '<w:del w:id="2" w:author="Ben" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>c</w:delText></w:r></w:del>';

/** Revisions inside one that goes with it, and formatting inside it, need no change of their own. */
function outermost(revisions: readonly WordRevision[]): WordRevision[] {
  const all = new Set(revisions.map(({ element }) => element));
  const inside = (element: XmlElement): boolean => {
    for (let at = element.parent; at !== undefined; at = at.parent) if (all.has(at)) return true;
    return false;
  };
  return revisions.filter(({ element }) => !inside(element));
}

function settle(verdict: Verdict, examples: readonly EditExample[]): Edit<WordFile> {
  const op = `${verdict}_revision` as const;
  const schema = z.strictObject({
    op: z.literal(op),
    target: z.string().min(1).max(200).describe('Address of a tracked change, rev3; or all.'),
    author: z.string().min(1).max(200).optional().describe('With all: only the changes of this author.'),
    expect: z.string().max(100_000).optional(),
  });
  return defineEdit<WordFile, z.infer<typeof schema>>({
    op, format: 'docx', summary: verdict === 'accept' ? 'Makes a tracked change, or all of them, part of the text' : 'Takes a tracked change, or all of them, back', tracked: false,
    refuses: { target_not_found: 'there is no such change', unsupported: 'changes of cells and of numbering' },
    schema,
    plan(file, fields) {
      const all = fields.target === 'all';
      const wanted = file.revisions.filter(({ address, element }) => (all ? fields.author === undefined || attributeOf(element, 'author', W) === fields.author : address === fields.target));
      if (wanted.length === 0) return reject('target_not_found', all ? 'There are no such tracked changes in this file.' : `There is no tracked change ${fields.target} in this file.`, file.revisions.map(({ address }) => address));
      const before = wanted.map(({ element }) => textOf(element)).filter((text) => text !== '').join(' ');
      if (fields.expect !== undefined && fields.expect !== before) return reject('expect_mismatch', `${fields.target} holds "${tell(before)}".`, [fields.target]);
      const parts = new Map<string, PartEdits>();
      for (const revision of outermost(wanted)) {
        const edits = settleRevision(revision, verdict);
        if (!Array.isArray(edits)) return edits;
        const part = parts.get(revision.part.name) ?? { part: revision.part.name, edits: [] };
        part.edits.push(...edits);
        parts.set(part.part, part);
      }
      return { parts: [...parts.values()], before: tell(before), after: '' };
    },
    examples,
  });
}

export const acceptRevision = settle('accept', [
  { name: 'an insertion', operation: { op: 'accept_revision', target: 'rev1' }, given: `<w:p>${INS}${DEL}</w:p>`, expected: `<w:p><w:r><w:t>b</w:t></w:r>${DEL}</w:p>` },
  { name: 'all', operation: { op: 'accept_revision', target: 'all' }, given: `<w:p>${INS}${DEL}</w:p>`, expected: '<w:p><w:r><w:t>b</w:t></w:r></w:p>' },
  { name: 'none there', operation: { op: 'accept_revision', target: 'all' }, given: '<w:p/>', expected: { rejected: 'target_not_found' } },
]);

export const rejectRevision = settle('reject', [
  { name: 'a deletion', operation: { op: 'reject_revision', target: 'rev2' }, given: `<w:p>${INS}${DEL}</w:p>`, expected: `<w:p>${INS}<w:r><w:t>c</w:t></w:r></w:p>` },
  { name: 'all of one author', operation: { op: 'reject_revision', target: 'all', author: 'Ana' }, given: `<w:p>${INS}${DEL}</w:p>`, expected: `<w:p>${DEL}</w:p>` },
]);
