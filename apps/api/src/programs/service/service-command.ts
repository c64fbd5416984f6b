import { resolve } from 'node:path';
import { StartFailure } from '../start-failure';

const USAGE = `Usage: groupless service

  Prints a systemd unit that runs this installation in the present folder, with the .env in it, as the user who asks.
  It writes nothing. As the user that shall run it:
    groupless service | sudo tee /etc/systemd/system/groupless.service && sudo systemctl enable --now groupless`;
const WRONG_USAGE = 2;
/** Where the database lies if root starts the server in a folder that only root may enter. */
const SYSTEM_FOLDER = '/var/lib/groupless';

export interface Installation {
  /** Where the server is started: it has `.env`, and relative paths are from here. */
  folder: string;
  node: string;
  program: string;
  user: string;
  data_dir: string | undefined;
  backup_dir: string | undefined;
}

/**
 * Runs `groupless service`.
 * @returns the unit
 * @throws StartFailure
 */
export function runService([word, ...rest]: readonly string[], installation: Installation): Promise<string> {
  if (word === '--help' || word === 'help') return Promise.resolve(USAGE);
  if (word !== undefined || rest.length > 0) return Promise.reject(new StartFailure(USAGE, WRONG_USAGE));
  return Promise.resolve(unitOf(installation));
}

function unitOf({ folder, node, program, user, data_dir, backup_dir }: Installation): string {
  const written = [folder, resolve(folder, data_dir ?? '.data')];
  if (backup_dir !== undefined) written.push(resolve(folder, backup_dir));
  // A minus: it need not be there.
  const places = written.map((path) => quoted(`-${path}`));
  if (user === 'root') places.push(`-${SYSTEM_FOLDER}`);
  // One that is not there when the server starts could not be made by it.
  const made = user === 'root' ? `ExecStartPre=+/bin/mkdir -p ${SYSTEM_FOLDER}\n` : '';
  return `[Unit]
Description=Groupless
Wants=network-online.target
After=network-online.target

[Service]
User=${user}
WorkingDirectory=${escaped(folder)}
${made}ExecStart=${quoted(node)} ${quoted(program)} start
Restart=always
RestartPreventExitStatus=78
TimeoutStopSec=30
NoNewPrivileges=true
ProtectSystem=strict
ReadWritePaths=${places.join(' ')}
PrivateTmp=true

[Install]
WantedBy=multi-user.target`;
}

/** A path as one word of a unit. */
function quoted(path: string): string {
  const text = escaped(path).replaceAll('$', '$$$$');
  return /[\s"'\\;]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}

/** `%` begins a specifier. */
function escaped(path: string): string {
  return path.replaceAll('%', '%%');
}
