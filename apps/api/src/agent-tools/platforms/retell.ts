import { withoutNull } from '../../shared/tools/input-schema';
import { asJson, conversationOf, isJson, KEY_HEADERS, textOf, type Json, type Platform } from './platform';

/**
 * Retell's custom function: `{name, call, args}`; with "args only" the arguments alone, and the address names the tool.
 * What is not 2xx it sends again, up to twice. https://docs.retellai.com/build/conversation-flow/custom-function
 */
export const RETELL: Platform = {
  define: ({ name, description, schema }, address) => ({
    type: 'custom',
    name,
    description,
    url: address,
    method: 'POST',
    headers: KEY_HEADERS,
    parameters: withoutNull(schema),
    speak_during_execution: false,
    speak_after_execution: true,
    timeout_ms: 10_000,
  }),
  form: 'Retell’s {name, call, args}, or the arguments alone at an address with ?tool=<name>',
  open(envelope, named) {
    const { name, args, call, chat } = envelope;
    // At an address that names the tool all is the model's, and says nothing of the call.
    const isWhole = named === undefined && (isJson(args) || isJson(call));
    const tool = isWhole ? textOf(name) : (named ?? null);
    if (tool === null) return null;
    const given = withoutSpeech(isWhole ? args : envelope);
    const conversation = isJson(call)
      ? conversationOf(call['call_id'], true)
      : conversationOf(isJson(chat) ? chat['chat_id'] : null, false);
    const caller_phone = isJson(call) ? customerOf(call) : null;
    const calls = [{ id: null, name: tool, given }];
    return { calls, conversation, caller_phone, close: ([answer]) => answer && asJson(answer) };
  },
};

/** What the agent says meanwhile comes beside the arguments. */
function withoutSpeech(given: unknown): unknown {
  if (!isJson(given)) return given;
  const { execution_message: _said, ...own } = given;
  return own;
}

/** In a call that the agent makes, the customer is who is called. */
function customerOf({ direction, from_number, to_number }: Json): string | null {
  return textOf(direction === 'outbound' ? to_number : from_number);
}
