import {
  LIMITS,
  SUMMARY_MAKINGS,
  type SessionSummaryInputDto,
  type SummaryMaking,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { SessionPlaceRequest } from '../../memory/public';
import { OneOf, Text, TextOrList, Word } from '../../platform/validation/fields';
import { TextsOrIds } from '../../platform/validation/list-fields';
import { Instant } from '../../platform/validation/times/time-fields';

const list = (description: string, example: string) =>
  TextOrList({ optional: true, max: LIMITS.session_list.max, description, example });

export class SessionSummaryRequest extends SessionPlaceRequest implements SessionSummaryInputDto {
  @Text({
    ...LIMITS.summary,
    description: 'What happened in the session.',
    example: 'Moved the booking form to the new API.',
  })
  summary: string;

  @list('Names of projects, separated by commas, or an array of them.', 'website, booking')
  projects_touched?: string | string[];

  @list(
    'Decisions, one a line, or an array of them. Each becomes a decision of its own.',
    'keep the old URLs',
  )
  decisions_made?: string | string[];

  @TextsOrIds({
    optional: true,
    ...LIMITS.decisions_withdrawn,
    description: 'Decisions that stand no longer: an array of their ids or texts, or one text.',
    example: [12],
  })
  decisions_withdrawn?: string | (string | number)[];

  @list('Completed tasks, separated by commas, or an array of them.', 'replace the booking form')
  tasks_completed?: string | string[];

  @list('New tasks, separated by commas, or an array of them.', 'remove the old form')
  tasks_created?: string | string[];

  @Word({ optional: true, nullable: true, ...LIMITS.mood, description: 'One word.', example: 'focused' })
  mood?: string | null;

  @Instant({
    optional: true,
    description: 'When the session ended, in the last 30 days. Default: now.',
    example: '2026-11-20T08:30:00Z',
  })
  ended_at?: string;

  @OneOf({
    optional: true,
    values: SUMMARY_MAKINGS,
    description:
      'How it was made. What a compaction made, or a hook extracted, belongs to the user of the key. Default: `written`.',
  })
  made?: SummaryMaking;
}

true satisfies SameShape<SessionSummaryRequest, SessionSummaryInputDto>;
