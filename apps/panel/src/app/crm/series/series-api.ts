import { inject, Injectable } from '@angular/core';
import type { ChangedSeriesDto, CreateSeriesDto, PatchSeriesDto, SeriesDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';
import type { Farewell } from '../appointments-api';
import { byId } from '../bookable-resources';
import { NewResource } from '../new-resource';

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
  private readonly newResource = inject(NewResource);

  /** What would be made, and all that is in its way. */
  plan(series: CreateSeriesDto): Promise<SeriesDto> {
    const sent = byId(series);
    return this.newResource.ask(sent.resource, (query) =>
      this.api.post('/api/series', sent, { query: { dry_run: true, ...query } }),
    );
  }

  /** @throws Problem `series_conflicts` */
  book(series: CreateSeriesDto): Promise<SeriesDto> {
    const sent = byId(series);
    return this.newResource.ask(sent.resource, (query) => this.api.post('/api/series', sent, { query }));
  }

  /** @throws Problem `series_conflicts`, `invalid_transition` */
  change(series_id: string, range: SeriesRange, patch: PatchSeriesDto): Promise<ChangedSeriesDto> {
    const sent = byId(patch);
    return this.newResource.ask(sent.resource, (query) =>
      this.api.patch(apiPath`/api/series/${series_id}`, sent, { query: { ...range, ...query } }),
    );
  }

  cancel(series_id: string, { from }: SeriesRange, farewell: Farewell): Promise<void> {
    const query = { ...(from === undefined ? {} : { from }), ...farewell };
    return this.api.remove(apiPath`/api/series/${series_id}`, query);
  }
}
