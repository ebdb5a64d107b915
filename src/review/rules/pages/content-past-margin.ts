import { bodyLines, foldText, isCover, opensWithCover, textArea } from '../../drawn-text.ts';
import { definePageRule, type Hit } from '../../define-rule.ts';
import type { Block } from '../../../document/block.ts';
import { canvasTexts } from '../../../document/canvas.ts';
import type { Box, RenderedPage } from '../../../document/rendered-document.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/**
 * Hanging punctuation and italics lean out by 3 points; LibreOffice squeezes justified lines behind a clause's number by up
 * to 10 points too little, which Word does not.
 */
const SLACK_PT = 12;
/** Opening quotation marks of large quotes hang out by a third of their size. */
const LEFT_SLACK_PT = 14;

/** The words of each canvas that takes a page from edge to edge. */
const pageCanvases = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.type === 'canvas' && block.page === true ? [foldText(canvasTexts(block.nodes).join(' '))] : []));

/** Half of the lines or more are of one canvas: words that are spaced out, or a header, may be read otherwise. */
function isCanvasPage({ lines }: RenderedPage, canvases: readonly string[]): boolean {
  const texts = lines.map(({ text }) => foldText(text)).filter((text) => text !== '');
  return canvases.some((words) => texts.filter((text) => words.includes(text)).length * 2 >= Math.max(1, texts.length));
}

/** Text or pictures beyond the text's margins; off the paper they are lost. */
export const contentPastMargin = definePageRule({
  code: 'content_past_margin',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx', 'pdf'], isSure: ({ severity }) => severity === 'error' },
  summary: 'text or a picture that goes beyond the margin',
  check: (drawn, { look, document }) => {
    const canvases = pageCanvases(document.blocks);
    return drawn.pages.flatMap((page) => {
      if (isCover(page, drawn, opensWithCover(document.blocks))) return [];
      const area = textArea(page, look);
      const whole = isCanvasPage(page, canvases);
      const judge = (box: Box, what: string): Hit[] => {
        const off = box.right > page.widthPt + 1 || box.left < -1 || box.bottom > page.heightPt + 1;
        if (whole && !off) return [];
        const left = box.left < area.left - LEFT_SLACK_PT;
        if (!off && !left && box.right <= area.right + SLACK_PT) return [];
        const hit: Hit = {
          message: `${what} on page ${page.page} goes beyond ${off ? 'the edge of the paper' : `the ${left ? 'left' : 'right'} margin`}.`,
          location: { page: page.page, bbox: [box.left, box.top, box.right, box.bottom] },
        };
        return [off ? { ...hit, severity: 'error' } : hit];
      };
      return [
        ...bodyLines(page, look).flatMap((line) => judge(line, `"${line.text.trim().slice(0, 40)}"`)),
        ...page.pictures.flatMap((picture) => judge(picture, 'A picture')),
      ].slice(0, 1);
    });
  },
  examples: {
    fires: [
      { name: 'at the left', document: {}, drawn: drawnOf([pageOf(1, [lineAt(100, 'A line far out', { left: 30, right: 110 })])]) },
      { name: 'a long address', document: {}, drawn: drawnOf([pageOf(1, [lineAt(100, 'https://example.org/very/long', { right: 560 })])]) },
    ],
    silent: [
      { name: 'within', document: {}, drawn: drawnOf([pageOf(1, textLines(12))]) },
      {
        name: 'a canvas that takes the page from edge to edge',
        document: { blocks: [{ id: 'b1', type: 'canvas', page: true, rules: [], nodes: [{ tag: 'h1', children: ['Far out'] }] }] },
        drawn: drawnOf([pageOf(1, [lineAt(100, 'Far out', { left: 30, right: 110 })])]),
      },
    ],
  },
});
