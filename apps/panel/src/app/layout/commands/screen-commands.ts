import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { languageOf } from '../../i18n/languages';
import { Session } from '../../session/session';
import { type Screen, seenScreens } from '../screens';
import type { CommandSource } from './commands';
import { matching } from './frame-commands';

/** Goes to the screens of a place. They are found by their name, the name of the place, and other words for them. */
export function screenCommands(place: string, screens: readonly Screen[]): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const transloco = inject(TranslocoService);
  return {
    heading: 'palette.places',
    find: (query) =>
      query === ''
        ? []
        : matching(
            query,
            seenScreens(screens, session).map(({ path, words }) => ({
              id: `go:${place}/${path}`,
              label: transloco.translate(`${place}.${path}`),
              hint: transloco.translate(`nav.${place}`),
              words: words?.[languageOf(transloco.getActiveLang())] ?? '',
              run: () => void router.navigateByUrl(`/${place}/${path}`),
            })),
          ),
  };
}
