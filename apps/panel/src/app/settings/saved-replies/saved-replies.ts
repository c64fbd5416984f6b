import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { SavedReplyDto } from '@groupless/shared-dto';
import { SettingsApi } from '../settings-api';
import { pageList } from '../../data/page-list';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Toasts } from '../../ui/toasts/toasts';
import { Beginning } from '../../ui/long-text';
import { IconButton } from '../../ui/icon-button';
import { SettingsList } from '../settings-list';

/** The texts that the team inserts into replies. */
@Component({
  selector: 'app-saved-replies',
  imports: [Beginning, IconButton, SettingsList, TranslocoPipe],
  templateUrl: './saved-replies.html',
  styles: `
    .row {
      display: flex;
      align-items: center;
      gap: 8px;
    }

    .what {
      flex: 1;
      min-width: 0;
    }

    strong {
      display: block;
    }

    p {
      color: var(--text-2);
    }
  `,
})
export class SavedReplies {
  private readonly api = inject(SettingsApi);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  protected readonly list = pageList<SavedReplyDto>(() => ({ url: '/api/settings/saved-replies' }));

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'saved-replies.make', group: 'keys.list', run: () => void this.edit(null) },
    ]);
  }

  /** @param reply null: a new one */
  protected async edit(reply: SavedReplyDto | null): Promise<void> {
    const load = () => import('./saved-reply-dialog').then(({ SavedReplyDialog }) => SavedReplyDialog);
    if ((await this.dialogs.load(load, { data: reply, autoFocus: 'input' })) === true)
      await this.list.reload();
  }

  protected async remove({ id, name }: SavedReplyDto): Promise<void> {
    const question = { title: 'saved-replies.delete_title', text: 'saved-replies.delete_text' };
    const params = { name };
    const isSure = await this.confirm.ask({
      ...question,
      action: 'saved-replies.delete',
      params,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.removeReply(id);
      await this.list.reload();
    } catch (error) {
      this.toasts.failed('saved-replies.not_deleted', error, { params });
    }
  }
}
