import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error';

/** Requests in work at the same time. Far more than a panel's burst, and some seconds of work for one process. */
const MOST = 500;

/**
 * Refuses requests while too many are in work. Without a limit each of them gets slower until its caller has given up, and
 * the server works for nobody.
 */
export function limitRequestsInWork(server: FastifyInstance, most = MOST): void {
  let inWork = 0;
  server.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) {
      done();
    } else if (inWork >= most) {
      done(new AppError('overloaded', 'Too many requests are in work. Try again in 5 s.'));
    } else {
      inWork++;
      reply.raw.once('close', () => inWork--);
      done();
    }
  });
}

/** Streams and long polls have limits of their own, and an overloaded server is still asked whether it is well. */
function isCounted({ routeOptions: { url = '', config } }: FastifyRequest): boolean {
  return config.streams_events !== true && config.waits !== true && !url.startsWith('/api/health/');
}
