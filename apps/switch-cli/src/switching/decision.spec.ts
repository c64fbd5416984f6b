import { decide, type Decision, type IncomingSession, type Situation } from './decision';
import type { StateEntry } from '../state/state-folder';
import type { FoundSession } from '../targets/session-format';

const local: FoundSession = {
  kind: 'session',
  document: '{"t":1}',
  sha256: 'one',
  identity: 'ada',
  owner: null,
  token_sha256: 'token-one',
  plan: 'max',
  renewed_ms: 1_000,
  expires_ms: 1_000,
  ends_ms: null,
  is_complete: true,
};
const entry: StateEntry = {
  account_id: 'a',
  account_name: 'A',
  session_version: 5,
  sha256: 'one',
  identity: 'ada',
  plan: 'max',
  renewed_ms: 1_000,
  expires_ms: 1_000,
  written_at: '2026-11-20T09:30:00.000Z',
};
const incoming: IncomingSession = {
  ...local,
  document: '{"t":2}',
  sha256: 'two',
  identity: 'bob',
  account_id: 'b',
  session_version: 6,
};
const renewed: FoundSession = {
  ...local,
  sha256: 'renewed',
  token_sha256: 'token-renewed',
  renewed_ms: 2_000,
  expires_ms: 2_000,
};
/** What was written before, for another account, and replaced. */
const replaced: StateEntry = {
  ...entry,
  account_id: 'c',
  sha256: 'of c',
  identity: 'eve',
  token_sha256: 'token-of-c',
};
const WRITTEN_MS = Date.parse(entry.written_at);
const HOUR_MS = 3_600_000;
/** The session that was written is good for hours, the one before it was about to end. */
const switchedAway: Partial<Situation> = {
  local: { ...renewed, expires_ms: WRITTEN_MS + 8 * HOUR_MS, renewed_ms: WRITTEN_MS + 8 * HOUR_MS },
  entry: { ...entry, expires_ms: WRITTEN_MS + 5 * HOUR_MS },
  earlier: [{ ...replaced, expires_ms: WRITTEN_MS + HOUR_MS / 6 }],
};
const base: Situation = { local, entry, incoming, earlier: [] };

const CASES: [string, Partial<Situation>, Decision | string][] = [
  ['no file is written', { local: { kind: 'none' } }, { do: 'write' }],
  [
    'what cannot be read is left alone',
    { local: { kind: 'unreadable', file: 'main', why: '' } },
    'unreadable',
  ],
  ['what is as it was written is replaced', {}, { do: 'write' }],
  ['the panel’s own session stays', { local: incoming }, { do: 'keep' }],
  [
    'the panel’s own session stays, also if never written here',
    { local: incoming, entry: null },
    { do: 'keep' },
  ],
  [
    'the panel’s tokens under another owner are written anew',
    { local: { ...incoming, identity: 'ada' } },
    { do: 'write' },
  ],
  [
    'the panel’s tokens under nobody are written anew',
    { local: { ...incoming, identity: null } },
    { do: 'write' },
  ],
  [
    'what the assistant adds to its notes on the same version stays',
    {
      local: { ...incoming, document: '{"t":2,"notes":1}' },
      entry: { ...entry, account_id: 'b', session_version: 6 },
    },
    { do: 'keep' },
  ],
  ['what nobody remembers is left alone', { entry: null }, 'unknown'],
  ['a renewed session is captured', { local: renewed }, { do: 'capture', entry }],
  [
    'a renewed session is captured before the panel was asked',
    { local: renewed, incoming: null },
    { do: 'capture', entry },
  ],
  [
    'a renewed session without an owner is left alone',
    { local: { ...renewed, identity: null } },
    'unidentified',
  ],
  [
    'a renewed session is left alone if the written one told no owner',
    { local: renewed, entry: { ...entry, identity: null } },
    'unidentified',
  ],
  ['somebody else’s session is left alone', { local: { ...renewed, identity: 'eve' } }, 'foreign'],
  [
    'the same person’s session in another organisation is left alone',
    { local: { ...renewed, identity: 'ada/org-2' }, entry: { ...entry, identity: 'ada/org-1' } },
    'foreign',
  ],
  [
    'an organisation that was not known before is no difference',
    { local: { ...renewed, identity: 'ada/org-1' } },
    { do: 'capture', entry },
  ],
  [
    'another account’s session that was put back is left alone',
    { local: renewed, earlier: [{ ...replaced, sha256: 'renewed' }] },
    'foreign',
  ],
  [
    'a session with the token of another account is left alone',
    { local: { ...renewed, token_sha256: 'token-of-c' }, earlier: [replaced] },
    'foreign',
  ],
  [
    'tokens of another subscription under the same owner are left alone',
    { local: { ...renewed, plan: 'pro' } },
    'doubtful',
  ],
  [
    'a renewal that the session before the last switch had need of, and not this one, is left alone',
    { ...switchedAway, changed_ms: WRITTEN_MS + HOUR_MS / 12 },
    'doubtful',
  ],
  [
    'a renewal on a later day is captured',
    { ...switchedAway, changed_ms: WRITTEN_MS + 48 * HOUR_MS },
    { do: 'capture', entry: switchedAway.entry! },
  ],
  [
    'the panel’s session without an owner stays once the owner was learned here',
    {
      incoming: { ...local, identity: null, account_id: 'a', session_version: 5 },
      entry: { ...entry, is_identity_learned: true },
    },
    { do: 'keep' },
  ],
  ['what a log-out has left is left alone', { local: { ...renewed, is_complete: false } }, 'wiped'],
  ['an older session is never captured', { local: { ...renewed, renewed_ms: 999 } }, 'older'],
  [
    'a session of unknown age is captured',
    { local: { ...renewed, renewed_ms: null } },
    { do: 'capture', entry },
  ],
  [
    'an older version of the same account is not written',
    { incoming: { ...incoming, account_id: 'a', session_version: 4 } },
    'panel_went_back',
  ],
  [
    'a lower version of another account is written',
    { incoming: { ...incoming, session_version: 4 } },
    { do: 'write' },
  ],
];

describe('what may happen to a local session', () => {
  it.each(CASES)('%s', (_name, differences, expected) => {
    const decision = typeof expected === 'string' ? { do: 'refuse', why: expected } : expected;
    expect(decide({ ...base, ...differences })).toEqual(decision);
  });
});
