import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { PROJECT } from '../programs/dockerfile';
import { freePort } from '../http/free-port';
import { ownerOf } from '../databases/installed-postgres';
import { POSTGRES_15 } from '../databases/streaming-replica';
import { PatroniNode } from './patroni-node';

const PROGRAMS = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/sbin/pgbouncer',
  `${POSTGRES_15}/postgres`,
];

/** Those of the programs that are not installed here. */
export function missingPrograms(): string[] {
  return PROGRAMS.filter((path) => !existsSync(path));
}

/** The first number of Patroni's version. */
export function patroniMajor(): number {
  const { stdout } = spawnSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout)?.[0]);
}

interface Member {
  name: string;
  role: string;
  state: string;
}

const PASSWORD = 'fail-over-4c1d';
const FOLDER = join(PROJECT, 'docker/ha');

/** Three PostgreSQL servers under Patroni with the files of `docker/ha`, HAProxy before them, and one etcd. */
export class PatroniCluster {
  readonly nodes: PatroniNode[] = [];
  private readonly others: ChildProcess[] = [];
  private port = 0;

  private constructor(private readonly folder: string) {}

  /** @param folder an existing folder that the user postgres can enter */
  static async start(folder: string): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(folder);
    const etcd = await cluster.startEtcd();
    const file = join(folder, 'patroni.yml');
    writeFileSync(file, forTests(readFileSync(join(FOLDER, 'patroni.yml'), 'utf8')));
    for (const name of ['db1', 'db2', 'db3']) {
      const place = join(folder, name);
      mkdirSync(place, { mode: 0o700 });
      const settings = {
        name,
        file,
        data: join(place, 'data'),
        port: await freePort(),
        rest_port: await freePort(),
        owner: ownerOf(place),
        environment: {
          PATRONI_ETCD3_HOST: etcd,
          PATRONI_SUPERUSER_USERNAME: 'postgres',
          PATRONI_SUPERUSER_PASSWORD: PASSWORD,
          PATRONI_REPLICATION_USERNAME: 'replicator',
          PATRONI_REPLICATION_PASSWORD: PASSWORD,
        },
      };
      cluster.nodes.push(new PatroniNode(settings, POSTGRES_15));
    }
    await cluster.startHaproxy();
    await cluster.settled();
    return cluster;
  }

  /** Of the primary, by HAProxy, as the superuser. */
  get superuser_url(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/postgres`;
  }

  /** Waits until there is a primary, a synchronous standby, and one more. */
  async settled(): Promise<void> {
    while (!isWhole(await this.members())) await sleep(200);
  }

  async primary(): Promise<PatroniNode> {
    return this.nodeOf(await this.members(), 'leader');
  }

  async synchronousStandby(): Promise<PatroniNode> {
    return this.nodeOf(await this.members(), 'sync_standby');
  }

  /** The primary changes places with the synchronous standby. */
  async switchOver(): Promise<void> {
    const members = await this.members();
    const leader = this.nodeOf(members, 'leader');
    const candidate = this.nodeOf(members, 'sync_standby').name;
    const answer = await fetch(`${leader.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate }),
    });
    if (answer.status !== 200)
      throw new Error(`The switchover was answered ${answer.status}: ${await answer.text()}`);
  }

  async configure(settings: Record<string, number>): Promise<void> {
    const { rest } = await this.primary();
    const answer = await fetch(`${rest}/config`, { method: 'PATCH', body: JSON.stringify(settings) });
    if (answer.status !== 200) throw new Error(`The configuration was answered ${answer.status}`);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    for (const child of this.others) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  private nodeOf(members: readonly Member[], role: string): PatroniNode {
    const member = members.find((one) => one.role === role);
    const node = this.nodes.find(({ name }) => name === member?.name);
    if (node === undefined) throw new Error(`No member is ${role}: ${JSON.stringify(members)}`);
    return node;
  }

  private async members(): Promise<Member[]> {
    for (const { rest } of this.nodes) {
      try {
        const answer = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // It is down; another one knows.
      }
    }
    return [];
  }

  private async startEtcd(): Promise<string> {
    const place = join(this.folder, 'etcd');
    mkdirSync(place, { mode: 0o700 });
    const [client, peer] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const words = {
      name: 'etcd',
      'data-dir': place,
      'listen-client-urls': `http://${client}`,
      'advertise-client-urls': `http://${client}`,
      'listen-peer-urls': `http://${peer}`,
      'initial-advertise-peer-urls': `http://${peer}`,
      'initial-cluster': `etcd=http://${peer}`,
      // Its disk is not what is tested.
      'unsafe-no-fsync': 'true',
    };
    this.run(
      '/usr/bin/etcd',
      Object.entries(words).map(([name, value]) => `--${name}=${value}`),
      ownerOf(place),
    );
    return client;
  }

  private async startHaproxy(): Promise<void> {
    this.port = await freePort();
    const servers = this.nodes.flatMap(({ settings: { port, rest_port } }, index) => [
      [`DB${index + 1}`, `127.0.0.1:${port}`],
      [`DB${index + 1}_REST_PORT`, String(rest_port)],
    ]);
    const environment = {
      ...Object.fromEntries(servers),
      PRIMARY_BIND: `127.0.0.1:${this.port}`,
      REPLICAS_BIND: `127.0.0.1:${await freePort()}`,
    } as Record<string, string>;
    this.run('/usr/sbin/haproxy', ['-db', '-f', join(FOLDER, 'haproxy.cfg')], {}, environment);
  }

  private run(
    program: string,
    words: string[],
    owner: object,
    environment: Record<string, string> = {},
  ): void {
    const log = openSync(join(this.folder, `${program.split('/').at(-1)}.log`), 'w');
    const env = { PATH: process.env['PATH'], ...environment };
    this.others.push(spawn(program, words, { ...owner, env, stdio: ['ignore', log, log] }));
  }
}

function isWhole(members: readonly Member[]): boolean {
  const isUp = members.every(({ state }) => ['running', 'streaming'].includes(state));
  const has = (role: string) => members.some((one) => one.role === role);
  return isUp && members.length === 3 && has('leader') && has('sync_standby');
}

/** Processes are killed here, the machine is not: without waiting for its disk. */
function forTests(text: string): string {
  const configuration = parse(text) as { postgresql: { parameters: Record<string, string> } };
  Object.assign(configuration.postgresql.parameters, { fsync: 'off', unix_socket_directories: '' });
  return stringify(configuration);
}
