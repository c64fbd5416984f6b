import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const FAULTS = ['down', 'black hole', 'slow', '500', 'garbage'] as const;
export type Fault = (typeof FAULTS)[number];

/** What stands before a server, and fails as servers and networks do. */
export class FaultyDoor {
  fault: Fault | null = null;
  /** How long each answer takes when it is slow. */
  slow_ms = 5_000;
  /** Routes that the server does not have, as one of before. */
  missing: string[] = [];
  /** What was asked for, as the log of a proxy would have it. */
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async before(port: number): Promise<FaultyDoor> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const door = new FaultyDoor(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      if (door.fault === 'down') socket.destroy();
    });
    server.on('request', (incoming, answer) => {
      door.asked.push(`${incoming.method} ${incoming.url}`);
      const forward = () => {
        // A caller that has gone would leave the server waiting for the rest of the body.
        if (incoming.socket.destroyed) return;
        const { method, url, headers } = incoming;
        const path = url !== undefined && door.missing.includes(url) ? '/api/missing' : url;
        const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
          answer.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(answer);
        });
        sent.on('error', () => answer.destroy());
        answer.on('close', () => sent.destroy());
        incoming.pipe(sent);
      };
      switch (door.fault) {
        case null:
          forward();
          break;
        case 'down':
          incoming.socket.destroy();
          break;
        case 'black hole':
          break;
        case 'slow':
          setTimeout(forward, door.slow_ms).unref();
          break;
        case '500':
          answer.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
          break;
        case 'garbage':
          answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to our Wi-Fi</html>');
      }
    });
    return door;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
