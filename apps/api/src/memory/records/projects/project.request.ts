import {
  LIMITS,
  PROJECT_SORTS,
  PROJECT_STATUSES,
  type CreateProjectDto,
  type PatchProjectDto,
  type ProjectFieldsDto,
  type ProjectStatus,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { Integer, OneOf, Text, Visible } from '../../../platform/validation/fields';
import { AsOf } from '../../history/as-of/as-of.request';
import { PageRequest } from '../../../platform/validation/page.request';

class ProjectFields implements ProjectFieldsDto {
  @Text({ optional: true, ...LIMITS.description, example: 'The public site and its booking form.' })
  description?: string;

  @OneOf({
    optional: true,
    values: PROJECT_STATUSES,
    description: '`active` at first. An archived project is in no brief that is not for it.',
    example: 'paused',
  })
  status?: ProjectStatus;

  @Text({ optional: true, ...LIMITS.line, example: 'web-1' })
  server?: string;

  @Text({ optional: true, ...LIMITS.line, example: 'https://booking.example' })
  url?: string;

  @Text({ optional: true, ...LIMITS.line, example: 'Angular, NestJS, PostgreSQL' })
  stack?: string;

  @Text({ optional: true, ...LIMITS.description, example: 'Deploys on Fridays are off.' })
  notes?: string;

  @Integer({ optional: true, ...LIMITS.priority, description: '10 comes first.', example: 7 })
  priority?: number;
}

export class CreateProjectRequest extends ProjectFields implements CreateProjectDto {
  @Visible()
  @Text({ ...LIMITS.project_name, description: 'Unique.', example: 'Booking page' })
  name: string;
}

export class PatchProjectRequest extends ProjectFields implements PatchProjectDto {
  @Visible()
  @Text({ optional: true, ...LIMITS.project_name, description: 'Unique.' })
  name?: string;
}

export class ProjectListRequest extends PageRequest {
  @AsOf() as_of?: string;

  @OneOf({
    optional: true,
    values: PROJECT_SORTS,
    description: 'Default: the most important first, then by name.',
  })
  sort?: (typeof PROJECT_SORTS)[number];
}

true satisfies SameShape<CreateProjectRequest, CreateProjectDto>;
true satisfies SameShape<PatchProjectRequest, PatchProjectDto>;
