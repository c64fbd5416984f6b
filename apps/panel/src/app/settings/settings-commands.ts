import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { FeatureTexts } from '../i18n/feature-texts';
import type { CommandSource } from '../layout/commands/commands';
import { matching } from '../layout/commands/frame-commands';
import { screenCommands } from '../layout/commands/screen-commands';
import { Session } from '../session/session';
import { SETTINGS_SCREENS, SETTINGS_SECTIONS } from './settings-screens';

export const settingsPlaces = () => screenCommands('settings', SETTINGS_SCREENS, SETTINGS_SECTIONS);

/** What one changes now and then, deep inside the settings. */
export function settingsCommands(): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const texts = inject(FeatureTexts);
  const transloco = inject(TranslocoService);
  return {
    heading: 'nav.settings',
    find: async (query) => {
      if (query.length < 2 || !session.may('admin')) return [];
      await texts.add('chat-agent', (language) => import(`./chat-agent/i18n/${language}.json`));
      const closing = {
        id: 'settings:close',
        label: transloco.translate('chat-agent.close_day'),
        words: transloco.translate('chat-agent.closures'),
        run: () => void router.navigateByUrl('/settings/business?add=closure'),
      };
      return matching(query, [closing]);
    },
  };
}
