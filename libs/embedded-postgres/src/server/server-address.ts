import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerUser } from '../cluster/server-user';
import { makePassableFolder } from '../cluster/passable-folder';
import type { Naming } from '../naming';

/** Where a server listens. If `host` is a path, it is the folder of a Unix socket. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

const loopback = '127.0.0.1';
/** For a socket the port is only part of the file's name. */
const socketPort = 5432;
/** The longest path of a socket on macOS; Linux allows 107. */
const longestPath = 103;

/** TCP is for Windows, where clients have no Unix sockets, and for tests that use a proxy. */
export type Transport = 'socket' | 'tcp';
export const defaultTransport: Transport = process.platform === 'win32' ? 'tcp' : 'socket';

/**
 * The address of a new server: a socket in a folder that only its user and root can enter, so nobody can impersonate
 * the server and receive the password. With TCP, the port of the last start if it is free, else any.
 */
export async function chooseAddress(
  { clusterFolder, user, naming }: { clusterFolder: string; user: ServerUser; naming: Naming },
  transport: Transport,
): Promise<ServerAddress> {
  if (transport === 'socket') return { host: socketFolder(clusterFolder, user, naming), port: socketPort };
  const last = portOfLastStart(clusterFolder);
  return { host: loopback, port: last !== undefined && (await isFree(last)) ? last : await listenOnce(0) };
}

export function isSocket({ host }: ServerAddress): boolean {
  return host !== loopback;
}

function socketFile({ host, port }: ServerAddress): string {
  return join(host, `.s.PGSQL.${port}`);
}

/** Whether the address is free. A start may still fail; then a retry can succeed. */
export async function isAvailable(address: ServerAddress): Promise<boolean> {
  return isSocket(address) || (await isFree(address.port));
}

/** Whether a server listens on the socket of the cluster's folder. This works across PID namespaces. */
export function isListening(clusterFolder: string): Promise<boolean> {
  const path = socketFile({ host: join(clusterFolder, 'socket'), port: socketPort });
  if (Buffer.byteLength(path) > longestPath || !existsSync(path)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({ path });
    const say = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => say(true)).once('error', () => say(false));
  });
}

/** Makes the socket's folder, and removes what a killed server has left there. */
export function prepareAddress(address: ServerAddress, { identity }: ServerUser): void {
  if (!isSocket(address)) return;
  mkdirSync(address.host, { recursive: true, mode: 0o700 });
  if (identity !== undefined) chownSync(address.host, identity.uid, identity.gid);
  for (const name of readdirSync(address.host)) rmSync(join(address.host, name), { force: true });
}

/** Removes a socket's folder that is outside the cluster's folder. */
export function removeSocketFolder(address: ServerAddress, clusterFolder: string): void {
  if (isSocket(address) && address.host !== join(clusterFolder, 'socket')) {
    rmSync(address.host, { recursive: true, force: true });
  }
}

function socketFolder(
  clusterFolder: string,
  { identity }: ServerUser,
  { program, systemFolder }: Naming,
): string {
  const own = join(clusterFolder, 'socket');
  if (Buffer.byteLength(socketFile({ host: own, port: socketPort })) <= longestPath) return own;
  // The server writes the folder into postmaster.pid, where our other programs find it.
  if (identity === undefined) return mkdtempSync(join(tmpdir(), `${program}-`));
  makePassableFolder(systemFolder);
  return mkdtempSync(join(systemFolder, 'socket-'));
}

/** Read from the command line that the server itself stores. */
function portOfLastStart(clusterFolder: string): number | undefined {
  const path = join(clusterFolder, 'postmaster.opts');
  if (!existsSync(path)) return undefined;
  const port = /"port=(\d+)"/.exec(readFileSync(path, 'utf8'))?.[1];
  return port === undefined ? undefined : Number(port);
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.once('error', reject);
    listener.listen({ port, host: loopback, exclusive: true }, () => {
      const taken = (listener.address() as AddressInfo).port;
      listener.close(() => resolve(taken));
    });
  });
}
