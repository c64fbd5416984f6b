import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { TranslocoService, TranslocoTestingModule } from '@jsverse/transloco';
import { ERROR_CODES, FIELD_ERROR_CODES, type ProblemDto } from '@groupless/shared-dto';
import { firstValueFrom } from 'rxjs';
import en from '../i18n/en.json' with { type: 'json' };
import ru from '../i18n/ru.json' with { type: 'json' };
import type { Language } from '../i18n/languages';
import type { Problem } from './problem';
import { problemInterceptor } from './problem.interceptor';

async function refusedIn(language: Language, answer: Partial<ProblemDto>): Promise<Problem> {
  TestBed.configureTestingModule({
    imports: [
      TranslocoTestingModule.forRoot({
        langs: { en, ru },
        translocoConfig: { availableLangs: ['en', 'ru'], defaultLang: 'en' },
        preloadLangs: true,
      }),
    ],
    providers: [provideHttpClient(withInterceptors([problemInterceptor])), provideHttpClientTesting()],
  });
  TestBed.inject(TranslocoService).setActiveLang(language);
  const asked = firstValueFrom(TestBed.inject(HttpClient).get('/api/clients'));
  TestBed.inject(HttpTestingController)
    .expectOne('/api/clients')
    .flush(answer, { status: 400, statusText: 'Bad Request' });
  return asked.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error: unknown) => error as Problem,
  );
}

/** What no write of the panel is refused for: what is said of other callers, and of faults of the panel itself. */
const NOT_MET = [
  ...['malformed_json', 'malformed_http', 'body_too_complex', 'method_not_allowed', 'unsupported_media_type'],
  ...[
    'headers_too_large',
    'invalid_cursor',
    'cursor_expired',
    'invalid_api_key',
    'api_key_expired',
    'invalid_signature',
  ],
  ...[
    'webhook_not_found',
    'task_not_found',
    'no_active_account',
    'no_session',
    'unknown_identity',
    'appointment_cancelled',
  ],
  ...['human_takeover', 'idempotency_key_reused', 'cross_site'],
  // The rules of the settings bind the chat agent's bookings, not those of the panel.
  ...['external_id_reused', 'too_far_ahead', 'too_late', 'already_begun'],
  // The log-in and the question for the password have their own words.
  ...['invalid_credentials', 'totp_required', 'totp_invalid', 'confirmation_required'],
];

describe('what the API refuses', () => {
  const phone: Partial<ProblemDto> = {
    code: 'invalid_phone',
    detail: 'phone must be a phone number, with its country code.',
    errors: [{ field: 'phone', code: 'invalid_phone', message: 'phone must be a phone number.' }],
  };

  it.each([
    ['en', 'This is not a phone number. Write it with + and the country code.'],
    ['ru', 'Это не номер телефона. Напишите его с + и кодом страны.'],
  ] as const)('is said in %s', async (language, words) => {
    const { message, fields } = await refusedIn(language, phone);

    expect([message, fields[0]?.message]).toEqual([words, words]);
  });

  it('is said as the API does where that tells more, and in the words of the language elsewhere', async () => {
    const answer: Partial<ProblemDto> = { code: 'task_not_pending', detail: 'The newest task is completed.' };
    expect((await refusedIn('en', answer)).message).toBe('The newest task is completed.');
    TestBed.resetTestingModule();

    expect((await refusedIn('ru', answer)).message).toBe('Эта задача уже закончена.');
  });

  it('is said as the API does where the panel has no words', async () => {
    const { message } = await refusedIn('ru', { code: 'malformed_json', detail: 'At position 7.' });

    expect(message).toBe('At position 7.');
  });

  it('has words for all that somebody at the panel can meet', () => {
    expect(Object.keys(en.problem).sort()).toEqual(
      ERROR_CODES.filter((code) => !NOT_MET.includes(code)).sort(),
    );
    expect(Object.keys(en.fault).sort()).toEqual([...FIELD_ERROR_CODES].sort());
  });
});
