import type { ToolAnswer } from '../tools.service';
import {
  SAYS_NOTHING,
  isJson,
  objectsOf,
  textOf,
  type Json,
  type OpenEnvelope,
  type Platform,
  type ToolCall,
} from './platform';

/** OpenAI's tool calls, of Chat Completions (`tool_calls`), and of Responses and Realtime (`function_call` items). */
export const OPENAI: Platform = {
  define: ({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }),
  form: 'a message with tool_calls, an output with function_call items, or one of these alone',
  open(sent) {
    // Realtime's event `response.done` has the response within it.
    const { response } = sent;
    const envelope = sent['type'] === 'response.done' && isJson(response) ? response : sent;
    if (isJson(envelope['function'])) return alone(chatCall(envelope), chatAnswer);
    if (envelope['type'] === 'function_call') return alone(responsesCall(envelope), responsesAnswer);
    if (Array.isArray(envelope['tool_calls'])) {
      const calls = objectsOf(envelope['tool_calls']).map(chatCall);
      return {
        calls,
        ...SAYS_NOTHING,
        close: (answers) => ({ messages: zip(calls, answers, chatAnswer) }),
      };
    }
    if (Array.isArray(envelope['output'])) {
      const items = objectsOf(envelope['output']).filter(({ type }) => type === 'function_call');
      const calls = items.map(responsesCall);
      return {
        calls,
        ...SAYS_NOTHING,
        close: (answers) => ({ input: zip(calls, answers, responsesAnswer) }),
      };
    }
    return null;
  },
};

type Write = (call: ToolCall, answer: ToolAnswer) => unknown;

function alone(call: ToolCall, write: Write): OpenEnvelope {
  return { calls: [call], ...SAYS_NOTHING, close: (answers) => zip([call], answers, write)[0] };
}

function zip(calls: readonly ToolCall[], answers: readonly ToolAnswer[], write: Write): unknown[] {
  return calls.flatMap((call, at) => {
    const answer = answers[at];
    return answer === undefined ? [] : [write(call, answer)];
  });
}

function chatCall({ id, function: called }: Json): ToolCall {
  const { name, arguments: given } = isJson(called) ? called : {};
  return { id: textOf(id), name: textOf(name) ?? '', given };
}

function chatAnswer({ id }: ToolCall, { text }: ToolAnswer) {
  return { role: 'tool', tool_call_id: id, content: text };
}

function responsesCall({ call_id, name, arguments: given }: Json): ToolCall {
  return { id: textOf(call_id), name: textOf(name) ?? '', given };
}

function responsesAnswer({ id }: ToolCall, { text }: ToolAnswer) {
  return { type: 'function_call_output', call_id: id, output: text };
}
