/** Octavo as a tool of OpenAI's chat completions: `node examples/openai-tools.ts "A one-page memo on …"`. */
import OpenAI from 'openai';
import { DESCRIPTION, makeDocument, PARAMETERS, type Wanted } from './make-document.ts';

const client = new OpenAI({
  apiKey: process.env['MODEL_API_KEY'] ?? '',
  baseURL: process.env['MODEL_BASE_URL'] ?? 'https://api.openai.com/v1',
});
const model = process.env['MODEL'] ?? 'gpt-5';
const prompt = process.argv[2] ?? 'A one-page memo as a Word file: the weekly review moves to Tuesday.';
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }];
const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'create_document', description: DESCRIPTION, parameters: PARAMETERS } },
];

for (let turn = 0; turn < 5; turn++) {
  const { choices } = await client.chat.completions.create({ model, messages, tools });
  const message = choices[0]?.message;
  if (message === undefined) break;
  messages.push(message);
  const calls = message.tool_calls?.filter((call) => call.type === 'function') ?? [];
  if (calls.length === 0) {
    console.log(message.content);
    break;
  }
  for (const call of calls) {
    const content = await makeDocument(JSON.parse(call.function.arguments) as Wanted);
    messages.push({ role: 'tool', tool_call_id: call.id, content });
  }
}
