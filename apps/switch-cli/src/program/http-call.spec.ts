import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { httpCall, NoAnswer, type HttpCall } from './http-call';

describe('a call that gets no answer', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.close();
  });

  async function failure(own: Partial<HttpCall> = {}): Promise<unknown> {
    const { port } = server.address() as AddressInfo;
    const call = { method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, body: 'x' } as const;
    return httpCall({ ...call, timeout_ms: 200, doctor: 'doctor', ...own }).catch((error: unknown) => error);
  }

  it('may have arrived where the time was over or the connection broke, and has not where there was none', async () => {
    const late = await failure();
    expect([late instanceof NoAnswer, late]).toEqual([true, expect.objectContaining({ isUnsent: false })]);
    server.once('connection', (socket) => socket.once('data', () => socket.destroy()));
    expect(await failure({ timeout_ms: 5_000 })).toMatchObject({ isUnsent: false });
    expect(await failure({ url: 'http://127.0.0.1:1/', timeout_ms: 5_000 })).toMatchObject({
      isUnsent: true,
    });
  });
});

describe('calls on one connection', () => {
  it('leave nothing behind on it', async () => {
    const server = createHttpServer((_, answer) => answer.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const connections = new Set<Socket>();
    server.on('connection', (socket: Socket) => connections.add(socket));
    const warnings: string[] = [];
    const listen = ({ name }: Error) => void warnings.push(name);
    process.on('warning', listen);
    const { port } = server.address() as AddressInfo;
    const call = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {} } as const;
    for (let n = 0; n < 12; n++) await httpCall({ ...call, timeout_ms: 5_000, doctor: 'doctor' });
    process.off('warning', listen);
    server.closeAllConnections();
    server.close();
    expect([connections.size, warnings]).toEqual([1, []]);
  });
});
