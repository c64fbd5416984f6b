import { ME, signedIn } from '../../../testing/conversations';
import { render } from '../../../testing/render';
import { UserMenu } from './user-menu';

async function openMenu(role: 'desk' | 'viewer') {
  const { http, fixture, text } = await render(UserMenu, { providers: [signedIn(role)] });
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
  };
  await settle();
  const away = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')].find((one) =>
      one.textContent.includes('I am away'),
    );
  const open = async () => {
    document.querySelector<HTMLElement>('.avatar-button')?.click();
    await settle();
  };
  return { http, settle, away, open, text };
}

describe('the menu of the user', () => {
  it('says that one is away, and shows it once it is kept', async () => {
    const { http, settle, away, open } = await openMenu('desk');
    expect(away()?.getAttribute('aria-checked')).toBe('false');
    away()?.click();
    await settle();
    const put = http.expectOne('/api/auth/presence');
    expect([put.request.method, put.request.body]).toEqual(['PUT', { is_away: true }]);
    put.flush(null);
    await settle();
    http.expectOne('/api/auth/me').flush({ ...ME, is_away: true });
    await settle();
    await open();
    expect(away()?.getAttribute('aria-checked')).toBe('true');
  });

  it('says nothing of that to who answers nobody', async () => {
    const { away } = await openMenu('viewer');
    expect(away()).toBeUndefined();
  });
});
