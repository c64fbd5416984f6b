import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TranslocoTestingModule } from '@jsverse/transloco';
import { mayActAs, seesMemory, type Role } from '@groupless/shared-dto';
import en from '../../i18n/en.json' with { type: 'json' };
import fr from '../../i18n/fr.json' with { type: 'json' };
import ru from '../../i18n/ru.json' with { type: 'json' };
import { Session } from '../../session/session';
import { placeCommands } from './frame-commands';

interface Asked {
  role?: Role;
  language?: string;
}

/** The ids of the places that somebody of a role finds. */
async function placesFor(query: string, { role = 'admin', language = 'en' }: Asked = {}) {
  TestBed.configureTestingModule({
    imports: [
      TranslocoTestingModule.forRoot({
        langs: { en, fr, ru },
        translocoConfig: { availableLangs: ['en', 'fr', 'ru'], defaultLang: language },
        preloadLangs: true,
      }),
    ],
    providers: [
      provideRouter([]),
      {
        provide: Session,
        useValue: { may: (least: Role) => mayActAs(role, least), seesMemory: () => seesMemory(role) },
      },
    ],
  });
  const found = await TestBed.runInInjectionContext(() => placeCommands()).find(
    query,
    new AbortController().signal,
  );
  return found.map(({ id }) => id);
}

describe('the places of the palette', () => {
  it('are only those that the user may see', async () => {
    const ofDesk = await placesFor('', { role: 'desk' });
    expect(ofDesk).toContain('go:clients');
    expect(ofDesk).not.toContain('go:memory');
  });

  it('are found without their accents', async () => {
    expect(await placesFor('parametres', { language: 'fr' })).toEqual(['go:settings']);
  });

  it('are the main ones before anything is typed', async () => {
    expect(await placesFor('', { role: 'viewer' })).toEqual(
      expect.arrayContaining(['go:dashboard', 'go:clients']),
    );
  });
});
