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
  hangsUp = false;
  isSilent = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<RecordingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const recording = new RecordingServer(server, (server.address() as AddressInfo).port);
    server.on('request', (request, answer) => {
      let bodyLength = 0;
      request.on('data', (part: Buffer) => (bodyLength += part.length));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        recording.received.push({ method, url, headers, body_length: bodyLength });
        if (recording.hangsUp) request.socket.destroy();
        else if (!recording.isSilent) answer.writeHead(204).end();
      });
    });
    return recording;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
