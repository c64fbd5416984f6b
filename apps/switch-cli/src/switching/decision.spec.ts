import { decide, type Decision, type IncomingSession, type Situation } from './decision';
import type { StateEntry } from '../state/state-folder';
import type { FoundSession } from '../targets/session-format';

const local: FoundSession = {
  kind: 'session',
  document: '{"t":1}',
  sha256: 'one',
  identity: 'ada',
  renewed_ms: 1_000,
  is_complete: true,
};
const entry: StateEntry = {
  account_id: 'a',
  account_name: 'A',
  session_version: 5,
  sha256: 'one',
  identity: 'ada',
  renewed_ms: 1_000,
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
const renewed: FoundSession = { ...local, sha256: 'renewed', renewed_ms: 2_000 };
const base: Situation = { local, entry, incoming, known_owners: [] };

const CASES: [string, Partial<Situation>, Decision | string][] = [
  ['no file is written', { local: { kind: 'none' } }, { do: 'write' }],
  ['what cannot be read is left alone', { local: { kind: 'unreadable', why: '' } }, 'unreadable'],
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
    { local: renewed, known_owners: ['c'] },
    'foreign',
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
