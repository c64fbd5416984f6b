import { Component, signal } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { render, type as typeInto } from '../../../testing/render';
import { regionChoices } from '../../crm/phone-regions';
import { languageChoices } from '../../settings/chat-agent/choices';
import { zoneChoices } from '../../settings/zone-choices';
import { SearchChoice, type Choice } from './search-choice';

const ZONES: Choice[] = [
  { value: 'Europe/Berlin', label: 'Berlin' },
  { value: 'Europe/Vienna', label: 'Vienna' },
];

@Component({
  imports: [FormField, SearchChoice],
  template: `<app-search-choice label="Zone" [choices]="choices()" [formField]="form.zone" />`,
})
class Host {
  readonly choices = signal<readonly Choice[]>([]);
  readonly form = form(signal({ zone: '' }));
}

async function start() {
  const rendered = await render(Host);
  const { component, find, settle } = rendered;
  const input = find('input') as HTMLInputElement;
  const type = async (text: string) => {
    typeInto(input, text);
    await settle();
  };
  const come = async () => {
    component.choices.set(ZONES);
    await settle();
  };
  const state = () => ({ value: component.form.zone().value(), isValid: component.form().valid() });
  return { component, input, type, come, state };
}

describe('a choice that is typed before its choices have come', () => {
  it('counts when they come', async () => {
    const { input, type, come, state } = await start();
    await type('berlin');
    expect(state()).toEqual({ value: 'berlin', isValid: false });
    await come();
    expect([state(), input.value]).toEqual([{ value: 'Europe/Berlin', isValid: true }, 'berlin']);
  });

  it('stays an error, with what was typed, where it is none of them', async () => {
    const { input, type, come, state } = await start();
    await type('Atlantis');
    await come();
    expect([state(), input.value]).toEqual([{ value: 'Atlantis', isValid: false }, 'Atlantis']);
  });

  it('is no error where the form has it, and nobody typed', async () => {
    const { component, input, come, state } = await start();
    component.form.zone().value.set('Europe/Vienna');
    await come();
    expect([state(), input.value]).toEqual([{ value: 'Europe/Vienna', isValid: true }, 'Vienna']);
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
