import { withoutNull } from '../../shared/tools/input-schema';
import {
  conversationOf,
  isJson,
  KEY_HEADERS,
  objectsOf,
  textOf,
  type Json,
  type Platform,
  type ToolCall,
} from './platform';

/**
 * Vapi's message `tool-calls`. It takes notice of answers with status 200 alone, and of texts of one line.
 * https://docs.vapi.ai/tools/custom-tools
 */
export const VAPI: Platform = {
  define: ({ name, description, schema }, address) => ({
    type: 'function',
    function: { name, description, parameters: withoutNull(schema) },
    server: { url: address, headers: KEY_HEADERS },
  }),
  form: 'Vapi’s message of the type tool-calls',
  open({ message }) {
    if (!isJson(message)) return null;
    const { toolCallList, toolCalls, toolWithToolCallList, call, chat, customer } = message;
    const listed = [toolCallList, toolCalls].map(objectsOf).find((list) => list.length > 0);
    const items = listed ?? objectsOf(toolWithToolCallList).flatMap(({ toolCall }) => objectsOf([toolCall]));
    const calls = items.map(callOf);
    const of = isJson(call) ? call : isJson(chat) ? chat : {};
    const caller = [of['customer'], customer].find(isJson) ?? {};
    return {
      calls,
      conversation: conversationOf(of['id'], isJson(call)),
      caller_phone: textOf(caller['number']),
      close: (answers) => ({
        results: answers.map(({ text, isFault }, at) => {
          const { id: toolCallId, name } = calls[at] ?? { id: null, name: '' };
          return { toolCallId, name, [isFault ? 'error' : 'result']: text.replaceAll(/\s*\n\s*/g, ' ') };
        }),
      }),
    };
  },
};

/** The name and the arguments stand in the call itself, or within `function`, as OpenAI has them. */
function callOf(call: Json): ToolCall {
  const { name, arguments: given, parameters } = isJson(call['function']) ? call['function'] : call;
  return { id: textOf(call['id']), name: textOf(name) ?? '', given: given ?? parameters };
}
