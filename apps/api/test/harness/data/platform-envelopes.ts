import type { AgentPlatform } from '@groupless/shared-dto';

/** One tool call, as a test means it. */
export interface MeantCall {
  id: string;
  name: string;
  args: object;
}

/** How the documents of a platform show a call and its answer. */
interface Envelope {
  wrap(call: MeantCall): object;
  /** The answer's id of the call (null: the form has none), and its text or JSON. */
  unwrap(answer: never): { id: string | null; content: unknown; isFault: boolean | null };
}

const CALL_ID = 'call-uuid-0017';

/** From the platforms' documents, shortened where parts repeat. */
export const ENVELOPES: Record<AgentPlatform, Envelope> = {
  openai: {
    wrap: ({ id, name, args }) => ({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    }),
    unwrap: ({
      messages: [one],
    }: {
      messages: { role: string; tool_call_id: string; content: string }[];
    }) => {
      return { id: one?.tool_call_id ?? null, content: one?.content, isFault: null };
    },
  },
  anthropic: {
    wrap: ({ id, name, args }) => ({
      id: 'msg_01Aq9w938a90dw8q',
      model: 'claude',
      stop_reason: 'tool_use',
      role: 'assistant',
      content: [
        { type: 'text', text: 'I will look.' },
        { type: 'tool_use', id, name, input: args },
      ],
    }),
    unwrap: ({
      content: [one],
    }: {
      content: { tool_use_id: string; content: string; is_error?: true }[];
    }) => {
      return { id: one?.tool_use_id ?? null, content: one?.content, isFault: one?.is_error === true };
    },
  },
  vapi: {
    wrap: ({ id, name, args }) => ({
      message: {
        timestamp: 1678901234567,
        type: 'tool-calls',
        toolCallList: [{ id, name, arguments: args }],
        toolWithToolCallList: [
          {
            type: 'function',
            name,
            parameters: { type: 'object', properties: { date: { type: 'string' } } },
            server: { url: 'https://panel.example.com/api/agent/tools/vapi' },
            messages: [],
            toolCall: { id, type: 'function', function: { name, parameters: args } },
          },
        ],
        artifact: {
          messages: [{ role: 'user', message: 'Hello', time: 1678901234000, secondsFromStart: 1.2 }],
        },
        assistant: { name: 'Reception', model: {}, voice: {}, artifactPlans: {}, startSpeakingPlan: {} },
        call: { id: CALL_ID, orgId: 'org-uuid', type: 'webCall', assistant: {} },
      },
    }),
    unwrap: ({ results: [one] }: { results: { toolCallId: string; result?: string; error?: string }[] }) => ({
      id: one?.toolCallId ?? null,
      content: one?.result ?? one?.error,
      isFault: one?.error !== undefined,
    }),
  },
  retell: {
    wrap: ({ name, args }) => ({
      name,
      call: {
        call_id: CALL_ID,
        call_type: 'web_call',
        agent_id: 'oBeDLoLOeuAbiuaMFXRtDOLriTJ5tSxD',
        call_status: 'ongoing',
        transcript: 'Agent: Hello\nUser: A time for tomorrow, please.',
        transcript_object: [{ role: 'user', content: 'A', words: [{ word: 'A', start: 0.7, end: 1.3 }] }],
      },
      args,
    }),
    unwrap: (answer: { error?: string }) => ({
      id: null,
      content: answer.error ?? answer,
      isFault: answer.error !== undefined,
    }),
  },
  elevenlabs: {
    wrap: ({ name, args }) => ({ tool_name: name, conversation_id: CALL_ID, ...args }),
    unwrap: (answer: { error?: string }) => ({
      id: null,
      content: answer.error ?? answer,
      isFault: answer.error !== undefined,
    }),
  },
};
