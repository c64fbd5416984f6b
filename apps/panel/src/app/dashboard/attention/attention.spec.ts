import type { DashboardDto } from '@groupless/shared-dto';
import { attentionOf, unnamedItems } from './attention';

const ACCOUNT = {
  id: 'a1',
  name: 'Team 1',
  type: 'teams',
  tool: null,
  has_session: true,
  session_updated_at: '2026-11-20T08:00:00.000Z',
  session_expires_at: null,
  usage: null,
} as const;

const YEAR = {
  session_updated_at: '2025-11-27T12:00:00.000Z',
  session_expires_at: '2026-12-27T12:00:00.000Z',
};

interface Facts {
  pending?: number;
  seen?: string | null;
  accounts?: DashboardDto['active_accounts'];
  undelivered?: DashboardDto['conversations']['undelivered'];
  many_numbers?: DashboardDto['conversations']['many_numbers'];
  past?: number;
  attention?: DashboardDto['attention'];
}

const items = ({
  pending = 0,
  seen = '2026-11-20T11:59:00.000Z',
  accounts = [ACCOUNT],
  undelivered = [],
  many_numbers = [],
  past = 0,
  attention = [],
}: Facts) =>
  attentionOf({
    appointments: { pending_over_24h: pending, without_outcome: past },
    conversations: { agent_last_seen_at: seen, undelivered, many_numbers },
    active_accounts: accounts,
    attention,
    generated_at: '2026-11-20T12:00:00.000Z',
  } as DashboardDto);

const found = (facts: Facts) => items(facts).map(({ kind }) => kind);

const window = (name: string, used_percent: number | null, resets_at = '2026-11-20T14:00:00.000Z') => ({
  ...{ name, used_percent, resets_at },
});
const usage = (...windows: ReturnType<typeof window>[]) => ({
  ...{ at: '2026-11-20T11:50:00.000Z', machine: 'ada-laptop', is_caller: null, windows },
});

describe('what needs attention', () => {
  it.each([
    [['main', 'Anna'], 'main', ['unnamed_resource']],
    [['main'], 'main', []],
    [['main', 'Anna'], null, []],
  ])('of the resources %j, of which %s is named by nobody, is %j', (resources, unnamed_resource, kinds) => {
    expect(unnamedItems({ resources, unnamed_resource }).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is nothing when all is well', () => {
    expect(found({})).toEqual([]);
  });

  it('is each conversation whose replies do not arrive', () => {
    const of = (conversation_id: string) => ({
      ...{ conversation_id, name: 'Maria', replies: 1, since: '2026-11-20T11:00:00.000Z' },
    });
    expect(found({ undelivered: [of('c1'), of('c2')] })).toEqual(['undelivered', 'undelivered']);
  });

  it('is a conversation that many numbers share, also where a reply to it does not arrive', () => {
    const chat = { conversation_id: 'c1', name: 'Maria', since: '2026-11-20T11:00:00.000Z' };
    const told = items({ many_numbers: [{ ...chat, numbers: 7 }], undelivered: [{ ...chat, replies: 1 }] });
    expect(told).toMatchObject([
      { kind: 'undelivered' },
      { kind: 'many_numbers', numbers: 7, place: { path: '/conversations/c1' } },
    ]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(2);
  });

  it('is what fails in the background, where its link leads', () => {
    const since = '2026-11-20T11:00:00.000Z';
    const link = '/appointments?view=list&status=pending#some';
    expect(
      items({ attention: [{ kind: 'bookings_wait', count: 2, since, link, reason: '451 later' }] }),
    ).toEqual([
      {
        ...{ kind: 'bookings_wait', count: 2, at: since, reason: '451 later' },
        place: { path: '/appointments', query: { view: 'list', status: 'pending' }, fragment: 'some' },
      },
    ]);
  });

  it('is what is over without anybody having said what became of it', () => {
    expect(found({ past: 3 })).toEqual(['without_outcome']);
  });

  it('is an appointment that waits too long for its confirmation', () => {
    expect(found({ pending: 1 })).toEqual(['pending']);
  });

  it.each([
    ['2026-11-20T11:55:00.000Z', []],
    ['2026-11-20T11:54:59.999Z', ['agent_silent']],
    // A business without an agent needs none.
    [null, []],
  ])('is an agent that was last seen at %s: %j', (seen, expected) => {
    expect(found({ seen })).toEqual(expected);
  });

  it.each([
    [{ has_session: false, usage: usage(window('five_hour', 10)) }, ['session_missing']],
    // Those that a new installation begins with: nobody has used one.
    [{ has_session: false }, []],
    // Stored four hours ago: the last tenth of nine hours is an hour less six minutes.
    [{ session_expires_at: '2026-11-20T17:00:00.000Z' }, []],
    [{ session_expires_at: '2026-11-20T12:26:00.000Z' }, ['session_expiring']],
    // A year's token is told of a week before.
    [YEAR, []],
    [{ ...YEAR, session_expires_at: '2026-11-27T12:00:00.000Z' }, ['session_expiring']],
    [{ ...YEAR, session_expires_at: '2026-11-27T12:00:00.001Z' }, []],
    [{ session_expires_at: '2026-11-20T12:00:00.000Z' }, ['session_expired']],
  ])('is an active account with %j: %j', (facts, expected) => {
    expect(found({ accounts: [{ ...ACCOUNT, ...facts }] })).toEqual(expected);
  });

  it('is not that no account is active', () => {
    expect(found({ accounts: [] })).toEqual([]);
  });

  it.each([
    [null, []],
    [usage(window('five_hour', 79.4), window('seven_day', 79)), []],
    [usage(window('five_hour', 10), window('seven_day', 79.5)), ['usage_high']],
    [usage(window('five_hour', 94), window('seven_day', 3)), ['usage_high']],
    [usage(window('five_hour', 95), window('seven_day', 81)), ['usage_full']],
    // What was read before the reset says nothing any more.
    [usage(window('five_hour', 100, '2026-11-20T12:00:00.000Z')), []],
    [usage(window('five_hour', null)), []],
  ])('is a limit of an active account that is nearly reached: %j', (reported, expected) => {
    expect(found({ accounts: [{ ...ACCOUNT, usage: reported }] })).toEqual(expected);
  });

  it('is told by tool where each has an active account', () => {
    const full = usage(window('five_hour', 97));
    const codex = { ...ACCOUNT, id: 'a2', tool: 'codex', usage: full } as const;
    const told = items({ accounts: [codex, { ...ACCOUNT, has_session: false }] });
    expect(told).toMatchObject([
      { kind: 'session_missing', tool: 'claude_code' },
      { kind: 'usage_full', tool: 'codex', used: { window: 'five_hour', percent: 97 } },
    ]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(2);
    expect(items({ accounts: [codex] })[0]).not.toHaveProperty('tool');
  });
});
