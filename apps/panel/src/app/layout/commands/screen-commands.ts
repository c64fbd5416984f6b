import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { Texts } from '../../i18n/languages';
import { FeatureTexts } from '../../i18n/feature-texts';
import { Session } from '../../session/session';
import { type Screen, seenScreens } from '../screens';
import type { CommandSource } from './commands';
import { matching } from './frame-commands';

/** A part of a screen, by the id of its heading. It is called by the texts `commands.sections.<fragment>`. */
interface Section {
  path: string;
  fragment: string;
}

/**
 * Goes to the screens of a place and to their sections. They are found by their name, the name of the place, and other
 * words for them, also by the English ones.
 */
export function screenCommands(
  place: string,
  screens: readonly Screen[],
  sections: readonly Section[] = [],
): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const transloco = inject(TranslocoService);
  const texts = inject(FeatureTexts);
  return {
    heading: 'palette.places',
    find: async (query) => {
      if (query === '') return [];
      const load: Texts = (language) => import(`./i18n/${language}.json`);
      const [{ default: english }] = await Promise.all([load('en'), texts.add('commands', load)]);
      const own = transloco.translateObject<Record<string, string>>(`commands.${place}`);
      const others = english[place] as Record<string, string>;
      const named = english['sections'] as Record<string, { name: string; words: string }>;
      const seen = seenScreens(screens, session);
      const commands = seen.map(({ path }) => ({
        id: `go:${place}/${path}`,
        label: transloco.translate(`${place}.${path}`),
        hint: transloco.translate(`nav.${place}`),
        words: `${own[path] ?? ''} ${others[path] ?? ''}`,
        run: () => void router.navigateByUrl(`/${place}/${path}`),
      }));
      const parts = sections
        .filter(({ path }) => seen.some((screen) => screen.path === path))
        .map(({ path, fragment }) => {
          const { name = '', words = '' } = named[fragment] ?? {};
          return {
            id: `go:${place}/${path}#${fragment}`,
            label: transloco.translate(`commands.sections.${fragment}.name`),
            hint: transloco.translate(`${place}.${path}`),
            words: `${transloco.translate(`commands.sections.${fragment}.words`)} ${name} ${words}`,
            run: () => void router.navigateByUrl(`/${place}/${path}#${fragment}`),
          };
        });
      return matching(query, [...commands, ...parts]);
    },
  };
}
