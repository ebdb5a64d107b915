/** Octavo as a tool of the Vercel AI SDK: `node examples/vercel-ai-sdk.ts "A one-page memo on …"`. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { DESCRIPTION, makeDocument, PARAMETERS, type Wanted } from './make-document.ts';

const provider = createOpenAICompatible({
  name: 'model',
  baseURL: process.env['MODEL_BASE_URL'] ?? 'https://api.openai.com/v1',
  apiKey: process.env['MODEL_API_KEY'] ?? '',
});

const { text } = await generateText({
  model: provider(process.env['MODEL'] ?? 'gpt-5'),
  prompt: process.argv[2] ?? 'A one-page memo as a Word file: the weekly review moves to Tuesday.',
  tools: { create_document: tool({ description: DESCRIPTION, inputSchema: jsonSchema<Wanted>(PARAMETERS), execute: makeDocument }) },
  stopWhen: stepCountIs(5),
});
console.log(text);
