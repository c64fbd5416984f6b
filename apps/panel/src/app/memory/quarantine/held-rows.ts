import { Component, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { EventDto, QuarantinedDto, QuarantineKind } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { isProblem } from '../../http/problem';
import { PluralPipe } from '../../i18n/plural';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { ListFrame } from '../../ui/lists/list-frame';
import { LongText } from '../../ui/long-text';
import { MemoryApi } from '../memory-api';

/** What is kept from assistants because it gives orders to a model, until somebody decides. */
@Component({
  selector: 'app-held-rows',
  imports: [ListFrame, Icon, LongText, PluralPipe, RelativeTime, TranslocoPipe],
  templateUrl: './held-rows.html',
  styleUrl: './held-rows.css',
})
export class HeldRows {
  /** Those of one row alone. */
  readonly kind = input<QuarantineKind>();
  readonly row = input<number>();
  readonly decided = output();
  private readonly api = inject(MemoryApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  protected readonly held = pageList<QuarantinedDto>(
    () => ({
      url: '/api/memory/quarantine',
      query: { kind: this.kind() ?? null, row_id: this.row() ?? null },
    }),
    { page: 50, outdatedBy: changesRows },
  );

  protected release(row: QuarantinedDto): Promise<void> {
    return this.decide(row, 'released', () => this.api.releaseHeld(row));
  }

  protected async discard(row: QuarantinedDto): Promise<void> {
    const isSure = await this.confirm.ask({
      title: 'memory.held.discard_title',
      text: 'memory.held.discard_text',
      action: 'memory.held.discard',
      params: { name: row.title },
      isDangerous: true,
    });
    if (isSure) await this.decide(row, 'discarded', () => this.api.discardHeld(row));
  }

  private async decide(
    row: QuarantinedDto,
    done: 'released' | 'discarded',
    send: () => Promise<unknown>,
  ): Promise<void> {
    const params = { name: row.title };
    const showAgain = this.held.remove(({ id }) => id === row.id);
    try {
      await send();
      this.toasts.show(`memory.held.${done}`, { params });
      this.decided.emit();
    } catch (error) {
      showAgain();
      this.toasts.failed('memory.held.not_decided', error, { params });
      // Somebody else decided, or it has another text: the user is to see what is held now.
      if (isProblem(error, 'not_found', 'version_mismatch')) await this.held.reload();
    }
  }
}

function changesRows({ type }: EventDto): boolean {
  return /^(?:session|state|project|person)\./.test(type);
}
