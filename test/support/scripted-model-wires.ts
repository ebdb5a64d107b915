/** The protocols that the scripted model speaks, as far as the providers' clients read them. */
import type { ScriptedAnswer, ScriptedCall, ScriptedRequest } from './scripted-model.ts';

type End = NonNullable<ScriptedAnswer['end']>;
type Json = Record<string, unknown>;

/** What is said in one answer: text, then calls of tools. */
export interface Said {
  text: string;
  end: End;
  calls: readonly ScriptedCall[];
}

export interface Wire {
  /** The path of the provider's endpoint ends so. */
  path: string;
  read(body: Json): ScriptedRequest;
  error(status: number, problem?: string): Json;
  /** A fault within a stream. */
  fault(): Json;
  whole(request: ScriptedRequest, said: Said): Json;
  opening(request: ScriptedRequest): string;
  piece(request: ScriptedRequest, text: string): string;
  closing(request: ScriptedRequest, said: Said): string;
}

interface Part {
  type?: string;
  text?: string;
  content?: string | Part[];
  output?: string;
}
interface Message {
  role: string;
  content: string | Part[];
}

const partsOf = (content: Message['content'] | undefined): Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
/** Results of tools are text too. */
const textOf = (content: Message['content'] | undefined): string =>
  partsOf(content)
    .map((part) => part.text ?? part.output ?? (part.content === undefined ? '' : textOf(part.content)))
    .join('\n');
const isPicture = ({ type }: Part): boolean => type === 'image' || type === 'image_url' || type === 'input_image';
const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer';

function readMessages(
  body: Json,
  all: readonly Message[],
  more: Pick<ScriptedRequest, 'protocol' | 'system' | 'structured' | 'tools'>,
): ScriptedRequest {
  const messages = all.filter((message) => !isSystem(message));
  return {
    ...more,
    model: String(body['model']),
    stream: body['stream'] === true,
    body,
    prompt: textOf(messages.findLast(({ role }) => role === 'user')?.content),
    conversation: messages.map(({ content }) => textOf(content)).join('\n'),
    pictures: messages.flatMap(({ content }) => partsOf(content)).filter(isPicture).length,
  };
}

const systemOf = (messages: readonly Message[]): string =>
  messages
    .filter(isSystem)
    .map(({ content }) => textOf(content))
    .join('\n');
const toolsOf = (body: Json): Json[] => (Array.isArray(body['tools']) ? (body['tools'] as Json[]) : []);

/** About as many as a tokenizer finds. */
const tokens = (text: string): number => Math.ceil(text.length / 4);
const inputTokens = (request: ScriptedRequest): number => tokens(request.system + request.conversation);
const outputTokens = ({ text, calls }: Said): number => tokens(text + calls.map(({ input }) => JSON.stringify(input)).join(''));

// -------------------------------------------------------------------------------------------- OpenAI's chat completions

const CHAT_ENDS: Record<End, string> = { stop: 'stop', length: 'length', refusal: 'content_filter' };
const chatEnd = ({ end, calls }: Said): string => (calls.length > 0 ? 'tool_calls' : CHAT_ENDS[end]);
const chatUsage = (request: ScriptedRequest, said: Said): Json => ({
  prompt_tokens: inputTokens(request),
  completion_tokens: outputTokens(said),
  total_tokens: inputTokens(request) + outputTokens(said),
});
const chatCalls = (calls: readonly ScriptedCall[]): Json[] =>
  calls.map(({ name, input }, index) => ({
    index,
    id: `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
const chunk = (request: ScriptedRequest, more: Json): string =>
  `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: request.model, ...more })}\n\n`;

const chatWire: Wire = {
  path: '/chat/completions',
  read(body) {
    const messages = body['messages'] as Message[];
    const tools = toolsOf(body).map((tool) => String((tool['function'] as Json)['name']));
    return readMessages(body, messages, {
      protocol: 'openai',
      system: systemOf(messages),
      structured: body['response_format'] !== undefined,
      tools,
    });
  },
  error: (status, problem = `scripted ${status}`) => ({ error: { message: problem, type: 'scripted', param: null, code: null } }),
  fault: () => ({ error: { message: 'overloaded', type: 'server_error', param: null, code: null } }),
  whole: (request, said) => ({
    // clients that keep messages by their ids would take a second answer for a new form of the first
    id: `chat-${request.conversation.length}`,
    object: 'chat.completion',
    created: 1,
    model: request.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said.text, ...(said.calls.length > 0 ? { tool_calls: chatCalls(said.calls) } : {}) },
        finish_reason: chatEnd(said),
      },
    ],
    usage: chatUsage(request, said),
  }),
  opening: (request) => chunk(request, { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
  piece: (request, text) => chunk(request, { choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  closing: (request, said) =>
    [
      ...chatCalls(said.calls).map((call) =>
        chunk(request, { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] }),
      ),
      chunk(request, { choices: [{ index: 0, delta: {}, finish_reason: chatEnd(said) }] }),
      chunk(request, { choices: [], usage: chatUsage(request, said) }),
      'data: [DONE]\n\n',
    ].join(''),
};

// -------------------------------------------------------------------------------------------------- OpenAI's responses

interface ResponseItem extends Part {
  role?: string;
}
const responseUsage = (request: ScriptedRequest, said: Said): Json => ({
  input_tokens: inputTokens(request),
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens(said),
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens(request) + outputTokens(said),
});
const responseHead = (request: ScriptedRequest): Json => ({ id: 'resp_1', object: 'response', created_at: 1, model: request.model });
/** A refusal is a part of a message; a cut is why the whole is incomplete. */
const responseEnd = ({ end }: Said): Json => ({
  status: end === 'length' ? 'incomplete' : 'completed',
  incomplete_details: end === 'length' ? { reason: 'max_output_tokens' } : null,
});
const responseCalls = (calls: readonly ScriptedCall[]): Json[] =>
  calls.map(({ name, input }, index) => ({
    type: 'function_call',
    id: `fc_${index + 1}`,
    call_id: `call_${index + 1}`,
    name,
    arguments: JSON.stringify(input),
    status: 'completed',
  }));
const said = (type: string, more: Json): string => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 1, ...more })}\n\n`;

