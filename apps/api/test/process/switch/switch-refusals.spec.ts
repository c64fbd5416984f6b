import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { codexOf, Panel, sessionOf } from './panel';
import { PanelApi } from '../../../../switch-cli/src/panel/panel-api';
import { StateFolder } from '../../../../switch-cli/src/state/state-folder';

const CLI = join(__dirname, '../../../../../dist/apps/switch-cli/assistant-switch.cjs');
/** Behind a way out that replaces a file: how that one comes back. */
const OLD_FILE = /\(the old file stays: assistant-switch restore.*?\)/;
const LOGGED_OUT = { ASSISTANT_SWITCH_URL: '', ASSISTANT_SWITCH_KEY: '' };

describe('what assistant-switch refuses or warns of', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second, third] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  /** Something that is no panel. */
  const elsewhere = createServer((_request, response) => response.end('<html>'));

  beforeAll(async () => {
    panel = await Panel.start();
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await machine.remove();
  });
  afterAll(async () => {
    elsewhere.close();
    await panel.close();
  });

  it('is everything on the machine that a write would meet, before the account is activated', async () => {
    await machine.json();
    const obstacles: [string, () => void, () => void, RegExp][] = [
      [
        'a folder open to all',
        () => chmodSync(machine.path('.claude'), 0o777),
        () => chmodSync(machine.path('.claude'), 0o700),
        /chmod o-w/,
      ],
      [
        'broken settings',
        () => machine.write('.claude.json', '{"projects":'),
        () => machine.write('.claude.json', { oauthAccount: sessionOf('ada').oauthAccount }),
        /\.claude\.json/,
      ],
    ];
    for (const [name, make, clear, message] of obstacles) {
      make();
      const { code, stderr } = await machine.run(['use', second.name, '--force']);
      expect([name, code, stderr]).toEqual([name, 1, expect.stringMatching(message)]);
      expect([name, await panel.activeName()]).toEqual([name, first.name]);
      clear();
    }
    expect(await machine.json('use', second.name)).toMatchObject({ result: 'written' });
  });

  it('is a key that may not read the session, before the account is activated', async () => {
    const key = await panel.key('account:activate', 'session:write');
    const { code, stderr } = await machine.run(['use', second.name], {
      variables: { ASSISTANT_SWITCH_KEY: key },
    });
    expect([code, stderr]).toEqual([3, expect.stringContaining('session:read')]);
    expect(await panel.activeName()).toBe(first.name);
  });

  it('is a link, with a way out that keeps what others wrote', async () => {
    writeFileSync(machine.path('real.json'), '{"mcpOAuth":{}}');
    mkdirSync(machine.path('.claude'));
    symlinkSync(machine.path('real.json'), machine.credentialsFile);
    const { code, stderr } = await machine.run(['use', second.name]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('&& mv -f')]);
    expect(stderr).not.toContain('--target');
    expect(await panel.activeName()).toBe(first.name);
  });

  it('is a broken .claude.json, by its own name', async () => {
    await machine.json();
    machine.write('.claude.json', '{"oauthAccount":');
    for (const args of [['capture', first.name], ['sync'], ['doctor']]) {
      const { code, stdout, stderr } = await machine.run(args);
      expect([args, code]).toEqual([args, 1]);
      expect(`${stdout}${stderr}`).toContain('.claude.json');
      expect(stderr).not.toContain('.credentials.json');
    }
  });

  it('is to send the stored key to another address than the one it was stored with', async () => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked++;
      response.end('[]');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await machine.run(['login', panel.url], { variables: LOGGED_OUT, input: machine.key });
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { code, stderr } = await machine.run(['list'], {
      variables: { ASSISTANT_SWITCH_URL: elsewhere, ASSISTANT_SWITCH_KEY: '' },
    });
    expect([code, stderr, asked]).toEqual([3, expect.stringContaining('ASSISTANT_SWITCH_KEY beside it'), 0]);
    const same = { ASSISTANT_SWITCH_URL: `${panel.url}/`, ASSISTANT_SWITCH_KEY: '' };
    expect((await machine.run(['list'], { variables: same })).code).toBe(0);
    await new Promise((resolve) => other.close(resolve));
  });

  it('is a key that may less than the stored one', async () => {
    const run = (args: string[], input?: string) =>
      machine.run(args, { variables: LOGGED_OUT, ...(input === undefined ? {} : { input }) });
    await run(['login', panel.url], machine.key);
    const [none, reader] = [await panel.key('metrics'), await panel.key('session:read')];
    for (const key of [none, reader]) {
      const { code, stderr } = await run(['login', panel.url], key);
      expect([code, stderr]).toEqual([3, expect.stringContaining('This key lacks the scope')]);
      expect((await run(['list'])).code).toBe(0);
    }
    expect((await run(['login', panel.url, '--force'], reader)).code).toBe(0);
    const { code, stderr } = await run(['list']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('This key lacks the scope account:activate')]);

    await run(['sync']);
    const { stdout } = await run(['status']);
    expect(stdout).toMatch(new RegExp(`Active account +${first.name}`));
    expect(stdout).toContain('has the panel');
  });

  it('is a variable that the assistant prefers to the session: use says so itself', async () => {
    const variables = { ANTHROPIC_API_KEY: 'sk-canary' };
    const { code, stdout, stderr } = await machine.run(['use', second.name], { variables });
    expect([code, stderr]).toEqual([0, expect.stringContaining('ANTHROPIC_API_KEY is set')]);
    expect(stdout + stderr).not.toContain('sk-canary');
    const json = await machine.run(['use', first.name, '--json'], { variables });
    expect(JSON.parse(json.stdout)).toMatchObject({
      warnings: [expect.stringContaining('ANTHROPIC_API_KEY')],
    });
  });

  it('does not say that there was nothing to do when it has activated an account', async () => {
    await panel.store(third, sessionOf('ada'));
    await machine.json();
    const { stdout } = await machine.run(['use', third.name]);
    expect(stdout).toContain('is now the active account');
    expect(stdout).not.toContain('Nothing to do');
  });

  it('names by their ids accounts that have the same name', async () => {
    expect((await machine.run(['list'])).stdout).not.toContain(first.id);
    await panel.app.panel.query('update assistant_accounts set name = $1 where id = $2', [
      first.name,
      third.id,
    ]);
    const { stdout } = await machine.run(['list']);
    expect([stdout.includes(first.id), stdout.includes(third.id)]).toEqual([true, true]);
    await panel.app.panel.query('update assistant_accounts set name = $1 where id = $2', [
      third.name,
      third.id,
    ]);
  });

  it('tells https to a port of plain http from a certificate that is not trusted', async () => {
    const variables = { ASSISTANT_SWITCH_URL: panel.url.replace('http:', 'https:') };
    const { code, stderr } = await machine.run(['list'], { variables });
    expect([code, stderr]).toEqual([5, expect.stringContaining('plain http')]);
    expect(stderr).not.toContain('certificate');
  });

  /** What somebody would type: without what is not of the command, and with a name, a path or an address in its place. */
  const proposed = (text: string, command: string[], account: string): string[][] => {
    const said = text.replace(OLD_FILE, '');
    const names = [first, second, third].map(({ name }) => name).join('|');
    const option = /--?[a-z]+(?:-[a-z]+)*(?![\w-])/.source;
    const word = ` (?:${option}|<[a-z]+>|'[^']*'|[0-9a-f]{8}(?:-[0-9a-f]+){4}|claude-code|codex|${names})`;
    const pattern = new RegExp(
      `assistant-switch (?!did |has )([a-z]+(?: (?:on|report)\\b)?)((?:${word})*)( -- [^\\s,]+)?`,
      'g',
    );
    const values: Record<string, string> = {
      '<account>': account,
      '<command>': 'true',
      '<path>': machine.path('target.json'),
      '<url>': panel.url,
    };
    const found = [...said.matchAll(pattern)].map(([, name = '', words = '', rest = '']) => [
      ...name.split(' '),
      ...(words.match(new RegExp(word, 'g')) ?? []),
      ...rest.split(' ').filter(Boolean),
    ]);
    const same = [...said.matchAll(/the same command with (--[a-z]+)/g)];
    const all = [...found, ...same.map(([, option = '']) => [...command, ...option.split(' ')])];
    return all.map((one) =>
      one.map((given) => {
        const typed = given.trim();
        return values[typed] ?? typed.replace(/^(['"])(.*)\1$/, '$2');
      }),
    );
  };

  interface Situation {
    command: string[];
    /** What makes it so. */
    make?: () => unknown;
    /** How many commands are proposed. */
    ways: number;
    /** Whom it is stored for, where that is asked. */
    account?: () => string;
    variables?: Record<string, string>;
    /** Whether it ends well all the same. */
    isWell?: true;
    /** Whether the key is piped in. */
    withKey?: true;
    /** What works afterwards; the command itself unless said, null where the way out is only told. */
    then?: string[] | null;
  }
  const config = (key: string) =>
    machine.write('.config/assistant-switch/config.json', { url: panel.url, key });
  const write = (owner: string, generation = 1, more: object = {}) => {
    const { claudeAiOauth, oauthAccount } = sessionOf(owner, generation);
    machine.write('.claude/.credentials.json', { claudeAiOauth: { ...claudeAiOauth, ...more } });
    machine.write('.claude.json', { oauthAccount });
  };
  const inStep = ['status', '--exit-code'];
  /** Codex alone is used here, and its file has become something else than what was put there; one account has no session. */
  const withCodex = async (content: string | object) => {
    await withoutSession(second, null);
    await panel.store(third, codexOf('cx'));
    await machine.json('use', third.name);
    machine.write('.codex/auth.json', content);
  };
  /** Claude Code is in step, and Codex has a session that nobody knows. */
  const withStrangeCodex = async () => {
    await machine.json();
    await panel.store(third, codexOf('cx'));
    await withoutSession(second, null);
    machine.write('.codex/auth.json', codexOf('eve'));
  };
  /** The session was renewed here and elsewhere, so that the panel has another one than was written here. */
  const renewedTwice = async (here: number, elsewhere: number) => {
    await machine.json();
    await panel.store(first, sessionOf('ada', elsewhere));
    write('ada', here);
  };
  const putBack = async () => {
    await panel.store(first, sessionOf('ada', 3));
    await machine.json();
    write('ada', 1);
  };
  /** A switch from the first account to the second was killed between its two files; the last one before it was of Codex. */
  const cutOff = async () => {
    await machine.json();
    await panel.store(third, codexOf('cx'));
    await machine.json('use', third.name);
    await panel.app.panel.query('update assistant_accounts set is_active = false where id = $1', [third.id]);
    const isBefore = (file: string) => file === '.claude.json' || file.endsWith('state.json');
    const before = machine
      .files()
      .filter(isBefore)
      .map((file) => [file, machine.read(file)] as const);
    jest.spyOn(StateFolder.prototype, 'removeJournal').mockImplementationOnce(() => undefined);
    await machine.json('use', second.name);
    for (const [file, text] of before) machine.write(file, text);
  };
  const withoutSession = ({ id }: AccountDto, tool: string | null) =>
    panel.app.panel.query(
      `update assistant_accounts set session_data = null, session_version = null, session_updated_at = null,
         session_expires_at = null, tool = $2, identity = null where id = $1`,
      [id, tool],
    );
  const nobodyActive = () => panel.app.panel.query('update assistant_accounts set is_active = false');
  const SITUATIONS: Record<string, Situation> = {
    'nobody is logged in': { command: ['list'], ways: 1, variables: LOGGED_OUT },
    'the file with the key is broken': {
      ...{ command: ['list'], ways: 1, variables: LOGGED_OUT },
      make: () => machine.write('.config/assistant-switch/config.json', '{"url'),
    },
    'the stored key is known no more': {
      ...{ command: ['list'], ways: 1, variables: LOGGED_OUT },
      make: () => config('x'.repeat(40)),
    },
    'the stored key is for another address': {
      ...{ command: ['list'], ways: 1, variables: { ...LOGGED_OUT, ASSISTANT_SWITCH_URL: 'set below' } },
      make: () =>
        machine.write('.config/assistant-switch/config.json', { url: 'http://127.0.0.1:9', key: 'k' }),
    },
    'the account has no session': {
      ...{ command: ['use', 'third'], ways: 1 },
      make: () => write('eve'),
    },
    'no account is active': { command: ['sync'], ways: 1, make: nobodyActive, account: () => first.name },
    'no account is named': { command: ['use'], ways: 1, account: () => second.name, then: inStep },
    'nobody has reported usage': { command: ['use', '--best'], ways: 1, then: null },
    'no command is named': { command: ['run', 'second'], ways: 1, account: () => second.name, then: null },
    'the session here is of somebody else': {
      ...{ command: ['sync'], ways: 2, account: () => third.name },
      make: async () => {
        await machine.json();
        write('eve');
      },
    },
    'the file here is cut': {
      ...{ command: ['sync'], ways: 1 },
      make: async () => {
        await machine.json();
        machine.write('.claude/.credentials.json', '{"half');
      },
    },
    'it is not known whose session is here': {
      ...{ command: ['capture'], ways: 2, account: () => third.name, then: ['list'] },
      make: () => write('eve'),
    },
    'the session is of another account': {
      ...{ command: ['capture', 'first'], ways: 2, then: ['list'] },
      make: () => write('bob', 2),
    },
    'the session here is older than the stored one': {
      ...{ command: ['capture', 'first'], ways: 2 },
      make: async () => {
        await panel.store(first, sessionOf('ada', 3));
        write('ada', 1);
      },
    },
    'the account is of another program': {
      ...{ command: ['use', 'second'], ways: 1, then: null },
      make: () => panel.acceptAny(second),
    },
    'the active account is of another program': {
      ...{ command: ['sync'], ways: 1, then: null },
      make: () => panel.acceptAny(first),
    },
    'the session of another program is to be stored': {
      ...{ command: ['capture', 'second'], ways: 1, then: null },
      make: async () => {
        await panel.acceptAny(second);
        machine.write('target.json', { any: 'thing' });
      },
    },
    'the active account of another program has no session': {
      ...{ command: ['sync'], ways: 1, then: null },
      make: async () => {
        await withoutSession(first, 'other');
        machine.write('target.json', { any: 'thing' });
      },
    },
    'a run is asked for a session of another program': {
      ...{ command: ['run', 'second', '--', 'true'], ways: 0 },
      make: () => panel.acceptAny(second),
    },
    'the active account has no session': {
      ...{ command: ['sync'], ways: 1 },
      make: async () => {
        await withoutSession(first, null);
        write('ada');
      },
    },
    'no account was here before': {
      command: ['use', '-'],
      ways: 1,
      account: () => second.name,
      then: inStep,
    },
    'no address is given at the log-in': {
      ...{ command: ['login'], ways: 1, variables: LOGGED_OUT, then: ['list'] },
    },
    'no key is given at the log-in': {
      ...{ command: ['login', 'url'], ways: 1, variables: LOGGED_OUT, then: ['list'] },
    },
    'status may not ask the panel': {
      ...{ command: inStep, ways: 1, variables: LOGGED_OUT, then: ['list'] },
      make: () => config('x'.repeat(40)),
    },
    'doctor finds another account here than the active one': {
      ...{ command: ['doctor'], ways: 1 },
      make: async () => {
        await machine.json();
        await panel.activate(second);
      },
    },
    'the session here lacks tokens, as after a log-out': {
      ...{ command: inStep, ways: 1 },
      make: async () => {
        await machine.json();
        const { claudeAiOauth } = sessionOf('ada', 2);
        machine.write('.claude/.credentials.json', { claudeAiOauth: { ...claudeAiOauth, refreshToken: '' } });
      },
    },
    'a session here was not written by assistant-switch': {
      ...{ command: ['doctor'], ways: 2, then: ['status'] },
      make: () => write('bob', 2),
    },
    'only this machine has the renewed tokens': {
      ...{ command: ['logout', '--purge'], ways: 2, account: () => first.name },
      make: async () => {
        await machine.json();
        write('ada', 2);
      },
    },
    'no session is here yet': { command: inStep, ways: 1 },
    'another account is active than the one here': {
      ...{ command: inStep, ways: 1 },
      make: async () => {
        await machine.json();
        await panel.activate(second);
      },
    },
    'tokens were renewed here': {
      ...{ command: inStep, ways: 1, then: ['capture'] },
      make: async () => {
        await machine.json();
        write('ada', 2);
      },
    },
    'the account here is no more in the panel': {
      ...{ command: ['doctor'], ways: 2, account: () => third.name, then: ['capture'] },
      make: async () => {
        const gone = await panel.addAccount('Tmp');
        await panel.store(gone, sessionOf('eve'));
        await machine.json('use', 'Tmp', '--here');
        await panel.removeAccount(gone);
      },
    },
    'the session of Codex here is of somebody else': {
      ...{ command: ['sync'], ways: 2, account: () => second.name },
      make: () => withCodex(codexOf('eve')),
    },
    'the session of Codex here is cut': {
      ...{ command: ['sync'], ways: 1 },
      make: () => withCodex('{"tokens'),
    },
    'it is not known whose session of Codex is here': {
      ...{ command: ['capture', '--target', 'codex'], ways: 2, account: () => third.name, then: ['list'] },
      make: () => machine.write('.codex/auth.json', codexOf('eve')),
    },
    'tokens of Codex were renewed here': {
      ...{ command: inStep, ways: 1, then: ['capture'] },
      make: () => withCodex({ ...codexOf('cx'), last_refresh: '2026-11-21T09:30:00Z' }),
    },
    'only this machine has the renewed tokens of Codex': {
      ...{ command: ['uninstall'], ways: 2, account: () => third.name },
      make: () => withCodex({ ...codexOf('cx'), last_refresh: '2026-11-21T09:30:00Z' }),
    },
    'the session of Codex that is to be replaced is not known, beside one of Claude Code in step': {
      ...{ command: ['use', 'third'], ways: 2, account: () => second.name },
      make: withStrangeCodex,
    },
    'the same is to be replaced on this machine only': {
      ...{ command: ['use', 'third', '--here'], ways: 2, account: () => second.name },
      make: withStrangeCodex,
    },
    'the same would be replaced': {
      ...{ command: ['use', 'third', '--dry-run'], ways: 2, account: () => second.name, then: null },
      make: withStrangeCodex,
    },
    'two machines have renewed one session, the other one last': {
      ...{ command: ['sync'], ways: 1 },
      make: () => renewedTwice(2, 3),
    },
    'two machines have renewed one session, this one last': {
      ...{ command: ['sync'], ways: 2, account: () => first.name },
      make: () => renewedTwice(3, 2),
    },
    'status finds that the other machine has renewed it last': {
      ...{ command: inStep, ways: 1 },
      make: () => renewedTwice(2, 3),
    },
    'status finds that this machine has renewed it last': {
      ...{ command: inStep, ways: 2, account: () => first.name, then: ['sync'] },
      make: () => renewedTwice(3, 2),
    },
    'doctor finds that the other machine has renewed it last': {
      ...{ command: ['doctor'], ways: 1 },
      make: () => renewedTwice(2, 3),
    },
    'an older file was put back': { command: ['sync'], ways: 1, make: putBack },
    'status finds that an older file was put back': { command: inStep, ways: 1, make: putBack },
    'doctor finds that an older file was put back': { command: ['doctor'], ways: 1, make: putBack },
    'the session here, which was not written here, is older than the stored one': {
      ...{ command: ['sync'], ways: 1 },
      make: async () => {
        await panel.store(first, sessionOf('ada', 3));
        write('ada', 1);
      },
    },
    'the session to be replaced lacks tokens': {
      ...{ command: ['sync'], ways: 1 },
      make: async () => {
        await machine.json();
        write('ada', 2, { refreshToken: '' });
      },
    },
    'an assistant of the account before may have written what is here': {
      ...{ command: ['sync'], ways: 2, account: () => third.name },
      make: async () => {
        await machine.json();
        write('ada', 2, { subscriptionType: 'max' });
      },
    },
    'status finds that an assistant of the account before may have written it': {
      ...{ command: inStep, ways: 2, account: () => third.name, then: ['sync'] },
      make: async () => {
        await machine.json();
        write('ada', 2, { subscriptionType: 'max' });
      },
    },
    'doctor finds nothing here, where the active account is of another program': {
      ...{ command: ['doctor'], ways: 1, isWell: true, then: null },
      make: () => panel.acceptAny(first),
    },
    'status finds nothing here, where the active account is of another program': {
      ...{ command: inStep, ways: 1, then: null },
      make: () => panel.acceptAny(first),
    },
    'status finds nothing here, where the active account of another program has no session': {
      ...{ command: inStep, ways: 1, then: null },
      make: async () => {
        await withoutSession(first, 'other');
        machine.write('target.json', { any: 'thing' });
      },
    },
    'status finds nothing here, where the active account has no session': {
      ...{ command: inStep, ways: 1, account: () => second.name },
      make: () => withoutSession(first, null),
    },
    'doctor finds nothing here, where the active account has no session': {
      ...{ command: ['doctor'], ways: 1, isWell: true, account: () => second.name },
      make: () => withoutSession(first, null),
    },
    'nothing answers at the address of the log-in': {
      ...{ command: ['login', 'http://127.0.0.1:1'], ways: 1, withKey: true, variables: LOGGED_OUT },
      then: ['list'],
    },
    'something else answers at the address of the log-in': {
      ...{ command: ['login', 'elsewhere'], ways: 1, withKey: true, variables: LOGGED_OUT, then: ['list'] },
    },
    'tokens were renewed in the folder of a run': {
      ...{ command: ['uninstall'], ways: 2, then: ['uninstall'] },
      make: async () => {
        expect((await machine.run(['run', second.name, '--', 'true'])).code).toBe(0);
        const { claudeAiOauth } = sessionOf('bob', 2);
        const folder = join('.local/state/assistant-switch/run', second.id);
        machine.write(join(folder, '.credentials.json'), { claudeAiOauth });
      },
    },
    'the active account changes all the time': {
      ...{ command: ['sync'], ways: 1 },
      make: () => {
        let left = 6;
        const ask = Reflect.get(PanelApi.prototype, 'activeSession');
        jest.spyOn(PanelApi.prototype, 'activeSession').mockImplementation(async function (
          this: PanelApi,
          ...given
        ) {
          if (left-- > 0) await panel.activate(left % 2 === 0 ? first : second);
          return ask.apply(this, given);
        });
      },
    },
    'what reports usage is gone': {
      ...{ command: ['doctor'], ways: 1, isWell: true },
      make: async () => {
        await machine.json();
        await machine.json('usage', 'on');
        const [script = ''] = machine.files().filter((file) => machine.read(file).startsWith('# Written by'));
        machine.write(script, machine.read(script).replaceAll(process.execPath, '/nowhere/node'));
      },
    },
    // Each command mends it first, but one that changes nothing.
    'status finds a switch that was cut off': {
      ...{ command: [...inStep, '--dry-run'], ways: 2, make: cutOff, then: ['sync'] },
    },
    'doctor finds a switch that was cut off': {
      ...{ command: ['doctor', '--dry-run'], ways: 2, make: cutOff, then: ['sync'] },
    },
    'a switch that was cut off is to be forgotten': {
      ...{ command: ['uninstall', '--dry-run'], ways: 2, make: cutOff, then: ['sync'] },
    },
    'a word of usage is unknown': { command: ['usage', 'of'], ways: 0 },
    'the account of this machine only was renewed elsewhere': {
      ...{ command: inStep, ways: 1 },
      make: async () => {
        await machine.json('use', second.name, '--here');
        await panel.store(second, sessionOf('bob', 2));
      },
    },
  };

  it.each(Object.entries(SITUATIONS))('proposes what helps where %s', async (_, situation) => {
    const { command, make, ways, account, variables, isWell = false, withKey, then = command } = situation;
    const names: Record<string, () => string> = {
      first: () => first.name,
      second: () => second.name,
      third: () => third.name,
      url: () => panel.url,
      elsewhere: () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    };
    const named = (words: string[]) => words.map((word) => names[word]?.() ?? word);
    const circumstances = {
      ...(variables && {
        variables: {
          ...variables,
          ...(variables['ASSISTANT_SWITCH_URL'] && { ASSISTANT_SWITCH_URL: panel.url }),
        },
      }),
    };
    let back: string[] = [];
    const begin = async () => {
      await machine.remove();
      await panel.reset();
      machine = panel.machineInProcess();
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await make?.();
      const input = withKey && { input: machine.key };
      const { code, stdout, stderr } = await machine.run(named(command), { ...circumstances, ...input });
      expect([code === 0, stderr]).toEqual([isWell, stderr]);
      // Each is a command, not a part of one.
      expect(stderr).not.toMatch(/(?<!assistant-switch [^;\n]*)--target/);
      const [kept = ''] = OLD_FILE.exec(stdout + stderr) ?? [];
      back = /restore.*(?=\))/.exec(kept)?.[0].split(' ') ?? [];
      return proposed(stdout + stderr, named(command), account?.() ?? '');
    };
    const all = await begin();
    expect(all).toHaveLength(ways);
    for (let way = 0; way < ways; way++) {
      const words = (way === 0 ? all : await begin())[way]!;
      // `login` without an address asks for it.
      const input = (words.length > 1 ? [] : [panel.url]).concat(machine.key).join('\n');
      const followed = await machine.run(words, { ...circumstances, ...(words[0] === 'login' && { input }) });
      expect([words, followed.code, followed.stderr]).toEqual([words, 0, expect.anything()]);
      if (then === null) continue;
      const after = await machine.run(named(then), circumstances);
      expect([words, named(then), after.code, after.stderr]).toEqual([
        words,
        named(then),
        0,
        expect.anything(),
      ]);
      const isReplaced = words.includes('--force') && !words.includes('--dry-run') && words[0] !== 'capture';
      if (isReplaced && back.length > 0) await machine.json(...back);
    }
  });

  const hasFullDevice = existsSync('/dev/full');
  if (!hasFullDevice) console.warn('SKIPPED: a device that is full (there is no /dev/full here).');
  (hasFullDevice ? it : it.skip)('fails when what it says cannot be written', () => {
    const { status } = spawnSync(process.execPath, [CLI, '--help'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
    });
    expect(status).toBe(1);
  });

  it('explains a command, and guesses what was meant', async () => {
    const help = await machine.run(['help', 'use']);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--here')]);
    const command = await machine.run(['captrue']);
    expect([command.code, command.stderr]).toEqual([2, expect.stringContaining('Did you mean "capture"?')]);
    const account = await machine.run(['use', first.name.toLowerCase()]);
    expect([account.code, account.stderr]).toEqual([
      2,
      expect.stringContaining(`Did you mean "${first.name}"?`),
    ]);
  });
});
