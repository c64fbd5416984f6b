import type { ToolAnswer } from '../tools.service';
import { SAYS_NOTHING, objectsOf, textOf, type Json, type Platform, type ToolCall } from './platform';

/** Anthropic's `tool_use` blocks: a message that holds some, or one alone. */
export const ANTHROPIC: Platform = {
  define: ({ name, description, schema }) => ({ name, description, input_schema: schema }),
  form: 'a message whose content holds tool_use blocks, or one such block',
  open(envelope) {
    if (envelope['type'] === 'tool_use') {
      const call = callOf(envelope);
      return { calls: [call], ...SAYS_NOTHING, close: (answers) => resultsOf([call], answers)[0] };
    }
    if (!Array.isArray(envelope['content'])) return null;
    const calls = objectsOf(envelope['content'])
      .filter(({ type }) => type === 'tool_use')
      .map(callOf);
    const close = (answers: readonly ToolAnswer[]) => ({ role: 'user', content: resultsOf(calls, answers) });
    return { calls, ...SAYS_NOTHING, close };
  },
};

function callOf({ id, name, input }: Json): ToolCall {
  return { id: textOf(id), name: textOf(name) ?? '', given: input };
}

function resultsOf(calls: readonly ToolCall[], answers: readonly ToolAnswer[]): unknown[] {
  return answers.map(({ text, isFault }, at) => ({
    type: 'tool_result',
    tool_use_id: calls[at]?.id,
    content: text,
    ...(isFault && { is_error: true }),
  }));
}
