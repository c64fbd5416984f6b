import type { AppointmentDto, SeriesScope } from '@groupless/shared-dto';
import type { SeriesRange } from '../../crm/series/series-api';

/** Of several of a series; of one alone it is an appointment like any other. */
export type SeveralScope = Exclude<SeriesScope, 'this'>;

/** Which of a series change with an appointment. */
export function rangeOf({ id }: Pick<AppointmentDto, 'id'>, scope: SeveralScope): SeriesRange {
  return scope === 'all' ? {} : { from: id };
}
