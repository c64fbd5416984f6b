import { randomUUID } from 'node:crypto';
import { PATH_SPELLINGS } from '../harness/hostile/path-spellings';
import { sendRaw } from '../harness/http/raw-http';
import { describeBehindNginx, RealNginx } from '../harness/apps/real-nginx';
import { RecordingServer } from '../harness/http/recording-server';
import { atOnce, eventually } from '../harness/data/times';

describeBehindNginx('what nginx hands on', () => {
  let nginx: RealNginx;
  let servers: [RecordingServer, RecordingServer];
  beforeEach(async () => {
    servers = [await RecordingServer.start(), await RecordingServer.start()];
    nginx = await RealNginx.start({ api_ports: [servers[0].port, servers[1].port] });
  });
  afterEach(async () => {
    await nginx.stop();
    await Promise.all(servers.map((server) => server.close()));
  });

  const received = () => servers.flatMap((server) => server.received);
  const send = (path: string, method = 'GET', headers = {}, body?: string) =>
    sendRaw(nginx.port, { path, method, headers, ...(body === undefined ? {} : { body }) });

  it('goes to both servers', async () => {
    await atOnce(20, () => send('/api/health/live'));
    expect(servers.map((server) => server.received.length > 0)).toEqual([true, true]);
  });

  it.each([
    ...['/api/clients?search=a%2Bb&limit=5', '/api//clients', '/api/./clients', '/api/x/../clients'],
    ...['/%61pi/clients', '/api/memory/state/a%2Fb', '/api/%2e%2e/api/clients', '/api/clients;a=b?c', '/api'],
    ...[
      '//api/clients',
      '/api/clients%20',
      '/api/export.csv',
      '/webhook/a/webhook/b?x=%zz',
      '/api/?',
      '/webhook',
    ],
    ...['/api/a|b"c'],
  ])('is the address %s as it came', async (path) => {
    await send(path);
    expect(received().map(({ url }) => url)).toEqual([path]);
  });

  it('is never an address of measurements, however it is spelt', async () => {
    for (const spell of Object.values(PATH_SPELLINGS)) {
      for (const method of ['GET', 'HEAD', 'POST']) await send(spell('/metrics'), method);
    }
    const paths = received().map(({ url }) => decodeURIComponent(url));
    expect(paths.filter((path) => /^\/+metrics\/?$/.test(path))).toEqual([]);
  });

  it('goes by method where an address is a screen and takes bookings or pings', async () => {
    for (const path of ['/appointments', '/appointments?dry_run=true', '/conversations/ping']) {
      expect((await send(path)).text).toContain('</html>');
      expect((await send(path, 'POST', { 'content-type': 'application/json' }, '{}')).status).toBe(204);
    }
    expect(
      received()
        .map(({ method, url }) => `${method} ${url}`)
        .sort(),
    ).toEqual(['POST /appointments', 'POST /appointments?dry_run=true', 'POST /conversations/ping']);
  });

  it('says who calls, whatever the caller says about that', async () => {
    const headers = {
      host: 'panel.example.com:8443',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example.com',
      forwarded: 'for=203.0.113.9',
      connection: 'keep-alive',
    };
    await send('/api/health/live', 'GET', headers);
    expect(received()[0]?.headers).toEqual({
      host: 'panel.example.com:8443',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'panel.example.com:8443',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('has the id of its caller if that is a UUID, else a new one, which the log has too', async () => {
    const given = randomUUID();
    for (const id of [given, given.replaceAll('-', ''), 'none', `${given}, ${given}`, '']) {
      await send('/api/health/live', 'GET', { 'x-request-id': id });
    }
    const ids = received().map(({ headers }) => headers['x-request-id']);
    expect(ids.filter((id) => id === given)).toHaveLength(2);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids.filter((one) => one !== given)) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    // A line is written after its answer.
    await eventually(() => nginx.log.length >= ids.length);
    expect(nginx.log.map(({ request_id }) => request_id).sort()).toEqual(ids.sort());
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])(
    'as %s goes to the other server when one hangs up in the place of an answer',
    async (method) => {
      servers[0].hangsUp = true;
      const answers = await Promise.all([1, 2, 3, 4].map(() => send('/api/clients', method)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(servers[0].received.length).toBeGreaterThan(0);
    },
  );

  it.each(['POST', 'PATCH'])('as %s is never sent twice', async (method) => {
    for (const server of servers) server.hangsUp = true;
    const body = '{"a":1}';
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await send(`/api/clients?n=${count}`, method, {}, body)).status);
    }
    expect(statuses).toEqual([502, 502, 502, 502, 502, 502]);
    const urls = received().map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.length).toBeGreaterThan(1);
  });

  it('goes to the one server that is there, whatever the method', async () => {
    await servers[0].close();
    for (let count = 0; count < 10; count++) {
      expect((await send('/api/clients', 'POST', {}, '{}')).status).toBe(204);
      expect((await send('/api/clients')).status).toBe(204);
    }
    expect(servers[1].received).toHaveLength(20);
  });

  it('is sent over connections that are kept', async () => {
    for (let count = 0; count < 10; count++) await send('/api/clients');
    expect(received().map(({ headers }) => headers.connection)).not.toContain('close');
  });
});
