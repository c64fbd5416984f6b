import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  LIMITS,
  SERIES_SCOPES,
  type BlockDto,
  type CreateBlockDto,
  type MetAppointmentDto,
  type SavedBlockDto,
  type SeriesScope,
} from '@groupless/shared-dto';
import { NO_REPEAT, ruleOf, type RepeatDraft } from '../../crm/series/recurrence';
import { RepeatFields, repeatRules } from '../../crm/series/repeat-fields';
import { namesWith } from '../../crm/resource-names';
import { ShownZone } from '../../crm/shown-zone';
import { closeUnasked } from '../../ui/dialogs/dialogs';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { DateTimeField } from '../../ui/forms/date-time-field';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import type { BlockData } from './block-wish';

interface Draft {
  /** Empty: all. */
  resource: string;
  reason: string;
  starts_at: string | null;
  ends_at: string | null;
  repeat: RepeatDraft;
  scope: SeriesScope;
}

/** Blocks a time, or changes a block. Before it is saved it names the appointments that it meets. */
@Component({
  selector: 'app-block-dialog',
  imports: [DateTimeField, Field, FormDialog, FormField, RepeatFields, RouterLink, TranslocoPipe],
  templateUrl: './block-dialog.html',
  styles: `
    .column {
      flex-direction: column;
    }

    .met {
      margin: 4px 0 0;
      padding-left: 20px;
    }

    .remove {
      align-self: flex-start;
    }
  `,
})
export class BlockDialog {
  private readonly wish = inject<BlockData>(DIALOG_DATA);
  private readonly work = this.wish.work;
  private readonly dialog = inject<DialogRef<SavedBlockDto>>(DialogRef);
  protected readonly zone = inject(ShownZone);
  protected readonly scopes = SERIES_SCOPES;
  protected readonly block: BlockDto | null = this.wish.block ?? null;
  protected readonly resources = namesWith(
    this.zone.resources(),
    this.block?.resource ?? this.wish.resource ?? this.zone.resources()[0] ?? '',
  );
  private readonly model = signal<Draft>(this.draftAtFirst());
  private readonly asked = signal<{ met: MetAppointmentDto[]; draft: string } | null>(null);
  /** Whether the appointments that this very block meets are shown. */
  protected readonly isAsked = computed(() => this.asked()?.draft === JSON.stringify(this.model()));
  protected readonly met = computed(() => this.asked()?.met ?? []);
  protected readonly form = form(
    this.model,
    (path) => {
      maxLength(path.reason, LIMITS.block_reason.max);
      required(path.starts_at);
      required(path.ends_at);
      repeatRules(path.repeat);
    },
    { submission: sending((draft: Draft) => this.save(draft)) },
  );

  protected async remove(): Promise<void> {
    if (this.block === null) return;
    if (await this.work.remove(this.block, this.model().scope)) closeUnasked(this.dialog);
  }

  private draftAtFirst(): Draft {
    const { starts_at = null, ends_at = null, resource } = this.wish;
    const { block } = this;
    return {
      resource: block === null ? (resource ?? this.zone.resources()[0] ?? '') : (block.resource ?? ''),
      reason: block?.reason ?? '',
      starts_at: block?.starts_at ?? starts_at,
      ends_at: block?.ends_at ?? ends_at,
      repeat: NO_REPEAT,
      scope: 'this',
    };
  }

  private async save(draft: Draft): Promise<void> {
    const text = JSON.stringify(draft);
    if (this.asked()?.draft !== text) {
      const { affected } = await this.send(draft, true);
      if (affected.length > 0) {
        this.asked.set({ met: affected, draft: text });
        return;
      }
    }
    const saved = await this.send(draft, false);
    await this.work.saved(saved);
    this.dialog.close(saved);
  }

  private send(draft: Draft, isTrial: boolean): Promise<SavedBlockDto> {
    const { resource, reason, starts_at, ends_at, scope, repeat } = draft;
    const wanted: CreateBlockDto = {
      ...{ resource: resource === '' ? null : resource, reason },
      ...{ starts_at: starts_at ?? '', ends_at: ends_at ?? '' },
    };
    if (this.block !== null) return this.work.change(this.block.id, wanted, scope, isTrial);
    const rrule = ruleOf(repeat, wanted.starts_at, this.zone.business());
    return this.work.create({ ...wanted, ...(rrule === null ? {} : { rrule }) }, isTrial);
  }
}
