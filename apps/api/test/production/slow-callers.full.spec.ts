import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeBehindNginx, RealNginx } from '../harness/apps/real-nginx';
import { RecordingServer } from '../harness/http/recording-server';

describeBehindNginx('a caller who sends slowly', () => {
  let server: RecordingServer;
  let nginx: RealNginx;
  beforeAll(async () => {
    server = await RecordingServer.start();
    nginx = await RealNginx.start({ api_ports: [server.port, server.port] });
  });
  afterAll(async () => {
    await nginx.stop();
    await server.close();
  });

  it.each([
    ['headers that trickle in', 'GET /api/x HTTP/1.1\r\nHost: a\r\nA: ', 'a'],
    ['a body that stops', 'POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{', ''],
    ['nothing at all', '', ''],
  ])('is cut off: %s', async (_name, start, more) => {
    const socket = connect(nginx.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(start);
    while (!socket.closed) {
      if (socket.writable) socket.write(more);
      await sleep(500);
    }
    expect(server.received).toEqual([]);
  });
});
