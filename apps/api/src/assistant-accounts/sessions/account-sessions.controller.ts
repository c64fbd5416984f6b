import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { AccountDto, AccountSessionDto, ActiveSessionDto } from '@groupless/shared-dto';
import {
  RequiresConfirmation,
  RequiresRole,
  RequiresScope,
  RequiresScopes,
} from '../../platform/access/access.decorators';
import type { Caller, KnownActor } from '../../platform/access/caller';
import { CurrentMachine, MachineHolds, type CallingMachine } from '../../platform/access/calling-machine';
import { CurrentCaller, CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { Versioned, type Answer } from '../../platform/http/answer';
import { BodyText } from '../../platform/http/bodies/body-text';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { IfNoneMatch, type HasVersion } from '../../platform/http/headers/if-none-match';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AccountSessionsService } from './account-sessions.service';
import { sessionAnswer } from './session-answer';
import { SessionVersionPipe } from './requests/session-version.pipe';
import { ActiveSessionRequest, StoreSessionQuery, StoreSessionRequest } from './requests/session.request';

/** The sessions of the accounts: admins and keys store them, but only a key reads one. */
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
    problems: ['no_active_account', 'no_session'],
  })
  async readActive(
    @Query() { format = 'json', tool }: ActiveSessionRequest,
    @IfNoneMatch() hasVersion: HasVersion,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentMachine() machine: CallingMachine | null,
    @MachineHolds() holds: boolean | null,
  ): Promise<Answer<ActiveSessionDto>> {
    return sessionAnswer(
      await this.sessions.readActive(tool ?? null, hasVersion, { actor, machine, holds }),
      format,
    );
  }

  @Get(':id/session')
  @RequiresScopes('session:read', 'account:activate')
  @Describes({
    summary: 'Read the session of an account without activating it',
    description:
      'For one machine or one process that uses another account than the active one. A key that may not activate ' +
      'accounts reads the active session only.',
    problems: ['not_found', 'no_session'],
  })
  async readOne(
    @Param('id', UuidPipe) id: string,
    @IfNoneMatch() hasVersion: HasVersion,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentMachine() machine: CallingMachine | null,
    @MachineHolds() holds: boolean | null,
  ): Promise<Answer<ActiveSessionDto>> {
    return sessionAnswer(await this.sessions.readOne(id, hasVersion, { actor, machine, holds }), 'json');
  }

  @Get(':id/sessions')
  @RequiresRole('admin', 'session:write')
  @Describes({
    summary: 'List the last sessions of an assistant account, without their content',
    description: 'The newest first, at most 10. The present one is among them.',
    problems: ['not_found'],
  })
  list(@Param('id', UuidPipe) id: string, @CurrentCaller() caller: Caller): Promise<AccountSessionDto[]> {
    return this.sessions.list(id, caller);
  }

  @Post(':id/sessions/:version/restore')
  @RequiresConfirmation()
  @HttpCode(200)
  @RequiresRole('admin', 'session:write')
  @Describes({
    summary: 'Put a session of an assistant account back',
    description: 'It gets a new version. Neither its owner nor its age is checked.',
    problems: ['not_found'],
  })
  async restore(
    @Param('id', UuidPipe) id: string,
    @Param('version', SessionVersionPipe) version: number,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentMachine() machine: CallingMachine | null,
  ): Promise<Versioned<AccountDto>> {
    return versioned(await this.sessions.restore(id, version, { actor, machine }));
  }

  @Put(':id/session')
  @RequiresConfirmation()
  @RequiresRole('admin', 'session:write')
  @RouteConfig({ keeps_body_text: true })
  @Describes({
    summary: 'Store the session of an assistant account',
    description:
      '`If-Match` with the `session_version` in quotes replaces that session and no other. A session of another ' +
      'login, or an older one of the same login, needs `force=true`. The replaced session is kept among the last 10.',
    problems: [
      'not_found',
      'version_mismatch',
      'incomplete_session',
      'account_identity_mismatch',
      'older_session',
    ],
  })
  async store(
    @Param('id', UuidPipe) id: string,
    @Query() { force }: StoreSessionQuery,
    @Body() { session_data: document }: StoreSessionRequest,
    @BodyText() bodyText: string,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentMachine() machine: CallingMachine | null,
  ): Promise<Versioned<AccountDto>> {
    const session = { document, body_text: bodyText, versions, is_forced: force === 'true' };
    return versioned(await this.sessions.store(id, session, { actor, machine }));
  }

  @Delete(':id/session')
  @RequiresConfirmation()
  @HttpCode(204)
  @RequiresRole('admin')
  @Describes({
    summary: 'Remove the session of an assistant account',
    description: 'It stays among the last sessions. Removing the account removes all of them.',
    problems: ['not_found'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentMachine() machine: CallingMachine | null,
  ): Promise<void> {
    return this.sessions.remove(id, { actor, machine });
  }
}

/** An account has the version of its session. */
function versioned(account: AccountDto): Versioned<AccountDto> {
  return new Versioned(account, account.session_version ?? 0);
}
