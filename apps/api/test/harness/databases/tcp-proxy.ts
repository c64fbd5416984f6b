import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut and mended. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  /** Those of them through which the server answers. */
  private readonly answers = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (incoming) => this.forward(incoming));
  }

  static async before(host: string, port: number): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server, { host, port });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections, and lets no new one through. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Lets all connections stay, but nothing through them, as a network that fails without a word. */
  freeze(): void {
    for (const socket of this.sockets) socket.pause();
  }

  /** Lets requests through, and keeps their answers back until `thaw()`. */
  freezeAnswers(): void {
    for (const socket of this.answers) socket.pause();
  }

  thaw(): void {
    for (const socket of this.sockets) socket.resume();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(incoming: Socket): void {
    if (this.isCut) return void incoming.destroy();
    const outgoing = connect(this.target);
    this.answers.add(outgoing);
    outgoing.on('close', () => this.answers.delete(outgoing));
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}

/** Where the server of a database URL listens: its `host` parameter is the folder of a Unix socket. */
export function serverAddress(url: string): { host: string; port: number } | { path: string } {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  return folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` };
}
