import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AccountDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { Actor, Caller, KnownActor } from '../platform/access/caller';
import { CurrentMachine, type CallingMachine } from '../platform/access/calling-machine';
import { CurrentActor, CurrentCaller, CurrentKnownActor } from '../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../database/request-keys';
import { Describes } from '../platform/docs/describes';
import type { Answer } from '../platform/http/answer';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { AccountsService } from './accounts.service';
import { CreateAccountRequest, PatchAccountRequest } from './requests/account.request';

const PATH = 'api/assistant-accounts';

/** The accounts without their sessions. */
@ApiTags('Assistant accounts')
@Controller(PATH)
@RequiresRole('admin')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @RequiresRole('admin', 'account:activate')
  @Describes({ summary: 'List the assistant accounts, without their sessions' })
  list(
    @CurrentCaller() caller: Caller,
    @CurrentMachine() machine: CallingMachine | null,
  ): Promise<AccountDto[]> {
    return this.accounts.list({ caller, machine });
  }

  @Post()
  @Describes({
    summary: 'Add an assistant account, inactive and without a session',
    once: true,
  })
  create(
    @Body() account: CreateAccountRequest,
    @MadeOnce('account') request: RequestKey | null,
    @CurrentActor() actor: Actor,
  ): Promise<Answer<AccountDto>> {
    const make = () => this.accounts.create(account, actor, request);
    return createdOnce(`/${PATH}`, make, (id) => this.accounts.get(id));
  }

  @Get(':id')
  @Describes({ summary: 'Read an assistant account', problems: ['not_found'] })
  get(
    @Param('id', UuidPipe) id: string,
    @CurrentCaller() caller: Caller,
    @CurrentMachine() machine: CallingMachine | null,
  ): Promise<AccountDto> {
    return this.accounts.get(id, { caller, machine });
  }

  @Patch(':id')
  @Describes({
    summary: 'Change an assistant account',
    problems: ['not_found', 'incomplete_session', 'account_active'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchAccountRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<AccountDto> {
    return this.accounts.patch(id, patch, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresConfirmation()
  @Describes({
    summary: 'Remove an assistant account and its session',
    problems: ['not_found', 'account_active'],
  })
  remove(@Param('id', UuidPipe) id: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.accounts.remove(id, actor);
  }

  @Post(':id/activate')
  @HttpCode(200)
  @RequiresRole('admin', 'account:activate')
  @Describes({
    summary: 'Make an assistant account the active one of its tool, in the place of whichever was',
    description: 'An account without a tool counts as one of `claude_code`.',
    problems: ['not_found'],
  })
  activate(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<AccountDto> {
    return this.accounts.activate(id, actor);
  }
}
