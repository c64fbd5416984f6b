import { inject, Injectable } from '@angular/core';
import type {
  BlockDto,
  BusyTimeDto,
  CreateBlockDto,
  MetAppointmentDto,
  PatchBlockDto,
  SavedBlockDto,
  SeriesScope,
} from '@groupless/shared-dto';
import { clientOf } from '../../crm/attendee';
import { ShownZone } from '../../crm/shown-zone';
import { Formats } from '../../i18n/formats';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import type { ResourceSlot } from '../calendar/resource-columns';
import { BlocksApi } from './blocks-api';
import type { BlockWork } from './block-wish';
import { BusyTimes } from './busy-times';

/** What is done to blocks from the calendar. */
@Injectable()
export class BlockChanges implements BlockWork {
  private readonly api = inject(BlocksApi);
  private readonly busyTimes = inject(BusyTimes);
  private readonly zone = inject(ShownZone);
  private readonly confirm = inject(Confirm);
  private readonly formats = inject(Formats);
  private readonly toasts = inject(Toasts);

  /** After a drag. Undo moves it to where it was before. */
  async drop(busy: BusyTimeDto, { starts_at, ends_at, ...place }: ResourceSlot): Promise<void> {
    const id = busy.block_id;
    if (id === null) return;
    const before = { starts_at: busy.starts_at, ends_at: busy.ends_at, resource_id: busy.resource_id };
    const isOfAll = busy.resource_id === null;
    const wanted = { starts_at, ends_at, ...(isOfAll ? {} : { resource_id: place.resource_id }) };
    this.busyTimes.move(id, { ...wanted, ...(isOfAll ? {} : place) });
    try {
      const { affected } = await this.api.change(id, wanted, 'this', true);
      if (affected.length > 0 && !(await this.isSure(affected))) return;
      await this.api.change(id, wanted);
      this.toasts.undoable('appointments.block.moved', () => void this.putBack(id, before), {
        time: this.zone.span(starts_at, ends_at),
      });
    } catch (error) {
      this.toasts.failed('appointments.block.not_changed', error);
    } finally {
      await this.busyTimes.reload();
    }
  }

  create(block: CreateBlockDto, isTrial: boolean): Promise<SavedBlockDto> {
    return this.api.create(block, isTrial);
  }

  change(id: string, patch: PatchBlockDto, scope: SeriesScope, isTrial: boolean): Promise<SavedBlockDto> {
    return this.api.change(id, patch, scope, isTrial);
  }

  /** One that stands alone can be taken back. Answers whether it is gone. */
  async remove(block: BlockDto, scope: SeriesScope): Promise<boolean> {
    try {
      await this.api.remove(block.id, scope);
    } catch (error) {
      this.toasts.failed('appointments.block.not_removed', error);
      return false;
    }
    const { resource_id, starts_at, ends_at, reason } = block;
    if (scope !== 'this') this.toasts.show('appointments.block.removed');
    else
      this.toasts.undoable(
        'appointments.block.removed',
        () => void this.run(() => this.api.create({ resource_id, starts_at, ends_at, reason })),
      );
    await this.busyTimes.reload();
    return true;
  }

  async saved({ starts_at, ends_at }: SavedBlockDto): Promise<void> {
    this.toasts.show('appointments.block.saved', { params: { time: this.zone.span(starts_at, ends_at) } });
    await this.busyTimes.reload();
  }

  private putBack(
    id: string,
    before: Pick<BlockDto, 'starts_at' | 'ends_at' | 'resource_id'>,
  ): Promise<void> {
    return this.run(() => this.api.change(id, before));
  }

  private async run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.toasts.failed('appointments.block.not_changed', error);
    }
    await this.busyTimes.reload();
  }

  private isSure(affected: readonly MetAppointmentDto[]): Promise<boolean> {
    const list = affected.map((met) => `${clientOf(met)} (${this.zone.span(met.starts_at, met.ends_at)})`);
    return this.confirm.ask({
      title: 'appointments.block.meets_title',
      text: 'appointments.block.meets',
      action: 'appointments.block.all_the_same',
      params: { list: this.formats.list(list) },
    });
  }
}
