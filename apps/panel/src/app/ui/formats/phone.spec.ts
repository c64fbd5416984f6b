import { Component, signal } from '@angular/core';
import { eventually, render } from '../../../testing/render';
import { Phone } from './phone';

@Component({ imports: [Phone], template: '{{ phone() | phone }}' })
class Shown {
  readonly phone = signal<string | null>(null);
}

describe('a phone number', () => {
  it('is shown with the spaces of its country', async () => {
    const { component, fixture, text } = await render(Shown);
    component.phone.set('+12125550123');
    await eventually(() => {
      fixture.detectChanges();
      return text() === '+1 212 555 0123';
    });

    expect(text()).toBe('+1 212 555 0123');
  });

  it.each([null, '', 'Ada Lovelace', '+1 212 555 0123, after six', 'call me at +12125550123'])(
    'is not looked for in %j',
    async (phone) => {
      const { component, settle, text } = await render(Shown);
      component.phone.set(phone);
      await settle();

      expect(text()).toBe(phone ?? '');
    },
  );
});
