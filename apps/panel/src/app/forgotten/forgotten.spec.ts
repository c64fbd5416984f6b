import { inject, provideEnvironmentInitializer } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { render } from '../../testing/render';
import { Forgot } from './forgot';
import en from './i18n/en.json' with { type: 'json' };
import { Reset } from './reset';

const line = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const TEXTS = provideEnvironmentInitializer(() => {
  inject(TranslocoService).setTranslation({ forgotten: en }, 'en');
});

describe('a forgotten password', () => {
  it('is asked for by email, and the page never says whether there is such a user', async () => {
    const { element, http, settle } = await render(Forgot, { providers: [TEXTS] });
    const input = element.querySelector<HTMLInputElement>('input')!;
    input.value = ' jana@example.com ';
    element.querySelector('form')!.dispatchEvent(new Event('submit'));
    const asked = http.expectOne('/api/auth/forgot');
    expect(asked.request.body).toEqual({ email: 'jana@example.com' });
    asked.flush(null, { status: 204, statusText: 'No Content' });
    await settle();
    expect(line(element)).toContain('If there is an account with this email');
    // For the only administrator.
    expect(line(element)).toContain('npm run admin -- reset');
    expect(element.querySelector('form')).toBeNull();
  });

  it('is set by the token of the link, and leads to the log-in', async () => {
    const route = { provide: ActivatedRoute, useValue: { snapshot: { fragment: 'token=t1' } } };
    const { element, http, settle } = await render(Reset, { providers: [TEXTS, route] });
    element.querySelector<HTMLInputElement>('input')!.value = 'quite another battery';
    element.querySelector('form')!.dispatchEvent(new Event('submit'));
    const sent = http.expectOne('/api/auth/reset');
    expect(sent.request.body).toEqual({ token: 't1', password: 'quite another battery' });
    sent.flush({ code: 'invalid_token', detail: 'over' }, { status: 400, statusText: 'Bad Request' });
    await settle();
    expect(line(element)).toContain('This link is not valid any more.');
  });
});
