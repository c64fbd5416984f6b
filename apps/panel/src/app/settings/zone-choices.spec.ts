import { zoneChoices, zoneOfName } from './zone-choices';

describe('the zones to choose from', () => {
  it('are told their offsets one by one, when each is shown', () => {
    const formats = jest.spyOn(Intl, 'DateTimeFormat');
    const choices = zoneChoices('Asia/Tokyo', 'en');
    expect(choices.length).toBeGreaterThan(300);
    expect(formats).not.toHaveBeenCalled();
    const tokyo = choices.find(({ value }) => value === 'Asia/Tokyo');
    expect([tokyo?.hint, tokyo?.hint]).toEqual(['GMT+9', 'GMT+9']);

    expect(formats).toHaveBeenCalledTimes(1);
  });

  it('have the present one, also by a name that browsers do not list', () => {
    expect(zoneChoices('Asia/Calcutta', 'en').map(({ value }) => value)).toContain('Asia/Calcutta');
    expect(zoneOfName('Asia/Kolkata', 'en')).toMatchObject({ value: 'Asia/Kolkata', hint: 'GMT+5:30' });
    expect(zoneOfName('Nowhere/At-All', 'en')).toBeNull();
    expect(zoneOfName('tokyo', 'en')).toBeNull();
  });
});
