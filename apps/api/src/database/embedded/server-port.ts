import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The port the server had last time, if it is free, else any free one (of 127.0.0.1). */
export async function choosePort(cluster_folder: string): Promise<number> {
  const last = portOfLastStart(cluster_folder);
  return last !== undefined && (await isFree(last)) ? last : await listenOnce(0);
}

/** Whether nobody listens at this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

/** The server itself notes its command line, so nothing of our own has to be kept in step with it. */
function portOfLastStart(cluster_folder: string): number | undefined {
  try {
    const command = readFileSync(join(cluster_folder, 'postmaster.opts'), 'utf8');
    const port = /"port=(\d+)"/.exec(command)?.[1];
    return port === undefined ? undefined : Number(port);
  } catch {
    return undefined;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.once('error', reject);
    listener.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const taken = (listener.address() as AddressInfo).port;
      listener.close(() => resolve(taken));
    });
  });
}
