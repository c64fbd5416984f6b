import { Component, signal } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { render, type as typeInto } from '../../testing/render';
import { regionChoices } from '../crm/phone-regions';
import { SearchChoice } from '../ui/forms/search-choice';
import { languageChoices } from './chat-agent/choices';
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

@Component({
  imports: [FormField, SearchChoice],
  template: `
    <app-search-choice label="Zone" [choices]="zones" [formField]="form.zone" />
    <app-search-choice label="Country" [choices]="regions" [formField]="form.country" />
    <app-search-choice label="Language" [choices]="languages" [formField]="form.language" />
  `,
})
class Places {
  readonly zones = zoneChoices('UTC', 'en');
  readonly regions = regionChoices('en');
  readonly languages = languageChoices('en');
  readonly form = form(signal({ zone: '', country: '', language: '' }));
}

describe('a place or a language', () => {
  it.each([
    [0, 'Wien', 'Europe/Vienna'],
    [0, 'Österreich', 'Europe/Vienna'],
    [0, 'Austria', 'Europe/Vienna'],
    [0, 'Москва', 'Europe/Moscow'],
    [1, '+43', 'AT'],
    [1, '420', 'CZ'],
    [1, 'österreich', 'AT'],
    [1, 'Oesterreich', 'Oesterreich'],
    [1, 'Deutschland', 'DE'],
    [1, 'Россия', 'RU'],
    [2, 'Français', 'fr'],
    [2, 'Русский', 'ru'],
  ] as const)('is found by its own name, too: %s, %s', async (place, typed, value) => {
    const { component, findAll, settle } = await render(Places);
    const input = findAll('input')[place] as HTMLInputElement;
    typeInto(input, typed);
    await settle();
    input.dispatchEvent(new FocusEvent('blur'));
    await settle();
    const fields = component.form().value();
    expect([fields.zone, fields.country, fields.language][place]).toBe(value);
  });
});
