import { ApiProperty } from '@nestjs/swagger';
import {
  LIMITS,
  type FolderProjectDto,
  type FolderProjectQueryDto,
  type MergedProjectDto,
  type MergePreviewDto,
  type MergeProjectDto,
  type ProjectIdentitiesDto,
  type ProjectMergeDto,
  type ProjectMergesDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../../platform/docs/same-shape';
import { Flag, Integer, QueryInteger, Text } from '../../../../platform/validation/fields';
import { TextList } from '../../../../platform/validation/list-fields';
import { ProjectRecord } from '../../../rows.response';

export class ProjectIdentitiesRequest implements ProjectIdentitiesDto {
  @TextList({
    ...LIMITS.project_identity,
    least: 1,
    most: LIMITS.project_identities.sent,
    description:
      'The surest first: remotes as git writes them or as `github.com/ada/shop`, the first commit as `commit:…`, a place as `laptop:/home/ada/shop`.',
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

const Count = () => ApiProperty({ type: 'integer', example: 3 });

class SameRows {
  @Count() state: number;
  @Count() tasks: number;
  @Count() decisions: number;
}

export class MergePreviewResponse implements MergePreviewDto {
  @Count() sessions: number;
  @Count() state: number;
  @Count() tasks: number;
  @Count() decisions: number;
  @Count() identities: number;

  @ApiProperty({ type: SameRows, description: 'How many of these the other project has: its own stay.' })
  same: SameRows;
}

export class MergedProjectResponse extends ProjectRecord implements MergedProjectDto {
  @ApiProperty({
    type: 'integer',
    example: 0,
    description:
      'How many sessions were left, because they are not for the caller: they keep the name of the project that went.',
  })
  left: number;
}

class ProjectMergeRow implements ProjectMergeDto {
  @ApiProperty({ type: 'integer', description: 'The id that it had.', example: 7 }) project_id: number;
  @ApiProperty({ type: String, example: 'shop-old' }) name: string;
  @ApiProperty({ type: String, format: 'date-time' }) merged_at: string;
}

export class ProjectMergesResponse implements ProjectMergesDto {
  @ApiProperty({ type: [ProjectMergeRow], description: 'The newest first.' })
  merges: ProjectMergeRow[];
}

export class ProjectIdentitiesResponse implements ProjectIdentitiesDto {
  @ApiProperty({ type: [String], example: ['github.com/ada/shop'] })
  identities: string[];
}

export class FolderProjectResponse implements FolderProjectDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its name; null: none is known.',
    example: 'shop',
  })
  project: string | null;

  @ApiProperty({ type: Boolean, description: 'None of the identities was known.' })
  is_new: boolean;

  @ApiProperty({
    type: [String],
    description: 'Other projects that have one of the identities: perhaps the same one.',
  })
  also: string[];
}

true satisfies SameShape<ProjectIdentitiesRequest, ProjectIdentitiesDto>;
true satisfies SameShape<FolderProjectRequest, FolderProjectQueryDto>;
true satisfies SameShape<MergeProjectRequest, MergeProjectDto>;
true satisfies SameShape<MergePreviewResponse, MergePreviewDto>;
true satisfies SameShape<ProjectMergesResponse, ProjectMergesDto>;
true satisfies SameShape<MergedProjectResponse, MergedProjectDto>;
true satisfies SameShape<FolderProjectResponse, FolderProjectDto>;
