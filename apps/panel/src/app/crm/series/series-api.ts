import { inject, Injectable } from '@angular/core';
import type { ChangedSeriesDto, CreateSeriesDto, PatchSeriesDto, SeriesDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';

/** Which of a series change: from one of them on, or all that are to come. */
export interface SeriesRange {
  from?: string;
  /** The one whose new start is sent. */
  starts_at_of?: string;
}

/** `/api/series` */
@Injectable({ providedIn: 'root' })
export class SeriesApi {
  private readonly api = inject(Api);

  /** What would be made, and all that is in its way. */
  plan(series: CreateSeriesDto): Promise<SeriesDto> {
    return this.api.post('/api/series', series, { query: { dry_run: true } });
  }

  /** @throws Problem `series_conflicts` */
  book(series: CreateSeriesDto): Promise<SeriesDto> {
    return this.api.post('/api/series', series);
  }

  /** @throws Problem `series_conflicts`, `invalid_transition` */
  change(series_id: string, range: SeriesRange, patch: PatchSeriesDto): Promise<ChangedSeriesDto> {
    return this.api.patch(apiPath`/api/series/${series_id}`, patch, { query: { ...range } });
  }

  cancel(series_id: string, { from }: SeriesRange): Promise<void> {
    return this.api.remove(apiPath`/api/series/${series_id}`, from === undefined ? {} : { from });
  }
}
