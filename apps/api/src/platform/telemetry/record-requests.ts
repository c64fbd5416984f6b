import type { FastifyInstance } from 'fastify';
import { currentRecorder } from './recorder';

/** Records each request by its route's pattern, because its URL can hold ids and tokens. */
export function recordRequests(server: FastifyInstance): void {
  const recorder = currentRecorder();
  if (recorder === null) return;
  server.addHook('onRequest', ({ method, routeOptions: { url = 'none', config } }, reply, done) => {
    const route = { 'http.request.method': method, 'http.route': url };
    const activity = recorder.begin('request', `${method} ${url}`, route);
    reply.raw.once('close', () => {
      const status = { 'http.response.status_code': reply.statusCode };
      // Streams and long polls would distort the durations.
      const isEndless = config.streams_events === true || config.waits === true;
      const error = reply.statusCode >= 500 ? { code: String(reply.statusCode) } : undefined;
      activity.end(isEndless ? { ...status, stream: 1 } : status, error);
    });
    activity.run(done);
  });
}
