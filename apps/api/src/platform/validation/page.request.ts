import { LIMITS } from '@groupless/shared-dto';
import { QueryInteger, Text } from './fields';

/** The parameters of every list that grows. */
export class PageRequest {
  @QueryInteger({ optional: true, ...LIMITS.page, description: 'How many rows at most.' })
  limit?: number;

  @Text({
    optional: true,
    min: 1,
    max: 4_000,
    description: '`next_cursor` of the page before, with the same filters.',
  })
  cursor?: string;
}
