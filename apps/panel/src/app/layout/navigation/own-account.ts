import { inject, Injectable } from '@angular/core';
import type { UpdateMeDto } from '@groupless/shared-dto';
import { toProblem } from '../../http/problem';
import { Appearance } from '../../i18n/appearance';
import { Me } from '../../session/me';
import { Session } from '../../session/session';
import { SessionApi } from '../../session/session-api';
import { Unsaved } from '../../session/unsaved';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';

/** What a user does with the own account from anywhere: by the menu, and by the palette. */
@Injectable({ providedIn: 'root' })
export class OwnAccount {
  private readonly session = inject(Session);
  private readonly api = inject(SessionApi);
  private readonly me = inject(Me);
  private readonly appearance = inject(Appearance);
  private readonly unsaved = inject(Unsaved);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /** Shown at once; taken back if it cannot be kept. */
  async prefer(wish: UpdateMeDto): Promise<void> {
    try {
      await this.appearance.adopt(wish);
      await this.me.change(wish);
    } catch (error) {
      // The texts of another language are code, whose failure is no answer of the API.
      this.toasts.failed('user_menu.failed', toProblem(error));
    }
  }

  async setAway(is_away: boolean): Promise<void> {
    try {
      await this.api.setPresence({ is_away });
      await this.me.read();
    } catch (error) {
      this.toasts.failed('user_menu.failed', toProblem(error));
    }
  }

  async logOut(): Promise<void> {
    if (this.unsaved.isTyped() && !(await this.confirm.askToLeave())) return;
    await this.session.logOut();
  }
}
