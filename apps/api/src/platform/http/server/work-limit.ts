import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error';

/** The most concurrent requests: far more than a panel's burst, and some seconds of work for one process. */
const MOST = 500;

/** Sheds load: refuses requests while too many run. Without a limit all get slower until their callers give up. */
export function limitConcurrentRequests(server: FastifyInstance, most = MOST): void {
  let running = 0;
  server.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) {
      done();
    } else if (running >= most) {
      done(new AppError('overloaded', 'Too many requests are in work. Try again in 5 s.'));
    } else {
      running++;
      reply.raw.once('close', () => running--);
      done();
    }
  });
}

/** Streams and long polls have their own limits, and health checks must work under load. */
function isCounted({ routeOptions: { url = '', config } }: FastifyRequest): boolean {
  return config.streams_events !== true && config.waits !== true && !url.startsWith('/api/health/');
}
