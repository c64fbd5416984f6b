import { render } from '../../../testing/render';
import { Problem } from '../../http/problem';
import { ToastList } from './toast-list';
import { Toasts } from './toasts';

describe('the messages', () => {
  async function start() {
    const rendered = await render(ToastList);
    const toasts = rendered.fixture.debugElement.injector.get(Toasts);
    return { ...rendered, toasts };
  }

  it('are at most three, the newest', async () => {
    const { toasts, findAll, settle } = await start();
    for (const text of ['nav.clients', 'nav.users', 'nav.memory', 'nav.settings']) toasts.show(text);
    // However slow the machine is, none of them goes away by itself.
    toasts.hold();
    await settle();

    expect(findAll('li').map((one) => one.textContent.trim())).toEqual(['Users', 'Memory', 'Settings']);
  });

  it('stay until they are closed for who wants that, in this browser', async () => {
    const { toasts, findAll, settle } = await start();
    toasts.keepUntilClosed(true);
    toasts.show('nav.clients');
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    await settle();
    expect(findAll('li')).toHaveLength(1);
    expect(localStorage.getItem('groupless.messages_stay')).toBe('true');
    toasts.keepUntilClosed(false);
  });

  it('stay while somebody points at them, also one that comes then, and go after that', async () => {
    const { toasts, element, findAll, settle } = await start();
    const pass = async () => {
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      await settle();
    };
    toasts.show('nav.clients');
    await settle();
    element.dispatchEvent(new Event('mouseenter'));
    toasts.show('nav.users');
    await pass();
    expect(findAll('li')).toHaveLength(2);
    element.dispatchEvent(new Event('mouseleave'));
    await pass();

    expect(findAll('li')).toEqual([]);
  });

  it('of errors stay while others come', async () => {
    const { toasts, findAll, settle } = await start();
    toasts.failed('nav.clients', new Problem(500, {}));
    for (const text of ['nav.users', 'nav.memory', 'nav.settings']) toasts.show(text);
    toasts.hold();
    await settle();

    expect(findAll('li').map((one) => one.textContent.trim())).toEqual([
      expect.stringContaining('Clients'),
      'Memory',
      'Settings',
    ]);
  });

  it('undo what they speak of, once', async () => {
    const { toasts, find, findAll, settle } = await start();
    let undone = 0;
    toasts.undoable('nav.clients', () => undone++);
    await settle();
    find('.link-button').click();
    await settle();

    expect(undone).toBe(1);
    expect(findAll('li')).toEqual([]);
  });

  it('undo the newest that can be undone at one key', async () => {
    const { toasts, findAll, settle } = await start();
    const undone: string[] = [];
    toasts.undoable('nav.clients', () => undone.push('clients'));
    toasts.undoable('nav.users', () => undone.push('users'));
    toasts.show('nav.memory');
    toasts.undoLast();
    toasts.undoLast();
    toasts.undoLast();
    await settle();

    expect(undone).toEqual(['users', 'clients']);
    expect(findAll('li').map((one) => one.textContent.trim())).toEqual(['Memory']);
  });

  it('of errors say the cause and the request', async () => {
    const { toasts, text, settle } = await start();
    const problem = new Problem(409, {
      code: 'name_taken',
      detail: 'It is taken.',
      instance: 'urn:uuid:0199',
    });
    toasts.failed('user_menu.failed', problem);
    await settle();

    expect(text()).toContain('The setting could not be kept. It is taken.');
    expect(text()).toContain('0199');
  });

  it('of errors that explain themselves leave the request out', async () => {
    const { toasts, text, settle } = await start();
    const problem = new Problem(409, { code: 'slot_taken', detail: 'Taken.', instance: 'urn:uuid:0199' });
    toasts.failed('user_menu.failed', problem, { isExplained: true });
    await settle();

    expect(text()).toContain('The setting could not be kept. Taken.');
    expect(text()).not.toContain('0199');
  });
});
