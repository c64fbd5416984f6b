import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { CommandSource } from '../../layout/commands/commands';
import { matching } from '../../layout/commands/frame-commands';
import { Session } from '../../session/session';
import { AccountsApi } from './accounts-api';

/** The assistant accounts, for admins. Their screen is short: it is opened as a whole. */
export function accountCommands(): CommandSource {
  const api = inject(AccountsApi);
  const router = inject(Router);
  const session = inject(Session);
  const transloco = inject(TranslocoService);
  return {
    heading: 'settings.accounts',
    find: async (query) => {
      if (query === '' || !session.isAdmin()) return [];
      const accounts = await api.list().catch(() => []);
      return matching(
        query,
        accounts.map(({ id, name, is_active }) => ({
          id: `account:${id}`,
          label: name,
          hint: is_active ? transloco.translate('status.active') : '',
          run: () => void router.navigateByUrl('/settings/accounts'),
        })),
      );
    },
  };
}
