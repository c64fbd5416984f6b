import { fileName } from '../../ui/save-file';

describe('the name of a file', () => {
  it('has the day that the business has', () => {
    jest.setSystemTime(new Date('2026-11-20T23:30:00Z'));
    expect(fileName('clients', 'America/New_York')).toBe('clients-2026-11-20.csv');
    expect(fileName('clients', 'Asia/Tokyo')).toBe('clients-2026-11-21.csv');
  });
});
