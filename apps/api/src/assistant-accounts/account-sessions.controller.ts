import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Put, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole, RequiresScope } from '../shared/access/access.decorators';
import type { Actor } from '../shared/access/caller';
import { CurrentActor } from '../shared/access/current-caller';
import { Describes } from '../shared/docs/describes';
import { okVersion, type Answer } from '../shared/http/answer';
import { BodyText } from '../shared/http/body-text';
import { IfMatch, type ExpectedVersions } from '../shared/http/if-match';
import { UuidPipe } from '../shared/http/uuid.pipe';
import { AccountResponse, ActiveSessionResponse } from './account.response';
import { AccountSessionsService } from './account-sessions.service';
import { ActiveSessionRequest, StoreSessionRequest } from './requests/session.request';

/** The sessions of the accounts: anybody who may can store one, but only a key reads it. */
@ApiTags('Assistant accounts')
@Controller('api/assistant-accounts')
export class AccountSessionsController {
  constructor(private readonly sessions: AccountSessionsService) {}

  @Get('active-session')
  @RequiresScope('session:read')
  @Describes({
    summary: 'Read the session of the active account',
    description:
      'Each read is recorded before it is answered. The `ETag` is the version of the session: with it in ' +
      '`If-None-Match` the answer is 304 as long as the same session is active.',
    answers: ActiveSessionResponse,
    problems: ['no_active_account', 'no_session'],
  })
  readActive(
    @Query() { format = 'json' }: ActiveSessionRequest,
    @Headers('if-none-match') if_none_match: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<Answer> {
    return this.sessions.readActive({ format, if_none_match }, actor);
  }

  @Get(':id/session')
  @RequiresScope('session:read')
  @Describes({
    summary: 'Read the session of an account without activating it',
    description: 'For one machine or one process that uses another account than the active one.',
    answers: ActiveSessionResponse,
    problems: ['not_found', 'no_session'],
  })
  readOne(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<Answer> {
    return this.sessions.readOne(id, actor);
  }

  @Put(':id/session')
  @RequiresRole('admin', 'session:write')
  @RouteConfig({ keeps_body_text: true })
  @Describes({
    summary: 'Store the session of an assistant account',
    description: '`If-Match` with the `session_version` in quotes replaces that session and no other.',
    answers: AccountResponse,
    problems: ['not_found', 'version_mismatch'],
  })
  async store(
    @Param('id', UuidPipe) id: string,
    @Body() session: StoreSessionRequest,
    @BodyText() body_text: string,
    @IfMatch() versions: ExpectedVersions,
    @CurrentActor() actor: Actor,
  ): Promise<Answer> {
    return okVersion(await this.sessions.store(id, session, body_text, versions, actor));
  }

  @Delete(':id/session')
  @HttpCode(204)
  @RequiresRole('admin')
  @Describes({
    summary: 'Remove the session of an assistant account',
    answers: 'nothing',
    problems: ['not_found'],
  })
  remove(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.sessions.remove(id, actor);
  }
}
