/** Octavo as a tool of a LangChain agent: `node examples/langchain.ts "A one-page memo on …"`. */
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { DESCRIPTION, makeDocument } from './make-document.ts';

const createDocument = tool(makeDocument, {
  name: 'create_document',
  description: DESCRIPTION,
  schema: z.object({ format: z.enum(['docx', 'pptx', 'xlsx', 'pdf']), name: z.string().optional(), markdown: z.string() }),
});

const model = new ChatOpenAI({
  model: process.env['MODEL'] ?? 'gpt-5',
  apiKey: process.env['MODEL_API_KEY'] ?? '',
  configuration: { baseURL: process.env['MODEL_BASE_URL'] ?? 'https://api.openai.com/v1' },
});

const agent = createAgent({ model, tools: [createDocument] });
const prompt = process.argv[2] ?? 'A one-page memo as a Word file: the weekly review moves to Tuesday.';
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: prompt }] });
console.log(messages.at(-1)?.text);
