import { inject } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { LiveEvents } from '../data/live-events';
import { Me } from '../session/me';
import { Page } from '../session/page';
import { Session } from '../session/session';
import { Unsaved } from '../session/unsaved';
import { Toasts } from '../ui/toasts/toasts';

/**
 * Follows what an admin changes of the own account, in an injection context. Which screens and commands there are is decided
 * when the page starts, so another role loads it again, unless something is typed: then the user does that.
 */
export function followOwnUser(): void {
  const session = inject(Session);
  const me = inject(Me);
  const unsaved = inject(Unsaved);
  const toasts = inject(Toasts);
  const page = inject(Page);
  const transloco = inject(TranslocoService);
  inject(LiveEvents).onEvent(['user.updated'], ({ type, id }) => {
    if (type === 'resync' || id === session.user_id()) void follow().catch(() => undefined);
  });

  async function follow(): Promise<void> {
    const before = session.user()?.role;
    await me.read();
    const role = session.user()?.role;
    if (role === undefined || role === before) return;
    if (!unsaved.isThere()) {
      page.reload();
      return;
    }
    toasts.remark('session.role_changed', {
      params: { role: transloco.translate(`roles.${role}`) },
      action: { label: 'session.load_again', run: () => page.reload() },
    });
  }
}
