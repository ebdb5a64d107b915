/** What the loop of the agent takes itself, with a model that answers at once: a deck of 12 slides, seen twice, with changes between. */
import { call, done, scriptAgent, scriptedDeck, slide } from '../../test/support/scripted-agent.ts';
import { SCRIPTED_DOCUMENTS } from '../../test/support/scripted-documents.ts';
import { startScriptedModel } from '../../test/support/scripted-model.ts';
import { expectJson, startOctavo, stopOctavo, type DocumentJson } from '../../test/support/service.ts';
import { median, round, type Row } from './measure.ts';

const SLIDES = 12;
const LOOKS = 2;

const better = (at: number): string =>
  slide(`Point ${at} is worth a slide of its own`, '<p style="font-size:26px">One owner of the queue reads them on the same day.</p>');

/** From the request to the end of the answer; the floor is the same deck as supplied text, which no agent touches. */
export async function measureAgent(name: string, environment: Record<string, string>, runs: number): Promise<Row> {
  const turns = [
    [...[2, 5, 8].map((at) => call('rewrite', { block: `s${at}`, markdown: better(at) })), call('look', { pages: [], zoom: 'sheet' })],
    [done],
  ];
  const markdown = scriptedDeck(SLIDES);
  const model = await startScriptedModel([...scriptAgent(/queue in clinics/, markdown, turns), ...SCRIPTED_DOCUMENTS]);
  const running = await startOctavo({
    environment: { ...environment, OCTAVO_MODEL: 'openai-compatible:scripted', OCTAVO_MODEL_BASE_URL: model.url },
  });
  const time = async (body: Record<string, unknown>): Promise<{ ms: number; document: DocumentJson }> => {
    const began = performance.now();
    const document = await expectJson<DocumentJson>(await running.post({ format: 'pptx', ...body }));
    return { ms: performance.now() - began, document };
  };
  try {
    const times: { agent: number; plain: number }[] = [];
    for (let at = -1; at < runs; at++) {
      const agent = await time({ prompt: `A PowerPoint on the queue in clinics, ${at}`, quality: 'standard' });
      const report = await expectJson<{ agent?: { looks: number } }>(await running.call(`/documents/${agent.document.id}/report`));
      if (agent.document.pages !== SLIDES || report.agent?.looks !== LOOKS)
        throw new Error('the agent did not look twice at twelve slides');
      const plain = await time({ content: { markdown } });
      if (at >= 0) times.push({ agent: agent.ms, plain: plain.ms });
    }
    const [all, floor] = [median(times.map(({ agent }) => agent)), median(times.map(({ plain }) => plain))];
    return { name, median_ms: round(all), floor_ms: round(floor), ratio: all / floor, runs, pages: SLIDES };
  } finally {
    await stopOctavo(running);
    await model.close();
  }
}
