import { TestBed } from '@angular/core/testing';
import { TranslocoService, TranslocoTestingModule, type Translation } from '@jsverse/transloco';
import { FeatureTexts } from './feature-texts';

describe('the texts of a feature', () => {
  beforeEach(() =>
    TestBed.configureTestingModule({
      imports: [
        TranslocoTestingModule.forRoot({
          langs: { en: {}, ru: {} },
          translocoConfig: { availableLangs: ['en', 'ru'], defaultLang: 'en' },
          preloadLangs: true,
        }),
      ],
    }),
  );

  it('are asked for again after they could not be loaded', async () => {
    const texts = TestBed.inject(FeatureTexts);
    let tries = 0;
    const en = () =>
      ++tries === 1
        ? Promise.reject(new TypeError('no connection'))
        : Promise.resolve({ default: { title: 'Clients' } });
    const add = () => texts.add('clients', en);
    await expect(add()).rejects.toThrow('no connection');
    await add();

    expect(TestBed.inject(TranslocoService).translate('clients.title')).toBe('Clients');
  });

  it('stand beside those of the log-in where they have no name', async () => {
    const texts = TestBed.inject(FeatureTexts);
    const transloco = TestBed.inject(TranslocoService);
    transloco.setTranslation({ session: { title: 'Log in' } }, 'en');
    const en = () =>
      Promise.resolve({ default: { session: { confirm: 'Confirm' }, nav: { users: 'Users' } } });
    await texts.add('', en);
    const said = ['session.title', 'session.confirm', 'nav.users'].map((key) => transloco.translate(key));

    expect(said).toEqual(['Log in', 'Confirm', 'Users']);
  });

  it('are there in the new language when it changes while they load', async () => {
    const texts = TestBed.inject(FeatureTexts);
    const others = Promise.withResolvers<{ default: Translation }>();
    const title = (title: string) => Promise.resolve({ default: { title } });
    await texts.add('users', (language) => (language === 'ru' ? others.promise : title('Users')));
    const spoken = texts.speak('ru');
    await new Promise((resolve) => setTimeout(resolve));
    await texts.add('clients', (language) => title(language === 'ru' ? 'Клиенты' : 'Clients'));
    others.resolve({ default: { title: 'Пользователи' } });
    await spoken;

    expect(TestBed.inject(TranslocoService).translate('clients.title')).toBe('Клиенты');
  });
});
