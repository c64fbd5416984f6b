import type { SeriesDto } from '@groupless/shared-dto';
import { createdIn, ok, type Answer } from '../../platform/http/answer';
import type { JsonText } from '../../platform/http/json-text';

/** 201 for what was made; 200 for a trial. */
export function seriesAnswer(series: SeriesDto, isTrial: boolean): Answer {
  const row = JSON.stringify(series) as JsonText;
  const { series_id } = series;
  return isTrial ? ok(row) : createdIn(`/api/appointments?series_id=${series_id}`, { row });
}
