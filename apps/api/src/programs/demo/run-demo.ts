import { DataDirInUseError } from '@groupless/embedded-postgres';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { startServer } from '../server/start-server';
import { StartFailure, toStartFailure } from '../start-failure';
import { DemoFolder, type Marker } from './demo-folder';
import { fill } from './fill';
import { removeRows } from './former/remove-rows';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run demo [-- --remove | -- --remove-rows]

  Starts the panel with an invented small business in it, in a data folder of its own beside the server's
  (<DATA_DIR>-demo), on 127.0.0.1 and the first free port from 3100 on. It takes no other setting, has its own
  databases, secrets and log-in, and sends nothing: no mail, no webhooks, and it reads no calendars. Started again, it
  has what was there; after more than three days it is filled anew, so that its appointments are around today.

  --remove        stops it, and removes that folder with its databases
  --remove-rows   removes what the demo of an earlier version made in the real databases (with the settings of the
                  server; goes with the next version)
  Exit codes: 0 done, 1 failed, 2 wrong usage, 78 the settings cannot be used.`);
const WRONG_USAGE = 2;
const FIRST_PORT = 3100;
const MOST_PORTS = 100;
/** Nothing else of the environment reaches the demo. */
const KEPT_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'SYSTEMROOT'];
/** Over a weekend it stays as it is. */
const KEPT_DAYS = 3;
const DAY_MS = 86_400_000;

/**
 * Runs `npm run demo`.
 * @returns the exit code; null: the server runs
 * @throws StartFailure
 */
export async function runDemo(words: string[], report: (line: string) => void): Promise<number | null> {
  const { remove, 'remove-rows': ofRows, help } = parse(words);
  const folder = DemoFolder.beside(process.env['DATA_DIR']);
  try {
    if (help) report(USAGE);
    else if (ofRows) await removeRows(report);
    else if (remove) await removeDemo(folder, report);
    else return (await start(folder, report)) ? null : 0;
    return 0;
  } catch (error) {
    throw toStartFailure(error);
  }
}

function parse(words: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = { remove: flag, 'remove-rows': flag, help: flag };
    const { values } = parseArgs({ args: words, options });
    if (words.length > 1) throw new Error('One option at a time.');
    return values;
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n${USAGE}`, WRONG_USAGE);
  }
}

async function removeDemo(folder: DemoFolder, report: (line: string) => void): Promise<void> {
  if (!folder.exists) {
    report(`There is no demo in ${folder.path}.`);
    return;
  }
  await folder.remove(report);
  report(`Removed the demo and its folder ${folder.path}.`);
}

/** @returns whether it was started; false: it runs already */
async function start(folder: DemoFolder, report: (line: string) => void): Promise<boolean> {
  folder.demandOurs();
  try {
    const lock = folder.lock();
    process.once('exit', () => lock.release());
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    report(describeRunning(folder, error.pid));
    return false;
  }
  const today = new Date().toISOString().slice(0, 10);
  const marker = { ...(await prepare(folder, today, report)), address: '' };
  const port = await freePort();
  marker.address = `http://127.0.0.1:${port}`;
  folder.writeMarker(marker);
  const kept = Object.entries(process.env).filter(([name]) => KEPT_VARIABLES.includes(name.toUpperCase()));
  const own = { DATA_DIR: folder.path, PORT: String(port), ADMIN_PASSWORD: marker.password };
  process.env = { ...Object.fromEntries(kept), ...own };
  await startServer({
    prepare: async (urls) => {
      if (marker.filled_on !== null) return;
      await fill(urls, today);
      folder.writeMarker({ ...marker, filled_on: today });
    },
    notices: describe(folder, marker),
  });
  return true;
}

/** What is there, or else an empty folder and a new marker. */
async function prepare(folder: DemoFolder, today: string, report: (line: string) => void): Promise<Marker> {
  const found = folder.readMarker();
  const filledOn = found?.filled_on ?? null;
  if (found !== null && filledOn !== null && Date.parse(today) - Date.parse(filledOn) <= KEPT_DAYS * DAY_MS)
    return found;
  if (filledOn !== null)
    report(
      `The demo was filled on ${filledOn}. It is filled anew, for today: what was changed in it is gone.`,
    );
  const marker = { address: '', password: randomBytes(12).toString('base64url'), filled_on: null };
  folder.writeMarker(marker);
  await folder.empty(report);
  return marker;
}

async function freePort(): Promise<number> {
  for (let port = FIRST_PORT; port < FIRST_PORT + MOST_PORTS; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
  throw new StartFailure(`No port from ${FIRST_PORT} to ${FIRST_PORT + MOST_PORTS - 1} is free.`);
}

function describe({ path }: DemoFolder, { address, password }: Marker): string[] {
  return [
    `This is the demo, an invented business in ${path}. It sends nothing.`,
    `Log in on ${address} as admin@localhost with the password ${password}`,
    asTyped('To stop and remove it: npm run demo -- --remove'),
  ];
}

function describeRunning(folder: DemoFolder, pid: number | null): string {
  const marker = folder.readMarker();
  const isStarted = marker !== null && marker.filled_on !== null && marker.address !== '';
  const runs = `The demo runs already, as process ${pid ?? 'of another container'}`;
  return isStarted ? [`${runs}.`, ...describe(folder, marker)].join('\n') : `${runs}, and is being filled.`;
}
