import { inject } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { CommandSource } from '../layout/commands/commands';
import { FeatureTexts } from '../i18n/feature-texts';
import { matching } from '../layout/commands/frame-commands';
import { Shortcuts } from '../ui/keys/shortcuts';
import { Session } from '../session/session';
import { USER_TEXTS } from './user-texts';
import { UsersApi } from './users-api';

/** Users by name and email, and inviting one, for admins. */
export function usersCommands(): CommandSource {
  const api = inject(UsersApi);
  const router = inject(Router);
  const session = inject(Session);
  const shortcuts = inject(Shortcuts);
  const texts = inject(FeatureTexts);
  const transloco = inject(TranslocoService);
  return {
    heading: 'nav.users',
    find: async (query) => {
      if (query === '' || !session.may('admin')) return [];
      await texts.add('users', USER_TEXTS);
      const invite = {
        id: 'users:invite',
        label: transloco.translate('users.invite.action'),
        run: () => void router.navigateByUrl('/users').then(() => shortcuts.run('n')),
      };
      const { items } = await api.search(query);
      const found = items.map(({ id, name, email }) => ({
        id: `user:${id}`,
        label: name,
        hint: email,
        run: () => void router.navigateByUrl(`/users/${id}`),
      }));
      return [...found, ...matching(query, [invite])];
    },
  };
}
