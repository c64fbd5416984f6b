import type { FastifyInstance } from 'fastify';
import { Versioned } from '../answer';
import { AnsweringAdapter } from './answering-adapter';

describe('what a handler returns', () => {
  it('is sent with its version as the ETag if it has one, whatever stands above the handler', async () => {
    const adapter = new AnsweringAdapter();
    const server = adapter.getInstance<FastifyInstance>();
    server.get('/', (_, reply) => void adapter.reply(reply, new Versioned({ id: 1 }, 3), 200));
    const { headers, statusCode, body } = await server.inject('/');
    const again = await server.inject({ url: '/', headers: { 'if-none-match': '"3"' } });
    await server.close();
    expect([statusCode, headers['etag'], body]).toEqual([200, '"3"', '{"id":1}']);
    expect(again.statusCode).toBe(304);
  });
});
