/** Octavo as a tool of Claude: `node examples/claude-tools.ts "A one-page memo on …"`. */
import Anthropic from '@anthropic-ai/sdk';
import { DESCRIPTION, makeDocument, PARAMETERS, type Wanted } from './make-document.ts';

const address = process.env['MODEL_BASE_URL'];
const client = new Anthropic({
  apiKey: process.env['MODEL_API_KEY'] ?? '',
  ...(address === undefined ? {} : { baseURL: address.replace(/\/v1$/, '') }),
});
const model = process.env['MODEL'] ?? 'claude-sonnet-4-5';
const prompt = process.argv[2] ?? 'A one-page memo as a Word file: the weekly review moves to Tuesday.';
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }];
const tools: Anthropic.Tool[] = [{ name: 'create_document', description: DESCRIPTION, input_schema: PARAMETERS }];

for (let turn = 0; turn < 5; turn++) {
  const answer = await client.messages.create({ model, max_tokens: 8_000, messages, tools });
  messages.push({ role: 'assistant', content: answer.content });
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of answer.content) {
    if (block.type === 'text') console.log(block.text);
    if (block.type === 'tool_use')
      results.push({ type: 'tool_result', tool_use_id: block.id, content: await makeDocument(block.input as Wanted) });
  }
  if (results.length === 0) break;
  messages.push({ role: 'user', content: results });
}
