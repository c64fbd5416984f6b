import { codexReading } from './reading';

const line = (more: object) =>
  JSON.stringify({
    timestamp: '2026-11-20T09:30:00.000Z',
    type: 'event_msg',
    payload: {
      type: 'token_count',
      rate_limits: { primary: { used_percent: 12, window_minutes: 300, resets_at: 1_800_000_000 }, ...more },
    },
  });

describe('what Codex notes of limits', () => {
  it.each([{}, { limit_id: null }, { limit_id: 'codex', limit_name: null }])(
    'is of the account with %j',
    (more) => {
      expect(codexReading(line(more))?.windows).toMatchObject([{ name: 'five_hour', used_percent: 12 }]);
    },
  );

  it('is not of the account where it is the limit of one model', () => {
    expect(codexReading(line({ limit_id: 'codex_other', limit_name: 'A model' }))).toBeNull();
  });
});
