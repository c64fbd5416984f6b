import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { FeatureTexts } from '../../i18n/feature-texts';
import { Session } from '../../session/session';
import { type Screen, seenScreens } from '../screens';
import type { CommandSource } from './commands';
import { matching } from './frame-commands';

/** Goes to the screens of a place. They are found by their name, the name of the place, and other words for them. */
export function screenCommands(place: string, screens: readonly Screen[]): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const transloco = inject(TranslocoService);
  const texts = inject(FeatureTexts);
  return {
    heading: 'palette.places',
    find: async (query) => {
      if (query === '') return [];
      await texts.add('commands', (language) => import(`./i18n/${language}.json`));
      const words = transloco.translateObject<Record<string, string>>(`commands.${place}`);
      return matching(
        query,
        seenScreens(screens, session).map(({ path }) => ({
          id: `go:${place}/${path}`,
          label: transloco.translate(`${place}.${path}`),
          hint: transloco.translate(`nav.${place}`),
          words: words[path] ?? '',
          run: () => void router.navigateByUrl(`/${place}/${path}`),
        })),
      );
    },
  };
}
