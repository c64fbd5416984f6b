import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type AppointmentDto, type PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';

/** Which one of its series an appointment is, with the way to the others. */
@Component({
  selector: 'app-series-place',
  imports: [RouterLink, TranslocoPipe],
  template: `
    @if (place(); as place) {
      {{ 'crm.series.place' | transloco: place }}
      <a routerLink="/appointments" [queryParams]="others()">{{ 'crm.series.others' | transloco }}</a>
    }
  `,
})
export class SeriesPlace {
  readonly of = input.required<Pick<AppointmentDto, 'id' | 'series_id'>>();
  private readonly series = query<PageDto<AppointmentDto>>(() => {
    const { series_id } = this.of();
    if (series_id === null) return undefined;
    return { url: '/api/appointments', query: { series_id, sort: 'starts_at', limit: LIMITS.series } };
  });
  protected readonly place = computed(() => {
    const rows = this.series.value()?.items ?? [];
    const index = rows.findIndex(({ id }) => id === this.of().id);
    return index === -1 ? null : { place: index + 1, count: rows.length };
  });
  protected readonly others = computed(() => ({
    view: 'list',
    period: 'all',
    series_id: this.of().series_id,
  }));
}
