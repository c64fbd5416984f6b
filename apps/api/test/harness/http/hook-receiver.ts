import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedHook {
  id: string;
  type: string;
  data: Record<string, unknown>;
  /** What an update replaced. */
  previous?: Record<string, unknown>;
  /** How many signatures the message has. */
  signatures: number;
  /** By `performance.now()`. */
  at_ms: number;
}

type Answering = (answer: ServerResponse, received: ReceivedHook) => void;

const accept: Answering = (answer) => answer.writeHead(204).end();

/** What an integrator runs: it verifies each message with the library of the Standard Webhooks specification. */
export class HookReceiver {
  readonly received: ReceivedHook[] = [];
  readonly faults: unknown[] = [];
  /** The messages whose sender hung up before it had the answer. */
  readonly aborted: ReceivedHook[] = [];
  secret = '';
  answer: Answering = accept;
  requests = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(port = 0): Promise<HookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const receiver = new HookReceiver(server, (server.address() as AddressInfo).port);
    server.on('request', (request, answer) => void receiver.take(request, answer));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  acceptAll(): void {
    this.answer = accept;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async take(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.requests++;
    let body = '';
    for await (const part of request) body += String(part);
    const headers = request.headers as Record<string, string>;
    try {
      const { type, data, previous } = verify(this.secret, body, headers);
      const received: ReceivedHook = {
        ...{ id: headers['webhook-id'] ?? '', type, data, at_ms: performance.now() },
        ...(previous !== undefined && { previous }),
        signatures: headers['webhook-signature']?.split(' ').length ?? 0,
      };
      answer.on('close', () => {
        if (!answer.writableFinished) this.aborted.push(received);
      });
      this.answer(answer, received);
      if (answer.statusCode < 300) this.received.push(received);
    } catch (error) {
      this.faults.push(error);
      answer.writeHead(400).end();
    }
  }
}

/** As the library does it; a message of another time than ours, which it would refuse, by its signature alone. */
function verify(secret: string, body: string, headers: Record<string, string>): ReceivedHook {
  const webhook = new Webhook(secret);
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  if (Math.abs(sentAt.getTime() - Date.now()) < 60_000) return webhook.verify(body, headers) as ReceivedHook;
  const signature = webhook.sign(headers['webhook-id'] ?? '', sentAt, body);
  if (!headers['webhook-signature']?.split(' ').includes(signature))
    throw new Error('The signature is wrong.');
  return JSON.parse(body) as ReceivedHook;
}
