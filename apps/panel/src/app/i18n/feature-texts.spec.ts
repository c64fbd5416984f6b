import { TestBed } from '@angular/core/testing';
import { TranslocoService, TranslocoTestingModule } from '@jsverse/transloco';
import { FeatureTexts } from './feature-texts';

describe('the texts of a feature', () => {
  it('are asked for again after they could not be loaded', async () => {
    TestBed.configureTestingModule({
      imports: [
        TranslocoTestingModule.forRoot({
          langs: { en: {}, ru: {} },
          translocoConfig: { availableLangs: ['en', 'ru'], defaultLang: 'en' },
          preloadLangs: true,
        }),
      ],
    });
    const texts = TestBed.inject(FeatureTexts);
    let tries = 0;
    const en = () =>
      ++tries === 1
        ? Promise.reject(new TypeError('no connection'))
        : Promise.resolve({ default: { title: 'Clients' } });
    const add = () => texts.add('clients', { en, ru: en });
    await expect(add()).rejects.toThrow('no connection');
    await add();

    expect(TestBed.inject(TranslocoService).translate('clients.title')).toBe('Clients');
  });
});
