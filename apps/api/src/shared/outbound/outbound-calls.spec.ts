import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundCalls } from './outbound-calls.service';

const message = (url: string) => ({ url, headers: {}, body: '{}' });

describe('calls of addresses that somebody typed', () => {
  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'https://10.0.0.1/'])(
    'never go to %s, unless that is allowed',
    async (url) => {
      await expect(new OutboundCalls({ outbound_private: false }).send(message(url))).rejects.toThrow(
        'private',
      );
    },
  );

  it('never go to a name that means a private address, and look it up once', async () => {
    const calls = new OutboundCalls({ outbound_private: false });
    const looked: string[] = [];
    calls.lookup = (name, _options, answer) => {
      looked.push(name);
      answer(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    await expect(calls.send(message('https://push.example.com/'))).rejects.toThrow('private');
    expect(looked).toEqual(['push.example.com']);
  });

  it('follow no redirect', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { status } = await new OutboundCalls({ outbound_private: true }).send(
      message(`http://127.0.0.1:${port}/here`),
    );
    server.closeAllConnections();
    server.close();
    expect([status, asked]).toEqual([307, ['/here']]);
  });
});
