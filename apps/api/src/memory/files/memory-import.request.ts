import { LIMITS } from '@groupless/shared-dto';
import { QueryFlag, Text } from '../../platform/validation/fields';

export class MemoryImportRequest {
  @Text({
    optional: true,
    ...LIMITS.project_name,
    description:
      'Name of a project, or its identity, to which all that another program kept belongs. Without it: as the file says, else none.',
  })
  project?: string;

  @QueryFlag({ optional: true, description: 'True: nothing is stored, the answer says what would be.' })
  dry_run?: 'true' | 'false';
}
