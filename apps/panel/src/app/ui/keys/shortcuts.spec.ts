import { Component, inject } from '@angular/core';
import { NavigationEnd, Router } from '@angular/router';
import { render } from '../../../testing/render';
import { Dialogs } from '../dialogs/dialogs';
import { Shortcuts } from './shortcuts';

@Component({
  template: '<input /><button>Here</button><div role="menu"><a role="menuitem" href="/">New</a></div>',
})
class Host {
  readonly shortcuts = inject(Shortcuts);
  readonly pressed: string[] = [];

  constructor() {
    const keys = ['n', 'g d', 'd', '?'];
    const shortcut = (one: string) => ({
      keys: one,
      label: '',
      group: '',
      run: () => this.pressed.push(one),
    });
    this.shortcuts.register([...keys.map(shortcut), { ...shortcut('mod+k'), whileTyping: true }]);
  }
}

function press(target: Element, key: string, options: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }));
}

describe('the keys', () => {
  afterEach(() => localStorage.clear());

  it('do what they are registered for, one by one and in sequence', async () => {
    const { component, find } = await render(Host);
    for (const key of ['n', 'g', 'd', 'd', '?']) press(find('button'), key);

    expect(component.pressed).toEqual(['n', 'g d', 'd', '?']);
  });

  it('do nothing inside inputs, chords apart', async () => {
    const { component, find } = await render(Host);
    press(find('input'), 'n');
    press(find('input'), 'k', { ctrlKey: true });

    expect(component.pressed).toEqual(['mod+k']);
  });

  it('are no commands where the field that was typed into is gone, until the user turns to something else', async () => {
    const { component, find } = await render(Host);
    const input = find('input');
    press(input, 'n');
    input.remove();
    press(document.body, 'n');
    press(document.body, 'g');
    press(document.body, 'd');
    expect(component.pressed).toEqual([]);
    press(document.body, 'k', { ctrlKey: true });
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    press(document.body, 'n');

    expect(component.pressed).toEqual(['mod+k', 'n']);
  });

  it('are commands again where the user has left the field by a key', async () => {
    const { component, find } = await render(Host);
    const input = find('input');
    press(input, 'n');
    press(input, 'Enter');
    input.remove();
    press(document.body, 'n');

    expect(component.pressed).toEqual(['n']);
  });

  it('rev1: field left by blur (Escape stopped), then its screen goes', async () => {
    const { component, find } = await render(Host);
    const input = find('input') as HTMLInputElement;
    input.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
    input.focus();
    press(input, 'n');
    press(input, 'Escape');
    input.blur();
    press(document.body, 'n');
    input.remove();
    press(document.body, 'n');
    expect(component.pressed).toEqual(['n', 'n']);
  });
  it('rev1: Enter stopped', async () => {
    const { component, find } = await render(Host);
    const input = find('input') as HTMLInputElement;
    input.addEventListener('keydown', (event) => event.key === 'Enter' && event.stopPropagation());
    input.focus();
    press(input, 'n');
    press(input, 'Enter', { ctrlKey: true });
    input.remove();
    press(document.body, 'n');
    expect(component.pressed).toEqual(['n']);
  });
  it('rev1: alt+left', async () => {
    const { component, find } = await render(Host);
    const input = find('input') as HTMLInputElement;
    input.focus();
    press(input, 'ArrowLeft', { altKey: true });
    input.remove();
    press(document.body, 'n');
    expect(component.pressed).toEqual(['n']);
  });

  it('are found by their place on a keyboard of another script', async () => {
    const { component, find } = await render(Host);
    press(find('button'), 'т', { code: 'KeyN' });
    press(find('button'), 'п', { code: 'KeyG' });
    press(find('button'), 'в', { code: 'KeyD' });
    press(find('input'), 'л', { code: 'KeyK', ctrlKey: true });

    expect(component.pressed).toEqual(['n', 'g d', 'mod+k']);
  });

  it('of a Latin keyboard are the letters that it writes', async () => {
    const { component, find } = await render(Host);
    press(find('button'), 'l', { code: 'KeyN' });

    expect(component.pressed).toEqual([]);
  });

  it('do nothing below a dialog, chords and all', async () => {
    const { component, find } = await render(Host);
    const backdrop = document.createElement('div');
    backdrop.className = 'cdk-overlay-backdrop';
    document.body.append(backdrop);
    press(find('button'), 'n');
    press(find('input'), 'k', { ctrlKey: true });
    backdrop.remove();

    expect(component.pressed).toEqual([]);
  });

  it('are left to a menu that is open, which goes to its items by their letters', async () => {
    const { component, find } = await render(Host);
    press(find('[role=menuitem]'), 'n');

    expect(component.pressed).toEqual([]);
  });

  it('wait for a dialog that is on its way', async () => {
    const { component, find, fixture } = await render(Host);
    const code = Promise.withResolvers<never>();
    const opened = fixture.debugElement.injector.get(Dialogs).load(() => code.promise);
    press(find('button'), 'n');
    code.reject(new TypeError('no connection'));
    await expect(opened).rejects.toThrow();
    press(find('button'), '?');

    expect(component.pressed).toEqual(['?']);
  });

  describe('while another screen is on its way', () => {
    async function leave(path: string) {
      const arrival = Promise.withResolvers<boolean>();
      const routes = [
        { path: 'clients', canActivate: [() => arrival.promise], children: [] },
        { path: 'clients/:id', canActivate: [() => arrival.promise], children: [] },
      ];
      const host = await render(Host, { routes });
      const going = host.fixture.debugElement.injector.get(Router).navigateByUrl(path);
      const arrive = async (isAllowed: boolean) => {
        arrival.resolve(isAllowed);
        await going;
        await host.settle();
      };
      return { ...host, arrive };
    }

    it('are meant for that screen: they act once it is there, in their order', async () => {
      const { component, find, arrive } = await leave('/clients');
      for (const key of ['n', '?', 'd']) press(find('button'), key);
      const meanwhile = [...component.pressed];
      await arrive(true);

      expect({ meanwhile, then: component.pressed }).toEqual({ meanwhile: [], then: ['n', '?', 'd'] });
    });

    it('act once it is drawn, also those that are pressed right after it came', async () => {
      const { component, find, fixture, arrive } = await leave('/clients');
      let meanwhile: string[] = [];
      fixture.debugElement.injector.get(Router).events.subscribe((event) => {
        if (!(event instanceof NavigationEnd)) return;
        press(find('button'), 'd');
        meanwhile = [...component.pressed];
      });
      press(find('button'), 'n');
      await arrive(true);

      expect({ meanwhile, then: component.pressed }).toEqual({ meanwhile: [], then: ['n', 'd'] });
    });

    it('act at once where they mean the same on every screen, and what came before them is forgotten', async () => {
      const { component, find, arrive } = await leave('/clients');
      component.shortcuts.register(
        [{ keys: 'g a', label: '', group: '', everywhere: true, run: () => component.pressed.push('g a') }],
        { onDestroy: () => () => undefined, destroyed: false },
      );
      for (const key of ['n', 'g', 'a']) press(find('button'), key);
      await arrive(true);

      expect(component.pressed).toEqual(['g a']);
    });

    it('are forgotten with a screen that does not come', async () => {
      const { component, find, arrive } = await leave('/clients');
      press(find('button'), 'n');
      await arrive(false);

      expect(component.pressed).toEqual([]);
    });
  });

  it('can be switched off, chords apart', async () => {
    const { component, find } = await render(Host);
    component.shortcuts.switchOff(true);
    press(find('button'), 'n');
    press(find('button'), 'k', { metaKey: true });
    component.shortcuts.switchOff(false);

    expect(component.pressed).toEqual(['mod+k']);
  });

  it('are gone with the screen that registered them', async () => {
    const { component, fixture } = await render(Host);
    fixture.destroy();

    expect(component.shortcuts.all()).toEqual([]);
  });
});
