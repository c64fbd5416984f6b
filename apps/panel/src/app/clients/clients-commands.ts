import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { FeatureTexts } from '../i18n/feature-texts';
import type { CommandSource } from '../layout/commands/commands';
import { matching } from '../layout/commands/frame-commands';
import { Shortcuts } from '../ui/keys/shortcuts';
import { Session } from '../session/session';
import { ClientsApi } from './clients-api';
import { ClientExport } from './files/client-export';

const MOST = 6;

/** Clients by part of their name, phone, email or company, and what one does with clients. */
export function clientCommands(): CommandSource {
  const api = inject(ClientsApi);
  const router = inject(Router);
  const session = inject(Session);
  const shortcuts = inject(Shortcuts);
  const exports = inject(ClientExport);
  const texts = inject(FeatureTexts);
  const transloco = inject(TranslocoService);
  return {
    heading: 'nav.clients',
    find: async (query) => {
      if (query.length < 2) return [];
      await texts.add('clients', (language) => import(`./i18n/${language}.json`));
      const text = (key: string) => transloco.translate(`clients.${key}`);
      // A form may hold the page.
      const inList = (act: () => void) => () =>
        void router.navigateByUrl('/clients').then(() => {
          if (router.url.startsWith('/clients')) act();
        });
      const commands = [
        { id: 'clients:new', label: text('new'), run: inList(() => shortcuts.run('n')) },
        {
          id: 'clients:export',
          label: text('export_all'),
          words: text('export'),
          run: inList(() => void exports.saveFiltered({})),
        },
        {
          id: 'clients:import',
          label: text('import.title'),
          words: 'csv',
          run: () => void router.navigateByUrl('/clients/import'),
        },
      ];
      const clients = await api.list({ search: query, limit: MOST });
      const found = clients.map(({ id, name, phone, email }) => ({
        id: `client:${id}`,
        label: name,
        hint: phone ?? email ?? '',
        run: () => void router.navigate(['/clients', id]),
      }));
      return [...found, ...matching(query, session.may('operator') ? commands : [])];
    },
  };
}
