/** The two protocols that the scripted model speaks, as far as the providers' clients read them. */
import type { ScriptedAnswer, ScriptedRequest } from './scripted-model.ts';

type End = NonNullable<ScriptedAnswer['end']>;
type Json = Record<string, unknown>;

export interface Wire {
  read(body: Json): ScriptedRequest;
  error(status: number): Json;
  whole(request: ScriptedRequest, text: string, end: End): Json;
  opening(request: ScriptedRequest): string;
  piece(request: ScriptedRequest, text: string): string;
  closing(request: ScriptedRequest, text: string, end: End): string;
}

interface Part { type?: string; text?: string }
interface Message { role: string; content: string | Part[] }

const partsOf = (content: Message['content'] | undefined): Part[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []));
const textOf = (content: Message['content'] | undefined): string => partsOf(content).map((part) => part.text ?? '').join('\n');
const isPicture = (part: Part): boolean => part.type === 'image' || part.type === 'image_url';

function readMessages(body: Json, protocol: ScriptedRequest['protocol'], system: string, structured: boolean): ScriptedRequest {
  const all = body['messages'] as Message[];
  const messages = all.filter(({ role }) => role !== 'system');
  return {
    protocol, model: String(body['model']), system, structured, stream: body['stream'] === true, body,
    prompt: textOf(messages.findLast(({ role }) => role === 'user')?.content),
    conversation: messages.map(({ content }) => textOf(content)).join('\n'),
    pictures: messages.flatMap(({ content }) => partsOf(content)).filter(isPicture).length,
  };
}

/** About as many as a tokenizer finds. */
const tokens = (text: string): number => Math.ceil(text.length / 4);

// -------------------------------------------------------------------------------------------------------------- OpenAI

const OPENAI_ENDS: Record<End, string> = { stop: 'stop', length: 'length', refusal: 'content_filter' };
const chatUsage = (request: ScriptedRequest, text: string): Json => ({ prompt_tokens: tokens(request.system + request.conversation), completion_tokens: tokens(text), total_tokens: tokens(request.system + request.conversation + text) });
const chunk = (request: ScriptedRequest, more: Json): string => `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: request.model, ...more })}\n\n`;

export const openaiWire: Wire = {
  read(body) {
    const system = (body['messages'] as Message[]).filter(({ role }) => role === 'system').map(({ content }) => textOf(content)).join('\n');
    return readMessages(body, 'openai', system, body['response_format'] !== undefined);
  },
  error: (status) => ({ error: { message: `scripted ${status}`, type: 'scripted', param: null, code: null } }),
  whole: (request, text, end) => ({
    id: 'chat-1', object: 'chat.completion', created: 1, model: request.model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: OPENAI_ENDS[end] }], usage: chatUsage(request, text),
  }),
  opening: (request) => chunk(request, { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
  piece: (request, text) => chunk(request, { choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  closing: (request, text, end) => `${chunk(request, { choices: [{ index: 0, delta: {}, finish_reason: OPENAI_ENDS[end] }] })}${chunk(request, { choices: [], usage: chatUsage(request, text) })}data: [DONE]\n\n`,
};

// ----------------------------------------------------------------------------------------------------------- Anthropic

const ANTHROPIC_ENDS: Record<End, string> = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' };
const event = (type: string, more: Json): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const anthropicUsage = (request: ScriptedRequest, text: string): Json => ({ input_tokens: tokens(request.system + request.conversation), output_tokens: tokens(text) });
const usesTool = ({ body }: ScriptedRequest): boolean => Array.isArray(body['tools']);

export const anthropicWire: Wire = {
  read(body) {
    const system = textOf(body['system'] as Message['content'] | undefined);
    return readMessages(body, 'anthropic', system, Array.isArray(body['tools']) || body['output_config'] !== undefined || body['output_format'] !== undefined);
  },
  error: (status) => ({ type: 'error', error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: `scripted ${status}` } }),
  whole: (request, text, end) => ({
    id: 'msg_1', type: 'message', role: 'assistant', model: request.model, stop_sequence: null, usage: anthropicUsage(request, text),
    ...(usesTool(request) && end === 'stop'
      ? { content: [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(text) as unknown }], stop_reason: 'tool_use' }
      : { content: [{ type: 'text', text }], stop_reason: ANTHROPIC_ENDS[end] }),
  }),
  opening: (request) => event('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model: request.model, content: [], stop_reason: null, stop_sequence: null, usage: { ...anthropicUsage(request, ''), output_tokens: 1 } } })
    + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  piece: (_request, text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  closing: (_request, text, end) => event('content_block_stop', { index: 0 })
    + event('message_delta', { delta: { stop_reason: ANTHROPIC_ENDS[end], stop_sequence: null }, usage: { output_tokens: tokens(text) } }) + event('message_stop', {}),
};
