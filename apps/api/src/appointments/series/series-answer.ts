import type { SeriesDto } from '@groupless/shared-dto';
import { createdIn, okDto, type Answer } from '../../platform/http/answer';

/** 201 for what was made; 200 for a trial. */
export function seriesAnswer(series: SeriesDto, isTrial: boolean): Answer {
  return isTrial ? okDto(series) : createdIn(`/api/appointments?series_id=${series.series_id}`, series);
}
