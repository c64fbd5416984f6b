import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { CRM_TEXTS } from '../crm/crm-texts';
import { FeatureTexts } from '../i18n/feature-texts';
import type { CommandSource } from '../layout/commands/commands';
import { matching } from '../layout/commands/frame-commands';
import { Session } from '../session/session';

/** What the palette can do with appointments. */
export function appointmentCommands(): CommandSource {
  const router = inject(Router);
  const session = inject(Session);
  const transloco = inject(TranslocoService);
  const texts = inject(FeatureTexts);
  const go = (queryParams: Record<string, string>) => () =>
    void router.navigate(['/appointments'], { queryParams });
  return {
    heading: 'nav.appointments',
    find: async (query) => {
      await texts.add('appointments', {
        en: () => import('./i18n/en.json'),
        ru: () => import('./i18n/ru.json'),
      });
      await texts.add('crm', CRM_TEXTS);
      const text = (key: string) => transloco.translate(`appointments.${key}`);
      return matching(query, [
        { id: 'appointments:today', label: text('palette_today'), run: go({ view: 'day' }) },
        ...(session.may('operator')
          ? [{ id: 'appointments:book', label: transloco.translate('crm.book'), run: go({ book: '1' }) }]
          : []),
      ]);
    },
  };
}
