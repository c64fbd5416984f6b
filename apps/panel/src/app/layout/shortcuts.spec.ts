import { Component, inject } from '@angular/core';
import { render } from '../../testing/render';
import { Shortcuts } from './shortcuts';

@Component({ template: '<input /><button>Here</button>' })
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
    this.shortcuts.register([...keys.map(shortcut), { ...shortcut('mod+k'), while_typing: true }]);
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
