/** `npm run model:scripted`: a model provider on this machine that answers by script, to try prompts without an account. */
import { scriptDocuments } from '../test/support/scripted-documents.ts';
import { startScriptedModel } from '../test/support/scripted-model.ts';

const PORT = 8090;
/** Slow enough to watch the text grow. */
const PIECE_MS = 40;

const model = await startScriptedModel(scriptDocuments(PIECE_MS), { port: Number(process.argv[2] ?? PORT) });
console.log(`A scripted model answers at ${model.url}. Start Octavo beside it with:

  OCTAVO_MODEL=openai-compatible:scripted OCTAVO_MODEL_BASE_URL=${model.url} npm start`);
