import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, UserDto, CreatedUserDto } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { Actor } from '../platform/access/caller';
import { CurrentActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { created, type Answer } from '../platform/http/answer';
import { baseUrl } from '../platform/http/server/base-url';
import { UuidPipe } from '../platform/http/uuid.pipe';
import {
  CreateUserRequest,
  KeysOfLeaverRequest,
  PatchUserRequest,
  UserListRequest,
} from './requests/user.requests';
import { UserManagementService } from './user-management.service';

const PATH = 'api/users';

/** Users of the panel. Their sessions and second factors are in `auth/account/user-access.controller.ts`. */
@ApiTags('Users')
@Controller(PATH)
@RequiresRole('admin')
export class UsersController {
  constructor(
    private readonly users: UserManagementService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @Describes({ summary: 'List the users', problems: ['invalid_cursor'] })
  list(@Query() query: UserListRequest): Promise<PageDto<UserDto>> {
    return this.users.list(query);
  }

  @Post()
  @RequiresConfirmation()
  @Describes({
    summary: 'Add a user, with a password or with a link to choose one',
    description: '`invite_url` is shown this once. It is good once, for 72 hours.',
    problems: ['email_taken', 'too_many_requests'],
  })
  async create(
    @Body() body: CreateUserRequest,
    @Req() request: FastifyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<Answer<CreatedUserDto>> {
    return created(`/${PATH}`, await this.users.create(body, baseUrl(this.settings, request), actor));
  }

  @Get(':id')
  @Describes({ summary: 'Read a user', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string): Promise<UserDto> {
    return this.users.get(id);
  }

  @Patch(':id')
  @RequiresConfirmation('email', 'role', { field: 'is_active', is: true })
  @Describes({
    summary: 'Change a user, or switch one off',
    description:
      'Counts at once, also for sessions that are open. Who is switched off is logged out everywhere.',
    problems: ['not_found', 'email_taken', 'last_admin'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchUserRequest,
    @Query() { keys = 'revoke' }: KeysOfLeaverRequest,
    @CurrentActor() actor: Actor,
  ): Promise<UserDto> {
    return this.users.patch(id, patch, keys, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresConfirmation()
  @Describes({ summary: 'Remove a user', problems: ['not_found', 'last_admin'] })
  remove(
    @Param('id', UuidPipe) id: string,
    @Query() { keys = 'revoke' }: KeysOfLeaverRequest,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.users.remove(id, keys, actor);
  }
}
