import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut and mended. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  /** Those of them through which the server answers. */
  private readonly answers = new Set<Socket>();
  private isCut = false;
  private isSilent = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number } | { path: string },
  ) {
    server.on('connection', (incoming) => this.forward(incoming));
  }

  static before(host: string, port: number): Promise<TcpProxy> {
    return TcpProxy.to({ host, port });
  }

  static async to(target: { host: string; port: number } | { path: string }): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server, target);
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

  /** The same, and new connections find somebody who says nothing. */
  silence(): void {
    this.isSilent = true;
    this.freeze();
  }

  /** Lets requests through, and keeps their answers back until `thaw()`. */
  freezeAnswers(): void {
    for (const socket of this.answers) socket.pause();
  }

  thaw(): void {
    this.isSilent = false;
    for (const socket of this.sockets) socket.resume();
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
  }

  private forward(incoming: Socket): void {
    if (this.isCut) return void incoming.destroy();
    if (this.isSilent) {
      this.keep(incoming);
      return;
    }
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

/** The URL of the same database by way of a port of this machine. */
export function throughPort(to: string, port: number): string {
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.delete('host');
  return url.href;
}
