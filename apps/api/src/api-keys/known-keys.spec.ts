import type { LiveKeysService } from './live-keys.service';
import { readSettings } from '../config/settings';
import type { Secrets } from '../config/secrets-file';
import { Clock } from '../platform/clock';
import { KnownKeys, type KeyHeader } from './known-keys';

const MEMORY_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';
const NOW = new Date('2027-03-01T09:00:00Z');
const LATER = new Date('2027-04-01T09:00:00Z');
const SECRETS: Secrets = {
  JWT_SECRET: 'jwt',
  CREDENTIALS_KEY: 'sealing',
  SWITCH_API_KEY: 'switch',
  AGENT_API_KEY: 'agent',
  WORKFLOW_API_KEY: 'workflow',
};
type Made = Awaited<ReturnType<LiveKeysService['find']>>;

class FixedClock extends Clock {
  override now = () => NOW;
}

interface Given {
  made?: Record<string, Partial<NonNullable<Made>>>;
  environment?: Record<string, string>;
  secrets?: Secrets;
}

function keys({ made = {}, environment = {}, secrets = SECRETS }: Given = {}) {
  const asked: string[] = [];
  const find = (value: string): Promise<Made> => {
    asked.push(value);
    return Promise.resolve((made[value] ?? null) as Made);
  };
  const known = new KnownKeys(readSettings(environment), secrets, { find }, new FixedClock());
  return { known, asked, of: (header: KeyHeader, value: string) => known.identify(header, value) };
}

const refused = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('a key', () => {
  it.each([
    ['x-api-key', 'switch', 'SWITCH_API_KEY', ['session:read', 'account:activate', 'session:write']],
    ['x-api-key', 'agent', 'AGENT_API_KEY', ['agent']],
    ['x-api-key', MEMORY_KEY, 'MEMORY_API_KEY', ['memory']],
    ['x-workflow-api-key', 'workflow', 'WORKFLOW_API_KEY', ['workflows']],
  ] as const)(
    'of the settings in %s is known: %s, and no database is asked',
    async (header, value, name, scopes) => {
      const { of, asked } = keys({ environment: { MEMORY_API_KEY: MEMORY_KEY } });
      const expires_at = name === 'WORKFLOW_API_KEY' ? new Date('2030-01-01T00:00:00.000Z') : null;
      expect(await of(header, value)).toEqual({ kind: 'key', id: name, name, scopes, expires_at });
      expect(asked).toEqual([]);
    },
  );

  it('opens nothing from the other header', async () => {
    const { of } = keys({ made: { 'made-1': { name: 'Made', scopes: ['agent'], expires_at: LATER } } });
    await expect(of('x-workflow-api-key', 'switch')).rejects.toThrow(refused('invalid_api_key'));
    await expect(of('x-api-key', 'workflow')).rejects.toThrow(refused('invalid_api_key'));
    await expect(of('x-workflow-api-key', 'made-1')).rejects.toThrow(refused('invalid_api_key'));
  });

  it('that is almost right, or none, is not known', async () => {
    const { of } = keys();
    for (const value of ['switc', 'switch ', 'SWITCH', '', MEMORY_KEY, 'null'])
      await expect(of('x-api-key', value)).rejects.toThrow(refused('invalid_api_key'));
  });

  it('that several settings have opens what each of them does', async () => {
    const { of } = keys({ secrets: { ...SECRETS, AGENT_API_KEY: 'switch' } });
    expect(await of('x-api-key', 'switch')).toMatchObject({
      name: 'SWITCH_API_KEY',
      scopes: ['session:read', 'account:activate', 'session:write', 'agent'],
    });
  });

  it('that was made in the panel is known by what it opens', async () => {
    const { of } = keys({
      made: { 'made-1': { id: 'row-1', name: 'Made', scopes: ['metrics'], expires_at: LATER } },
    });
    expect(await of('x-api-key', 'made-1')).toEqual({
      kind: 'key',
      id: 'row-1',
      name: 'Made',
      scopes: ['metrics'],
      expires_at: LATER,
    });
  });

  it('ends at its very moment', async () => {
    const until = (expires_at: Date) => keys({ made: { made: { name: 'M', scopes: [], expires_at } } });
    await expect(until(NOW).of('x-api-key', 'made')).rejects.toThrow(refused('api_key_expired'));
    expect(await until(new Date(NOW.getTime() + 1)).of('x-api-key', 'made')).toMatchObject({ name: 'M' });
    const environment = { WORKFLOW_API_KEY_EXPIRES_AT: NOW.toISOString() };
    await expect(keys({ environment }).of('x-workflow-api-key', 'workflow')).rejects.toThrow(
      refused('api_key_expired'),
    );
  });

  it('of the panel cannot have the name of one of the settings', () => {
    const { known } = keys();
    expect([known.isConfigured('AGENT_API_KEY'), known.isConfigured('agent')]).toEqual([true, false]);
    // The memory has none unless the settings say so.
    expect(known.isConfigured('MEMORY_API_KEY')).toBe(false);
  });
});
