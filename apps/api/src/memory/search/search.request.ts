import { LIMITS, SEARCH_KINDS, type MemorySearchQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { DayOrInstant } from '../../platform/validation/times/day-or-time';
import { QueryInteger, SomeOf, Text } from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';

export class SearchRequest extends PageRequest implements MemorySearchQueryDto {
  @Text({
    ...LIMITS.search,
    description:
      'Words in any order, typing errors are forgiven; words that stand in a row as in the query bring it up. ' +
      'What stands in quotes is found word for word, if any row has it so; a time (“last week”, “before the release of 2.0”) brings ' +
      'up what is of it.',
    example: 'backup server',
  })
  q: string;

  @SomeOf({
    optional: true,
    values: SEARCH_KINDS,
    description: 'One kind, or several by comma. Default: all.',
  })
  kind?: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description:
      'Name of a project, or its identity: its own row, its state and that of no project, its tasks, its decisions, its chat, and the ' +
      'sessions that name it.',
  })
  project?: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description:
      'Name of the project that you work on: what belongs to it comes first, and nothing is left out.',
    example: 'website',
  })
  project_at_hand?: string;

  @DayOrInstant({
    optional: true,
    description: 'Only rows of that day or time, or later.',
    example: '2026-11-20',
  })
  since?: string;

  @QueryInteger({
    optional: true,
    min: 0,
    max: 1,
    description:
      '1: the excerpt of a chat message begins with the line of the message before it and ends with that of the one after; that of ' +
      'a session ends with the line of what it decided last.',
  })
  around?: number;
}

true satisfies SameShape<SearchRequest, MemorySearchQueryDto>;
