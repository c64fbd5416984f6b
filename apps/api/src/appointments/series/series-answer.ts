import type { SeriesDto } from '@groupless/shared-dto';
import { createdIn, okDto, type Answer } from '../../platform/http/answer';

/** 201 if it was created; 200 for a dry run. */
export function seriesAnswer(series: SeriesDto, isTrial: boolean): Answer<SeriesDto> {
  return isTrial ? okDto(series) : createdIn(`/api/appointments?series_id=${series.series_id}`, series);
}
