import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { HookDto } from '@groupless/shared-dto';
import { query } from '../../http/query';
import { Dialogs } from '../../layout/dialogs';
import { PageHeader } from '../../layout/page-header';
import { Shortcuts } from '../../layout/shortcuts';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { HookRow } from './hook-row';
import { HOOKS_PATH } from './hooks-api';
import { openHookDialog } from './open-hook-dialog';

/** The addresses outside that are told of events. */
@Component({
  selector: 'app-hooks',
  imports: [
    EmptyState,
    ErrorPanel,
    HookRow,
    Icon,
    PageHeader,
    RefetchBar,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './hooks.html',
  styleUrl: './page.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Hooks {
  private readonly dialogs = inject(Dialogs);
  protected readonly hooks = query<HookDto[]>(() => HOOKS_PATH);

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'hooks.make', group: 'keys.list', run: () => void this.make() },
    ]);
  }

  protected make(): Promise<unknown> {
    return openHookDialog(this.dialogs, null);
  }
}
