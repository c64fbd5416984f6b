import { formerNames } from './former-names';

const changed = (at: string, before_name: string | null, before_phone = '+12125550001') => ({
  kind: 'contact_changed' as const,
  at,
  details: { before_name, before_phone },
});
const tied = (at: string, before_id: string | null, before_name: string | null) => ({
  kind: 'tied' as const,
  at,
  details: { before_id, before_name },
});
const HANS = { name: 'Hans', isClient: true };

describe('the former names of a thread', () => {
  it('are those of the clients who had it', () => {
    const events = [changed('1', 'gina99'), tied('1', 'g', 'Gina One')];

    expect(formerNames(events, HANS)).toEqual([{ until: '1', name: 'Gina One' }]);
  });

  it('are those of the clients whose number went to another one', () => {
    const moved = {
      ...tied('1', 'g', 'Gina One'),
      details: { before_id: 'g', before_name: 'Gina One', tied_by: 'number' },
    };

    expect(formerNames([moved], HANS)).toEqual([{ until: '1', name: 'Gina One' }]);
    expect(formerNames([changed('1', 'gina99'), moved], HANS)).toEqual([{ until: '1', name: 'Gina One' }]);
  });

  it('are those of the contact where nobody was known, or its number', () => {
    const events = [
      changed('1', null),
      changed('2', 'Gina'),
      tied('2', null, null),
      changed('3', 'hans99'),
      { ...tied('3', 'h', 'Hans'), kind: 'untied' as const },
    ];

    expect(formerNames(events, { name: 'Ida', isClient: false })).toEqual([
      { until: '1', name: '+12125550001' },
      { until: '2', name: 'Gina' },
      { until: '3', name: 'Hans' },
    ]);
  });

  it('are no others while the client stays the same', () => {
    expect(formerNames([changed('1', 'hans99')], HANS)).toEqual([{ until: '1', name: 'Hans' }]);
    expect(formerNames([tied('1', 'g', 'Gina One')], HANS)).toEqual([]);
  });
});
