import { Component, inject } from '@angular/core';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { SettingsList } from '../settings-list';
import { ShownHooks } from '../shown-hooks';
import { HookRow } from './hook-row';
import { openHookDialog } from './open-hook-dialog';

/** The addresses outside that are told of events. */
@Component({
  selector: 'app-hooks',
  imports: [HookRow, SettingsList],
  template: `
    <app-settings-list heading="settings.hooks" texts="hooks" icon="send" [list]="hooks" (made)="make()">
      <ng-template #row let-hook><app-hook-row [hook]="hook" /></ng-template>
    </app-settings-list>
  `,
})
export class Hooks {
  private readonly dialogs = inject(Dialogs);
  protected readonly hooks = inject(ShownHooks).list;

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'hooks.make', group: 'keys.list', run: () => void this.make() },
    ]);
  }

  protected make(): Promise<unknown> {
    return openHookDialog(this.dialogs, null);
  }
}
