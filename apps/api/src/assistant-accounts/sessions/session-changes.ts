import { Injectable } from '@nestjs/common';
import type { AccountTool } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { AuditService, type AuditEntry } from '../../audit/audit.service';
import type { KnownActor } from '../../platform/access/caller';
import type { CallingMachine } from '../../platform/access/calling-machine';
import { holderAfter, type MachineUser } from '../account-holder';
import { objectOf } from '../accounts.service';
import type { AssistantAccount } from '../assistant-account.entity';
import type { AccountSession } from './account-session.entity';
import type { SessionChange } from './account-sessions.repository';
import { SealedSessions, type OpenSession } from './sealed-sessions';
import { sessionExpiry, sessionRefreshExpiry } from './session-expiry';

/** Who reads or stores a session. */
export interface SessionUser {
  actor: KnownActor;
  /** On which machine; null if the caller did not say. */
  machine: CallingMachine | null;
  /** Whether that machine has it from now on; null: by a read, as those take it that do not say. */
  holds?: boolean | null;
}

/** The session that an account gets. */
export interface NextSession extends OpenSession {
  tool: AccountTool | null;
  /** The version that is put back; null for a session that is stored. */
  restored_from: number | null;
  is_forced?: boolean;
}

/** Decides on the session that an account gets. Nothing changes if it throws. */
export type Decide = (account: AssistantAccount, present: OpenSession | null) => NextSession;

/** Makes the rows that a new session of an account is stored as. */
@Injectable()
export class SessionChanges {
  constructor(
    private readonly sealed: SealedSessions,
    private readonly audit: AuditService,
  ) {}

  /** The audit's row for an action on the session of an account. */
  eventOf(
    id: string,
    { actor, machine }: SessionUser,
    action: string,
    details: AuditEntry['details'] = {},
  ): AuditEvent {
    const all = machine === null ? details : { ...details, machine: machine.name };
    return this.audit.eventOf(actor, { action, object: objectOf(id), details: all });
  }

  changeOf(account: AssistantAccount, version: number, user: SessionUser, decide: Decide): SessionChange {
    const present = this.sealed.openPresent(account);
    const next = decide(account, present);
    const { text, document, tool, restored_from, is_forced = false } = next;
    const action = restored_from === null ? 'account.session_stored' : 'account.session_restored';
    const event = this.eventOf(account.id, user, action, {
      session_version: version,
      ...(restored_from !== null && { restored_from }),
      ...(is_forced && { is_forced }),
    });
    const { id } = account;
    const identity = this.sealed.identityOf(document);
    const expires_at = sessionExpiry(document);
    const refresh_expires_at = sessionRefreshExpiry(document);
    return {
      columns: {
        tool,
        session_data: this.sealed.seal(text, id),
        session_version: version,
        session_updated_at: event.at,
        session_expires_at: expires_at,
        session_refresh_expires_at: refresh_expires_at,
        identity,
        held_by: restored_from === null ? holderAfter(account.held_by, machineUser(user), event.at) : null,
        updated_at: event.at,
      },
      session: {
        account_id: id,
        version,
        session_data: this.sealed.seal(text, id, version),
        stored_at: event.at,
        stored_by: user.actor.caller.name,
        machine: user.machine?.name ?? null,
        expires_at,
        refresh_expires_at,
        identity,
        restored_from,
      },
      replaced: historyEntry(this.sealed, account, present),
      is_repeat: present?.text === text,
      event,
    };
  }
}

/** The present session of an account as an entry of its history; null if there is none that can be read. */
export function historyEntry(
  sealed: SealedSessions,
  account: AssistantAccount,
  present: OpenSession | null,
): AccountSession | null {
  const { id, session_version, session_updated_at } = account;
  if (present === null || session_version === null || session_updated_at === null) return null;
  return {
    account_id: id,
    version: session_version,
    session_data: sealed.seal(present.text, id, session_version),
    stored_at: session_updated_at,
    stored_by: null,
    machine: null,
    expires_at: account.session_expires_at,
    refresh_expires_at: sessionRefreshExpiry(present.document),
    identity: sealed.identityOf(present.document),
    restored_from: null,
  };
}

export function machineUser({ actor, machine }: SessionUser): MachineUser {
  return { caller: actor.caller, machine };
}
