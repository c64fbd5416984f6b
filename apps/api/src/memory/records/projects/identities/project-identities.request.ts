import {
  LIMITS,
  type FolderProjectQueryDto,
  type MergeProjectDto,
  type ProjectIdentitiesDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../../platform/docs/same-shape';
import { Flag, Integer, QueryInteger, Text } from '../../../../platform/validation/fields';
import { TextList } from '../../../../platform/validation/list-fields';

export class ProjectIdentitiesRequest implements ProjectIdentitiesDto {
  @TextList({
    ...LIMITS.project_identity,
    least: 1,
    most: LIMITS.project_identities.sent,
    description:
      'The surest first: remotes as git writes them or as `github.com/ada/shop`, the first commit as `commit:…`, a place as `laptop~1a2b3c4d:/home/ada/shop`.',
    example: ['github.com/ada/shop'],
  })
  identities: string[];
}

export class FolderProjectRequest extends ProjectIdentitiesRequest implements FolderProjectQueryDto {
  @Flag({ optional: true, description: 'Makes none, and adds nothing.', example: false })
  only_known?: boolean;
}

export class MergeProjectRequest implements MergeProjectDto {
  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of the project that stays.',
    example: 2,
  })
  into: number;
}

export class MergePreviewRequest {
  @QueryInteger({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of the project that would stay.',
    example: 2,
  })
  into: number;
}

export class RemovedIdentityRequest {
  @Text({
    ...LIMITS.project_identity,
    description: 'As the list of identities shows it.',
    example: 'github.com/ada/shop',
  })
  identity: string;
}

true satisfies SameShape<ProjectIdentitiesRequest, ProjectIdentitiesDto>;
true satisfies SameShape<FolderProjectRequest, FolderProjectQueryDto>;
true satisfies SameShape<MergeProjectRequest, MergeProjectDto>;
