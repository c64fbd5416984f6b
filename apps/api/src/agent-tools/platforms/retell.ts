import { asJson, isJson, KEY_HEADERS, textOf, type Platform } from './platform';
import { repeatableId } from './repeatable-id';

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
    parameters: schema,
    speak_during_execution: false,
    speak_after_execution: true,
    timeout_ms: 10_000,
  }),
  form: 'Retell’s {name, call, args}, or the arguments alone at an address with ?tool=<name>',
  open(envelope, named) {
    const { name, args, call } = envelope;
    const isWhole = isJson(args) || isJson(call);
    const tool = isWhole ? textOf(name) : (named ?? null);
    if (tool === null) return null;
    const given = isWhole ? args : envelope;
    const conversation = isJson(call) ? textOf(call['call_id']) : null;
    const calls = [{ id: repeatableId(conversation, tool, given), name: tool, given }];
    return { calls, conversation, close: ([answer]) => answer && asJson(answer) };
  },
};
