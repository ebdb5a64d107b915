/** How far a document is, on one line of a terminal; nothing where the output goes elsewhere. */
import type { DocumentEvent } from '../../sdk/src/octavo.ts';

const CELLS = 24;
/** Shares of the whole at which the steps of a document usually are. */
const STEPS: Readonly<Record<string, readonly [share: number, words: string]>> = {
  'document.created': [0.02, 'accepted'],
  'document.started': [0.05, 'begun'],
  'style.resolved': [0.1, 'the look is chosen'],
  'content.block_completed': [0.3, 'writing'],
  'edit.planned': [0.3, 'changes are planned'],
  'render.completed': [0.6, 'pages are laid out'],
  'validation.completed': [0.7, 'looked through'],
  'repair.applied': [0.7, 'repaired'],
  'preview.page_ready': [0.8, 'pictures of the pages'],
  'output.available': [0.9, 'files'],
};

export interface ProgressBar {
  show(event: DocumentEvent): void;
  end(): void;
}

/** @param stream of the terminal, usually standard error */
export function createProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, end: () => undefined };
  let reached = 0;
  let blocks = 0;
  return {
    show(event) {
      const [share, words] = STEPS[event.type] ?? [reached, ''];
      if (event.type === 'content.block_completed') blocks += 1;
      reached = Math.max(reached, share);
      if (words === '') return;
      const full = Math.round(reached * CELLS);
      stream.write(`\r\u001B[K${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${words}${words === 'writing' ? `, ${blocks} blocks` : ''}`);
    },
    end: () => void stream.write('\r\u001B[K'),
  };
}
