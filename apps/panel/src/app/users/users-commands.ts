import { inject } from '@angular/core';
import { Router } from '@angular/router';
import type { CommandSource } from '../layout/commands/commands';
import { Session } from '../session/session';
import { UsersApi } from './users-api';

/** Users by name and email, for admins. */
export function usersCommands(): CommandSource {
  const api = inject(UsersApi);
  const router = inject(Router);
  const session = inject(Session);
  return {
    heading: 'nav.users',
    find: async (query) => {
      if (query === '' || !session.may('admin')) return [];
      const { items } = await api.search(query);
      return items.map(({ id, name, email }) => ({
        id: `user:${id}`,
        label: name,
        hint: email,
        run: () => void router.navigateByUrl(`/users/${id}`),
      }));
    },
  };
}
