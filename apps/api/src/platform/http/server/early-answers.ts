import type { FastifyInstance } from 'fastify';

/** Connections whose current request was answered before its body had arrived. */
const answeredEarly = new WeakSet<object>();

/** Tracks connections whose request was answered before its body had arrived, such as a refused one. */
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

/** Whether the current request of this connection has its answer already. */
export function wasAnsweredEarly(socket: object): boolean {
  return answeredEarly.has(socket);
}
