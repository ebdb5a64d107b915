import { blockText } from '../../../document/walk.ts';
import { defineContentRule } from '../../define-rule.ts';

const TITLE_CHARS_MAX = 120;

/** The title that windows, tabs and screen readers show (PDF/UA-1, 7.1); without one they say the file's name. A letter is named by its subject. */
export const titleMissing = defineContentRule({
  code: 'title_missing',
  severity: 'info',
  formats: ['docx', 'pdf'],
  accessibility: true,
  summary: 'a document without a title',
  check: ({ document }) => {
    if (document.title.trim() !== '') return [];
    const subject = document.blocks
      .map((block) => (block.type === 'letterhead' ? (block.subject ?? '').trim() : ''))
      .find((text) => text !== '');
    const words = subject ?? document.blocks.map((block) => blockText(block).trim()).find((text) => text !== '');
    const title = words?.split('\n')[0]?.slice(0, TITLE_CHARS_MAX) ?? '';
    return [
      {
        message: 'The document has no title; begin it with a heading (# Title) or give the request a name.',
        ...(title === ''
          ? {}
          : { repair: { fix: 'title_from_text', apply: (draft) => ({ ...draft, document: { ...draft.document, title } }) } }),
      },
    ];
  },
  examples: {
    fires: [
      {
        name: 'a letter',
        document: { title: '', blocks: [{ id: 'b1', type: 'letterhead', from: ['Acme'], to: ['Ms Smith'], subject: 'Your order' }] },
      },
      { name: 'text alone', document: { title: '', blocks: [{ id: 'b1', type: 'paragraph', runs: [{ text: 'A sentence.' }] }] } },
    ],
    silent: [{ name: 'a title', document: { title: 'Annual report' } }],
  },
});
