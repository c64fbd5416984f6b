import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections, one of which could take a port that was just free. */
const FIRST = 11_000;
const PER_WORKER = 2_000;
const WORKERS = 10;

let next = Math.floor(Math.random() * PER_WORKER);

/** A port on which nothing listens, and which no other worker of this run is told. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS;
  for (;;) {
    const port = FIRST + worker * PER_WORKER + (next++ % PER_WORKER);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
