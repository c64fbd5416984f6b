import { Component, signal } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { render, type as typeInto } from '../../../testing/render';
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
