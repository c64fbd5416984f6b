import { TestBed } from '@angular/core/testing';
import type { MeDto } from '@groupless/shared-dto';
import { type } from '../../../testing/render';
import { startScreen } from '../../../testing/settings';
import { Me } from '../../session/me';
import { Unsaved } from '../../session/unsaved';
import profile from './i18n/en.json' with { type: 'json' };
import { ProfileApi } from './profile-api';
import { ProfileDetails } from './profile-details';
import { ProfileSessions } from './profile-sessions';
import { ProfileTotp } from './profile-totp';

const ADA = {
  ...{ id: 'u1', name: 'Ada', role: 'admin', locale: 'en', time_zone: 'Europe/Vienna' },
  ...{ theme: 'light', density: 'compact' },
} as MeDto;

afterEach(() => document.body.replaceChildren());

describe('recovery codes in the profile', () => {
  it('ask before they are left, until they are kept', async () => {
    const { http, element, press, settle, text } = await startScreen(ProfileTotp, { texts: { profile } });
    const unsaved = TestBed.inject(Unsaved);
    await press('Set up');
    http
      .expectOne('/api/auth/totp/setup')
      .flush({ secret: 'ABCDEFGH', otpauth_url: 'otpauth://totp/Groupless?secret=ABCDEFGH' });
    await settle();
    expect(unsaved.isThere()).toBe(false);
    type(element.querySelector('input')!, '123456');
    await press('Switch on');
    http.expectOne('/api/auth/totp/enable').flush({ recovery_codes: ['first-code', 'second-code'] });
    await settle();

    expect(text()).toContain('first-code');
    expect(unsaved.isThere()).toBe(true);
    await press('I have kept them');
    expect(unsaved.isThere()).toBe(false);
    expect(text()).not.toContain('first-code');
  });
});

describe('the own sessions in the profile', () => {
  it('are read again once a new password has ended the others', async () => {
    const { http, settle, text } = await startScreen(ProfileSessions, { texts: { profile } });
    const session = { last_used_at: '2026-11-20T09:30:00.000Z', user_agent: '', current: true };
    const [own, other] = ['10.0.0.1', '10.0.0.2'].map((ip) => ({ ...session, id: ip, ip }));
    http.expectOne('/api/auth/sessions').flush([own, { ...other, current: false }]);
    await settle();
    expect(text()).toContain('10.0.0.2');
    const change = { current_password: 'old', new_password: 'correct horse battery' };
    const changing = TestBed.inject(ProfileApi).changePassword(change);
    http.expectOne('/api/auth/password').flush(null, { status: 204, statusText: 'No Content' });
    await changing;
    await settle();
    http.expectOne('/api/auth/sessions').flush([own]);
    await settle();
    expect(text()).not.toContain('10.0.0.2');
  });
});

describe('the own details in the profile', () => {
  it('follow what is chosen elsewhere, and keep what is typed', async () => {
    const { element, http, settle, press } = await startScreen(ProfileDetails, { texts: { profile } });
    const me = TestBed.inject(Me);
    await me.show(ADA);
    await settle();
    const name = element.querySelector<HTMLInputElement>('input[autocomplete=name]')!;
    type(name, 'Ada L.');
    // By the menu, or in another tab.
    await me.show({ ...ADA, theme: 'dark' });
    await settle();
    expect(name.value).toBe('Ada L.');
    await press('Save');

    // The theme is not among what is sent: it would take the choice back.
    expect(http.expectOne({ method: 'PATCH', url: '/api/auth/me' }).request.body).toEqual({ name: 'Ada L.' });
  });
});
