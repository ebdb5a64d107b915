import { mixedWith, spellingOfBlocks } from '../../../document/english-spelling.ts';
import type { Block } from '../../../document/block.ts';
import { defineContentRule } from '../../define-rule.ts';

const TOLD_MAX = 8;

/** British and American spelling in one text: two people wrote it, or a model and a person. */
export const spellingMixed = defineContentRule({
  code: 'spelling_mixed',
  severity: 'info',
  formats: ['docx', 'pdf', 'pptx', 'xlsx'],
  summary: 'words in American spelling in a text that is in British, or the other way round',
  check: ({ document }) => {
    if (!/^en\b/i.test(document.lang)) return [];
    const mixed = mixedWith(spellingOfBlocks(document.blocks, document.lang));
    if (!mixed || mixed.strange.length === 0) return [];
    const other = mixed.side === 'British' ? 'American' : 'British';
    return [
      {
        message: `The text is in ${mixed.side} spelling, and ${mixed.strange
          .slice(0, TOLD_MAX)
          .map((word) => `"${word}"`)
          .join(', ')} ${mixed.strange.length === 1 ? 'is' : 'are'} ${other}.`,
      },
    ];
  },
  examples: {
    fires: [
      {
        name: 'an American word',
        document: { blocks: saying('The colour of the centre was organised by the neighbours in their favorite program.') },
      },
      { name: 'a British word', document: { blocks: saying('The color of the center was organized; the neighbor saw the theatre.') } },
      { name: '-ize beside -ise', document: { blocks: saying('We organised the centre. We recognize it.') } },
    ],
    silent: [
      { name: 'Oxford', document: { blocks: saying('The organization of the centre is a colour of its own program.') } },
      {
        name: 'a name',
        document: { blocks: saying('The centre in grey was built with the Department of Defense and the Lincoln Center.') },
      },
      { name: 'a quotation', document: { blocks: saying('The grey centre: "my favorite color", said the visitor.') } },
      { name: 'one side', document: { blocks: saying('The color of the center was organized by the neighbor.') } },
      { name: 'too little to tell', document: { blocks: saying('The color of the centre.') } },
    ],
  },
});

function saying(text: string): Block[] {
  return [{ id: 'b1', type: 'paragraph', runs: [{ text }] }];
}
