import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  role: string;
  content: unknown;
}

interface Asked {
  messages: Message[];
  tools?: { function: { name: string; parameters: object } }[];
}

/** What the model does next; the texts are what its calls were answered so far. */
export type Step = (answers: readonly string[]) => { tool: string; args: object } | string;

/** A model by OpenAI's Chat Completions that does what a script says: its n-th step after n answers of tools. */
export class ScriptedModel {
  readonly asked: Asked[] = [];

  private constructor(
    private readonly server: Server,
    readonly base_url: string,
  ) {}

  static async start(script: readonly Step[]): Promise<ScriptedModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const model = new ScriptedModel(server, `http://127.0.0.1:${port}/v1`);
    server.on('request', (request, answer) => {
      void bodyOf(request).then((text) => {
        const asked = JSON.parse(text) as Asked;
        model.asked.push(asked);
        answer.setHeader('content-type', 'application/json');
        answer.end(JSON.stringify(completion(asked, script)));
      });
    });
    return model;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

function completion({ messages, tools = [] }: Asked, script: readonly Step[]): object {
  const answers = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  const next = script[answers.length]?.(answers) ?? 'The script is over.';
  const called = (name: string) => tools.find((tool) => tool.function.name.endsWith(name))?.function.name;
  const message =
    typeof next === 'string'
      ? { role: 'assistant', content: next }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${answers.length}`,
              type: 'function',
              function: { name: called(next.tool), arguments: JSON.stringify(next.args) },
            },
          ],
        };
  const finish_reason = typeof next === 'string' ? 'stop' : 'tool_calls';
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'scripted' },
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
