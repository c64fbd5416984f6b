import type { PanelAccount } from '../panel/panel-account';
import { besidePanel, nextOf, sentenceOf, type LocalFacts } from './local-facts';

const ENTRY = { account_id: 'a', account_name: 'Team', session_version: 13 } as LocalFacts['entry'];
const RENEWED: LocalFacts = { state: 'changed', reason: 'renewed', entry: ENTRY, error: null };

const NEXT = { option: '', bring: 'assistant-switch sync', accounts: [] };

const account = (more: Partial<PanelAccount>) => [
  { id: 'a', name: 'Ada', session_version: 13, ...more } as PanelAccount,
];

describe('a session that the assistant renewed', () => {
  it('is newer than that of the panel, which has the version that was written', () => {
    const facts = besidePanel(RENEWED, null, account({}));
    expect(sentenceOf(facts)).toContain('the panel has the older tokens');
    expect(nextOf(facts, NEXT)).toContain('The next sync or use stores the renewed tokens');
  });

  it('is one of two where another machine stored one meanwhile: both ways out are named, and no sync is promised', () => {
    const held_by = { machine: 'laptop-a', since: '2026-11-20T09:30:00.000Z' };
    const facts = besidePanel(RENEWED, null, account({ session_version: 14, held_by }));
    expect(facts.reason).toBe('outdated');
    expect(sentenceOf(facts)).toBe(
      'renewed by the assistant, and the panel has got another one for the account since (laptop-a has it)',
    );
    expect(nextOf(facts, NEXT)).toBe(
      'To keep that session: assistant-switch capture Ada; to replace it: assistant-switch sync --force',
    );
  });

  it.each<[string, LocalFacts, PanelAccount[]]>([
    [
      'is on its way to the panel',
      { ...RENEWED, entry: { ...ENTRY!, sending: 'x' } },
      account({ session_version: 14 }),
    ],
    ['is of an account without a session', RENEWED, account({ session_version: null })],
    ['is of an account that the panel did not name', RENEWED, []],
  ])('stays as found where it %s', (_, facts, accounts) => {
    expect(besidePanel(facts, null, accounts)).toBe(facts);
  });
});
