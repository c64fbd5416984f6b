import { inject, Injectable, signal } from '@angular/core';
import type { AppointmentDto, PatchSeriesDto, SeriesConflictDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { SeriesApi } from '../../crm/series/series-api';
import { SeriesObstacles, type Words } from '../../crm/series/series-obstacles';
import { ShownZone } from '../../crm/shown-zone';
import { minutesBetween } from '../../crm/slot-times';
import { isProblem, Problem } from '../../http/problem';
import { Texts } from '../../i18n/texts';
import { rangeOf, type SeveralScope } from './series-scope';

/** Changes several appointments of a series at once. Each dialog has its own. */
@Injectable()
export class SeriesChange {
  private readonly api = inject(SeriesApi);
  private readonly appointments = inject(AppointmentsApi);
  private readonly texts = inject(Texts);
  private readonly obstacles = inject(SeriesObstacles);
  private readonly zone = inject(ShownZone);
  private isSkipping = false;
  /** Those that cannot change, after a refusal. */
  readonly stuck = signal<(SeriesConflictDto & { words: Words })[] | null>(null);

  /** Sends once more; those that cannot change are left as they are. */
  async skipping(submit: () => Promise<unknown>): Promise<void> {
    this.isSkipping = true;
    await submit().finally(() => (this.isSkipping = false));
  }

  /** What has changed; null where some of them cannot, or none can. */
  async send(
    appointment: AppointmentDto,
    scope: SeveralScope,
    { client_id: _client, ...patch }: PatchSeriesDto & { client_id?: string },
  ): Promise<readonly AppointmentDto[] | null> {
    this.stuck.set(null);
    const { id, series_id, resource, resource_id, starts_at, ends_at } = appointment;
    if (patch.starts_at !== undefined) await this.demandUnmoved(appointment);
    const range = { ...rangeOf({ id }, scope), ...(patch.starts_at !== undefined && { starts_at_of: id }) };
    const on_conflict = this.isSkipping ? 'skip' : 'fail';
    const { changed, conflicts } = await this.api
      .change(series_id ?? '', range, { ...patch, on_conflict })
      .catch((error: unknown) => {
        if (!isProblem(error, 'series_conflicts')) throw error;
        return { changed: [], conflicts: error.answer.conflicts ?? [] };
      });
    if (changed.length > 0 || conflicts.length === 0) return changed;
    const minutes = minutesBetween(patch.starts_at ?? starts_at, patch.ends_at ?? ends_at);
    const place = patch.resource === undefined ? { resource, resource_id } : { resource: patch.resource };
    const at = { ...place, minutes, zone: this.zone, series_id };
    const words = await this.obstacles.name(conflicts, at);
    const plain = { key: 'crm.taken', params: {} };
    this.stuck.set(conflicts.map((one) => ({ ...one, words: words.get(one.starts_at) ?? plain })));
    return null;
  }

  /**
   * The others move by as far as this one does: from where somebody else has moved it meanwhile that is another distance.
   * @throws Problem `version_mismatch`
   */
  private async demandUnmoved({ id, starts_at, ends_at }: AppointmentDto): Promise<void> {
    const { row } = await this.appointments.read(id);
    if (row.starts_at === starts_at && row.ends_at === ends_at) return;
    const detail = this.texts.of('appointments.series_moved_since');
    throw new Problem(409, { code: 'version_mismatch', detail });
  }
}