const responsesWire: Wire = {
  path: '/responses',
  read(body) {
    const items = (body['input'] as ResponseItem[]).map((item): Message => ({
      role: item.role ?? 'tool',
      content: item.role === undefined ? [item] : (item.content ?? ''),
    }));
    const format = (body['text'] as { format?: { type?: string } } | undefined)?.format?.type;
    return readMessages(body, items, {
      protocol: 'responses',
      system: systemOf(items),
      structured: format === 'json_schema' || format === 'json_object',
      tools: toolsOf(body).map((tool) => String(tool['name'])),
    });
  },
  error: (status, problem = `scripted ${status}`) => ({ error: { message: problem, type: 'scripted', param: null, code: null } }),
  fault: () => ({
    type: 'error',
    sequence_number: 2,
    error: { type: 'server_error', code: 'server_error', message: 'overloaded', param: null },
  }),
  whole: (request, answer) => ({
    ...responseHead(request),
    ...responseEnd(answer),
    usage: responseUsage(request, answer),
    error: null,
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          answer.end === 'refusal'
            ? { type: 'refusal', refusal: answer.text }
            : { type: 'output_text', text: answer.text, annotations: [] },
        ],
      },
      ...responseCalls(answer.calls),
    ],
  }),
  opening: (request) =>
    said('response.created', { response: responseHead(request) }) +
    said('response.output_item.added', { output_index: 0, item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] } }),
  piece: (_request, text) => said('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta: text }),
  closing: (request, answer) =>
    [
      answer.end === 'refusal' ? said('response.refusal.done', { item_id: 'msg_1', output_index: 0, content_index: 0, refusal: 'no' }) : '',
      said('response.output_item.done', {
        output_index: 0,
        item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [] },
      }),
      ...responseCalls(answer.calls).flatMap((item, index) => [
        said('response.output_item.added', { output_index: index + 1, item: { ...item, arguments: '', status: 'in_progress' } }),
        said('response.function_call_arguments.delta', { item_id: item['id'], output_index: index + 1, delta: item['arguments'] }),
        said('response.function_call_arguments.done', { item_id: item['id'], output_index: index + 1, arguments: item['arguments'] }),
        said('response.output_item.done', { output_index: index + 1, item }),
      ]),
      said(answer.end === 'length' ? 'response.incomplete' : 'response.completed', {
        response: { ...responseHead(request), ...responseEnd(answer), usage: responseUsage(request, answer) },
      }),
    ].join(''),
};

// ----------------------------------------------------------------------------------------------------------- Anthropic

const ANTHROPIC_ENDS: Record<End, string> = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' };
const anthropicEnd = ({ end, calls }: Said): string => (calls.length > 0 ? 'tool_use' : ANTHROPIC_ENDS[end]);
const event = (type: string, more: Json): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const anthropicUsage = (request: ScriptedRequest, output: number): Json => ({ input_tokens: inputTokens(request), output_tokens: output });
const namesOf = (body: Json): string[] => toolsOf(body).map((tool) => String(tool['name']));
/** Models without structured answers are given a tool to put them in. */
const answersByTool = ({ body }: ScriptedRequest): boolean => namesOf(body).includes('json');

const anthropicWire: Wire = {
  path: '/messages',
  read(body) {
    const system = textOf(body['system'] as Message['content'] | undefined);
    const tools = namesOf(body);
    return readMessages(body, body['messages'] as Message[], {
      protocol: 'anthropic',
      system,
      structured: tools.includes('json') || body['output_config'] !== undefined || body['output_format'] !== undefined,
      tools,
    });
  },
  error: (status, problem = `scripted ${status}`) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: problem },
  }),
  fault: () => ({ type: 'error', error: { type: 'overloaded_error', message: 'overloaded' } }),
  whole: (request, answer) => {
    const calls =
      answersByTool(request) && answer.end === 'stop' && answer.calls.length === 0
        ? [{ name: 'json', input: JSON.parse(answer.text) as Json }]
        : answer.calls;
    const text = calls === answer.calls && answer.text !== '' ? [{ type: 'text', text: answer.text }] : [];
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: request.model,
      stop_sequence: null,
      usage: anthropicUsage(request, outputTokens(answer)),
      content: [...text, ...calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${index + 1}`, name, input }))],
      stop_reason: anthropicEnd({ ...answer, calls }),
    };
  },
  opening: (request) =>
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: request.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: anthropicUsage(request, 1),
      },
    }) + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  piece: (_request, text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  closing: (_request, answer) =>
    [
      event('content_block_stop', { index: 0 }),
      ...answer.calls.flatMap(({ name, input }, index) => [
        event('content_block_start', { index: index + 1, content_block: { type: 'tool_use', id: `toolu_${index + 1}`, name, input: {} } }),
        event('content_block_delta', { index: index + 1, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }),
        event('content_block_stop', { index: index + 1 }),
      ]),
      event('message_delta', {
        delta: { stop_reason: anthropicEnd(answer), stop_sequence: null },
        usage: { output_tokens: outputTokens(answer) },
      }),
      event('message_stop', {}),
    ].join(''),
};

export const WIRES: readonly Wire[] = [chatWire, responsesWire, anthropicWire];
