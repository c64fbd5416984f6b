import { factsOfCall, joinedText, objectOf, textOf, type Fact, type Json } from './facts';
import { withoutInjected } from './injected';

/** What Codex puts into the user's place itself. */
const NOT_SAID =
  /^\s*(<(environment_context|user_instructions|permissions|turn_aborted|skill|INSTRUCTIONS)|# AGENTS\.md)/i;

/**
 * A line of a rollout of Codex; null if it is none. What is said stands there twice, as an item of the model's
 * conversation and as an event for the screen: the caller leaves out the second.
 */
export function codexFacts(line: Json, place: string): Fact[] | null {
  if (!('payload' in line)) return null;
  const payload = objectOf(line['payload']);
  const at = textOf(line['timestamp']) || null;
  const form = line['type'] === 'event_msg' ? 'event' : 'item';
  const said = (role: 'user' | 'assistant', written: string): Fact[] => {
    const text = role === 'user' ? withoutInjected(written) : written.trim();
    const isSaid = text !== '' && !(role === 'user' && NOT_SAID.test(text));
    return isSaid ? [{ kind: 'turn', id: place, role, text, at, form }] : [];
  };
  const callId = textOf(payload['call_id']);
  switch (payload['type']) {
    case 'user_message':
      return said('user', textOf(payload['message']));
    case 'agent_message':
      return said('assistant', textOf(payload['message']));
    case 'message': {
      const { role } = payload;
      return role === 'user' || role === 'assistant' ? said(role, joinedText(payload['content'])) : [];
    }
    case 'function_call':
      return factsOfCall(callId, textOf(payload['name']), parsed(payload['arguments']));
    case 'custom_tool_call':
      return factsOfCall(callId, textOf(payload['name']), { input: payload['input'] });
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output = JSON.stringify(payload['output'] ?? '');
      return [{ kind: 'called', id: callId, is_ok: !/isError\\*":\s*true|"success":\s*false/.test(output) }];
    }
    default:
      return [];
  }
}

function parsed(text: unknown): Json {
  try {
    return objectOf(JSON.parse(textOf(text)));
  } catch {
    return {};
  }
}
