import { inject, provideAppInitializer } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { render } from '../../testing/render';
import { FeatureTexts } from '../i18n/feature-texts';
import { Appearance } from '../i18n/appearance';
import { Channel } from './channel';
import { CRM_TEXTS } from './crm-texts';

afterEach(() => localStorage.clear());

const start = (id: string) =>
  render(Channel, {
    inputs: { id },
    providers: [provideAppInitializer(() => inject(FeatureTexts).add('crm', CRM_TEXTS))],
  });

describe('the way by which somebody writes', () => {
  it('is said in the language that is shown, also after another one is chosen', async () => {
    const { text, settle } = await start('phone');
    const before = text();
    await TestBed.inject(Appearance).adopt({ locale: 'ru' });
    await settle();

    expect([before, text()]).toEqual(['Phone', 'Телефон']);
  });

  it('is what the agent calls it where the panel has no word', async () => {
    const { text } = await start('pigeon post');

    expect(text()).toBe('pigeon post');
  });
});
