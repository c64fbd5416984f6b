// Starts a standby of a running PostgreSQL, from a copy of its files.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './servers.mjs';

/**
 * @param cluster a started one; the standby is removed with its folder
 * @returns the URLs of the same databases there
 */
export async function startStandby(stack, { superuser, panelUrl, memoryUrl, pid, folder }) {
  const { rows } = await superuser.query(
    `select current_setting('data_directory') as data, current_setting('port') as port`,
  );
  const [{ data, port: primaryPort }] = rows;
  const copy = join(folder, 'standby');
  await superuser.query(`select pg_backup_start('standby', true)`);
  const { status } = spawnSync('cp', ['-a', data, copy], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${data} could not be copied.`);
  const stopped = await superuser.query('select labelfile from pg_backup_stop(false)');
  rmSync(join(copy, 'postmaster.pid'));
  rmSync(join(copy, 'postmaster.opts'), { force: true });
  const { uid, gid } = statSync(data);
  for (const [name, text] of [
    ['backup_label', stopped.rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    writeFileSync(join(copy, name), text);
    chownSync(join(copy, name), uid, gid);
  }
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${superuser.user} password=${superuser.password}`,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(readlinkSync(`/proc/${pid}/exe`), ['-D', copy, ...words], {
    uid,
    gid,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  stack.defer(async () => {
    child.kill('SIGINT');
    await ended;
  });
  const at = (url) => Object.assign(new URL(url), { port: String(port) }).href;
  await answers(at(panelUrl), child);
  return { panelUrl: at(panelUrl), memoryUrl: at(memoryUrl), pid: child.pid };
}

async function answers(url, child) {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isUp) return;
    await pause(100);
  }
  throw new Error('The standby does not start.');
}
