import { computed } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { TranslocoService, TranslocoTestingModule, type Translation } from '@jsverse/transloco';
import { FeatureTexts } from './feature-texts';
import { Texts } from './texts';
import { Appearance } from './appearance';

describe('the language of the panel', () => {
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
  afterEach(() => localStorage.clear());

  /** A label made in code, whose Russian text comes when the test says so. */
  async function start() {
    const russian = Promise.withResolvers<{ default: Translation }>();
    await TestBed.inject(FeatureTexts).add('users', (language) =>
      language === 'ru' ? russian.promise : Promise.resolve({ default: { title: 'Users' } }),
    );
    const texts = TestBed.inject(Texts);
    const label = TestBed.runInInjectionContext(() => computed(() => texts.of('users.title')));
    const come = () => russian.resolve({ default: { title: 'Пользователи' } });
    return { appearance: TestBed.inject(Appearance), label, come };
  }

  it('changes with its texts and not before, also in labels that are made in code', async () => {
    const { appearance, label, come } = await start();
    expect(label()).toBe('Users');
    const changed = appearance.adopt({ locale: 'ru' });
    await new Promise((resolve) => setTimeout(resolve));
    expect([appearance.locale(), label()]).toEqual([expect.stringMatching(/^en/), 'Users']);
    come();
    await changed;

    expect([appearance.locale(), label()]).toEqual(['ru', 'Пользователи']);
    expect(document.documentElement.lang).toBe('ru');
  });

  it('is the one that was chosen last, whichever texts come first', async () => {
    const { appearance, label, come } = await start();
    const first = appearance.adopt({ locale: 'ru' });
    await appearance.adopt({ locale: 'en' });
    come();
    await first;

    expect([appearance.locale(), label()]).toEqual(['en', 'Users']);
    expect(TestBed.inject(TranslocoService).getActiveLang()).toBe('en');
  });
});
