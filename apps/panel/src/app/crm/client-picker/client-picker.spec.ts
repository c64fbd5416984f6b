import type { TestRequest } from '@angular/common/http/testing';
import { inject, provideAppInitializer } from '@angular/core';
import { eventually, render, type as typeInto } from '../../../testing/render';
import { LiveEvents } from '../../data/live-events';
import { FeatureTexts } from '../../i18n/feature-texts';
import { CRM_TEXTS } from '../crm-texts';
import { ClientPicker } from './client-picker';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start() {
  const rendered = await render(ClientPicker, {
    inputs: { canCreate: true },
    providers: [
      { provide: LiveEvents, useValue: { onEvent: () => undefined } },
      provideAppInitializer(() => inject(FeatureTexts).add('crm', CRM_TEXTS)),
    ],
  });
  const input = rendered.find('input') as HTMLInputElement;
  const press = (key: string, init: KeyboardEventInit = {}) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
  /** Whom the field had when the form around was sent. */
  const sentWith: (string | undefined)[] = [];
  const form = { requestSubmit: () => sentWith.push(rendered.component.value()?.name) };
  Object.defineProperty(input, 'form', { value: form });
  const answer = async (search: string, ...names: string[]) => {
    const items = names.map((name) => ({ id: name, name }));
    let asked: TestRequest[] = [];
    await eventually(() => {
      asked = rendered.http.match(({ params }) => params.get('search') === search);
      return asked.length > 0;
    });
    expect(asked).toHaveLength(1);
    asked[0]!.flush({ items, next_cursor: null, total: items.length, total_is_exact: true });
    await pause(20);
    rendered.fixture.detectChanges();
  };
  return { ...rendered, input, press, answer, sentWith };
}

describe('the picker of a client', () => {
  it('takes nobody of the search before, however quick the Enter', async () => {
    const { input, press, answer, component } = await start();
    typeInto(input, 'an');
    await answer('an', 'Anna');
    typeInto(input, 'anton');
    press('Enter');
    expect(component.value()).toBeNull();
    await answer('anton', 'Anton');

    expect(component.value()).toEqual({ id: 'Anton', name: 'Anton' });
  });

  it('is sent with its form by Ctrl+Enter, once the search has answered', async () => {
    const { input, press, answer, sentWith } = await start();
    typeInto(input, 'anton');
    press('Enter');
    press('Enter', { ctrlKey: true });
    expect(sentWith).toEqual([]);
    await answer('anton', 'Anton');
    expect(sentWith).toEqual(['Anton']);

    typeInto(input, 'berta');
    await answer('berta', 'Berta');
    press('Enter', { metaKey: true });
    expect(sentWith).toEqual(['Anton', 'Berta']);
  });

  it('is not sent by Ctrl+Enter where several may be meant, nor by the choice after it', async () => {
    const { input, press, answer, component, sentWith } = await start();
    typeInto(input, 'Xaver');
    press('Enter', { ctrlKey: true });
    await answer('Xaver', 'Xaver One', 'Xaver Two');
    press('Enter');
    expect([component.value()?.name, sentWith]).toEqual(['Xaver One', []]);
  });

  it('tells people of one name apart by all their contacts, and says when there are more', async () => {
    const { input, http, findAll, fixture } = await start();
    typeInto(input, 'Walter');
    let asked: TestRequest[] = [];
    await eventually(
      () => (asked = http.match(({ params }) => params.get('search') === 'Walter')).length > 0,
    );
    const walter = { name: 'Walter Fischer', company: '', phone_as_given: null, shared_email: null };
    const items = [
      { ...walter, id: '1', phone: '+436641234567', email: 'w@example.at', last_activity_at: null },
      {
        ...walter,
        id: '2',
        phone: null,
        shared_phone: '+436641234567',
        last_activity_at: '2026-11-03T10:00:00Z',
      },
    ];
    asked[0]!.flush({ items, next_cursor: 'next', total: 30, total_is_exact: true });
    await pause(20);
    fixture.detectChanges();
    /** Each on a line of its own, in any space. */
    const parts = findAll('[role=option]').map((one) =>
      [...one.querySelectorAll('app-highlighted, .nowrap:not(app-highlighted)')].map((part) =>
        part.textContent.replaceAll(/\s+/g, ' ').trim(),
      ),
    );
    expect(parts[0]).toEqual(['Walter Fischer', '+43 664 1234567', 'w@example.at']);
    expect(parts[1]?.at(-1)).toMatch(/^last active .*2026$/);
    expect(findAll('[role=option]')[2]?.textContent).toContain('There are more.');
  });

  it('takes nobody when one types on after the Enter', async () => {
    const { input, press, answer, component } = await start();
    typeInto(input, 'an');
    press('Enter');
    typeInto(input, 'ann');
    await answer('ann', 'Anna');

    expect(component.value()).toBeNull();
  });

  it('keeps the first letter that is typed over a chosen client', async () => {
    const { input, fixture, settle, component } = await start();
    component.value.set({ id: 'c1', name: 'Anna' });
    await settle();
    expect(input.value).toBe('Anna');
    typeInto(input, 'Z');
    fixture.detectChanges();
    await settle();

    expect([input.value, component.value()]).toEqual(['Z', null]);
  });

  it('takes a new client of the name where nobody is found', async () => {
    const { input, press, answer, component } = await start();
    const created: string[] = [];
    component.created.subscribe(({ name }) => created.push(name));
    typeInto(input, 'Zoe');
    press('Enter');
    await answer('Zoe');

    expect(created).toEqual(['Zoe']);
  });

  it('takes nobody by Enter alone where several may be meant, but the one who is called just so', async () => {
    const { input, press, answer, component, findAll, fixture } = await start();
    typeInto(input, 'Xaver');
    await answer('Xaver', 'Xaver One', 'Xaver Two');
    press('Enter');
    fixture.detectChanges();
    expect(component.value()).toBeNull();
    expect(findAll('[role=option]').map((one) => one.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
      'false',
    ]);
    press('Enter');
    expect(component.value()?.name).toBe('Xaver One');

    typeInto(input, 'xaver two');
    await answer('xaver two', 'Xaver One', 'Xaver Two');
    press('Enter');
    expect(component.value()?.name).toBe('Xaver Two');
  });

  it('goes to the first one by the first arrow, also where it is shown as the choice', async () => {
    const { input, press, answer, component } = await start();
    typeInto(input, 'Xaver');
    await answer('Xaver', 'Xaver');
    press('ArrowDown');
    press('Enter');
    expect(component.value()?.name).toBe('Xaver');
  });

  it('says with a new client who is called so already', async () => {
    const { input, press, answer, component } = await start();
    const created: [string, string | undefined][] = [];
    component.created.subscribe(({ name, same }) => created.push([name, same?.id]));
    typeInto(input, ' xaver');
    await answer('xaver', 'Xaver');
    press('ArrowUp');
    press('Enter');
    expect(created).toEqual([['xaver', 'Xaver']]);
  });
});
