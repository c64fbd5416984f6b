import type { SeriesDto } from '@groupless/shared-dto';
import { createdIn, okDto, type Answer } from '../../platform/http/answer';

/** 201 if it was created; 200 for a dry run, and for a repeat. */
export function seriesAnswer({ series, is_new }: { series: SeriesDto; is_new: boolean }): Answer<SeriesDto> {
  return is_new ? createdIn(`/api/appointments?series_id=${series.series_id}`, series) : okDto(series);
}
