import { signal } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { eventually, render, type as typeInto } from '../../testing/render';
import { Session } from '../session/session';
import { Invite } from './invite';

const PASSWORD = 'correct horse battery';

async function start() {
  const loggedIn: unknown[] = [];
  const session = { user: signal(null), logIn: (given: unknown) => Promise.resolve(loggedIn.push(given)) };
  const rendered = await render(Invite, {
    providers: [
      { provide: Session, useValue: session },
      { provide: ActivatedRoute, useValue: { snapshot: { fragment: 'token=t1' } } },
    ],
  });
  const { find, settle, http } = rendered;
  const whose = http.expectOne('/api/auth/invite/look');
  whose.flush({ business: 'Physio Mödling', name: 'Bernd Huber', email: 'bernd@example.at' });
  await settle();
  const send = async (password: string) => {
    typeInto(find('input') as HTMLInputElement, password);
    find('form').dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
  };
  return { ...rendered, send, loggedIn };
}

describe('an invitation', () => {
  it('says whose it is, and with which email they log in', async () => {
    const { find, findAll } = await start();
    await eventually(() => findAll('p.whose').length > 0);
    const said = find('p.whose').textContent.replaceAll(/\s+/g, ' ').trim();
    expect(said).toBe('Physio MödlingBernd Huber · bernd@example.at');
  });

  it('says what a password lacks, and no longer once one is sent that has it', async () => {
    const { send, find, http } = await start();
    await send('short');
    const refused = find('#new-password-refusal').textContent;
    await send(PASSWORD);

    expect(refused).toContain('12');
    expect(find('#new-password-refusal').textContent.trim()).toBe('');
    expect(find('input').getAttribute('aria-invalid')).not.toBe('true');
    http.expectOne({ method: 'POST' });
  });

  it('is over once its link is not valid any more, and leads to the log-in', async () => {
    const { send, http, find, findAll } = await start();
    await send(PASSWORD);
    http
      .expectOne({ method: 'POST' })
      .flush({ code: 'not_found', status: 404 }, { status: 404, statusText: 'Not Found' });
    await eventually(() => findAll('form').length === 0);

    expect(find('[role=alert]').textContent.trim()).not.toBe('');
    expect(find('a.button').getAttribute('href')).toBe('/login');
  });

  it('logs in with the password that was accepted', async () => {
    const { send, http, loggedIn } = await start();
    await send(PASSWORD);
    const sent = http.expectOne({ method: 'POST' });
    sent.flush({ email: 'ada@example.com' });
    await eventually(() => loggedIn.length > 0);

    expect(sent.request.body).toEqual({ token: 't1', password: PASSWORD });
    expect(loggedIn).toEqual([{ email: 'ada@example.com', password: PASSWORD }]);
  });
});
