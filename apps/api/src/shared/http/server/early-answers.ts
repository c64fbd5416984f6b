import type { FastifyInstance } from 'fastify';

/** Connections on which the present request was answered before its body had arrived. */
const answeredEarly = new WeakSet<object>();

/** Notes connections whose request is answered before its body has arrived, as one that the policy refuses. */
export function noteEarlyAnswers(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    answeredEarly.delete(raw.socket);
    done();
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) answeredEarly.add(raw.socket);
    done();
  });
}

/** Whether a second answer on this connection would belong to a request that has one already. */
export function hasAnswer(socket: object): boolean {
  return answeredEarly.has(socket);
}
