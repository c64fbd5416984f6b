import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  method: string;
  /** As it stood in the request's first line. */
  url: string;
  headers: IncomingHttpHeaders;
  /** In bytes. */
  body_length: number;
}

/** A server behind nginx that notes what reaches it and answers 204; or hangs up or stays silent in the place of it. */
export class RecordingServer {
  readonly received: Received[] = [];
  hangs_up = false;
  is_silent = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<RecordingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const recording = new RecordingServer(server, (server.address() as AddressInfo).port);
    server.on('request', (request, answer) => {
      let body_length = 0;
      request.on('data', (part: Buffer) => (body_length += part.length));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        recording.received.push({ method, url, headers, body_length });
        if (recording.hangs_up) request.socket.destroy();
        else if (!recording.is_silent) answer.writeHead(204).end();
      });
    });
    return recording;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
