import { AppointmentEvent } from '../../appointments/appointment-event.entity';
import { Appointment } from '../../appointments/appointment.entity';
import type { Client } from '../../clients/client.entity';
import { Conversation } from '../../conversations/conversation.entity';
import type { Transaction } from '../../database/transaction';

/** Rows of the history that one statement inserts. */
const BATCH = 1_000;

/** Who merges, as stored in the history and the merge. */
export interface MergedBy {
  user_id: string | null;
  key_name: string | null;
  name: string;
  at: Date;
}

type Named = Pick<Client, 'id' | 'name'>;

interface Move {
  from: string;
  to: string;
}

/** In the order of their ids, as who changes a series or swaps two: an update alone takes them as they come. */
const LOCK_APPOINTMENTS = `
  select from appointments where client_id = $1 and ($2::uuid[] is null or id = any($2)) order by id for no key update`;

/** @param only_ids which rows to move; all by default */
export async function moveAppointments(
  transaction: Transaction,
  { from, to }: { from: Named; to: Named },
  by: MergedBy,
  only_ids?: readonly string[],
): Promise<string[]> {
  await transaction.query(LOCK_APPOINTMENTS, [from.id, only_ids ?? null]);
  const update = transaction
    .createQueryBuilder()
    .update(Appointment)
    .set({ client_id: to.id, version: () => 'version + 1', updated_at: by.at })
    .where('client_id = :from', { from: from.id });
  if (only_ids !== undefined) update.andWhere('id = any(:only_ids)', { only_ids });
  const result = await update.returning(['id', 'version', 'status']).execute();
  const moved = result.raw as Pick<Appointment, 'id' | 'version' | 'status'>[];
  const history = moved.map(({ id, version, status }) => ({
    appointment_id: id,
    version,
    at: by.at,
    from_status: status,
    to_status: status,
    user_id: by.user_id,
    user_name: by.user_id === null ? null : by.name,
    key_name: by.key_name,
    changes: [
      {
        field: 'client_id',
        before: from.id,
        after: to.id,
        before_name: from.name,
        after_name: to.name,
      },
    ],
  }));
  for (let first = 0; first < history.length; first += BATCH)
    await transaction.insert(AppointmentEvent, history.slice(first, first + BATCH));
  return moved.map(({ id }) => id);
}

/** Of what both had, the person knows what either was told last; of an end and a beginning at once the beginning. */
const JOIN_TOLD = `
  with gone as (
    delete from told_appointments as t using told_appointments as other
    where t.client_id = $1 and other.client_id = $2 and other.appointment_id = t.appointment_id
      and ($3::uuid[] is null or t.appointment_id = any($3))
    returning t.*
  )
  update told_appointments as t set kind = gone.kind, at = gone.at, starts_at = gone.starts_at, ends_at = gone.ends_at,
    resource = gone.resource, status = gone.status, recipient = gone.recipient, mailed_to = gone.mailed_to, mail_id = gone.mail_id, before = gone.before,
    changed_at = coalesce(t.changed_at, gone.changed_at), waived = coalesce(t.waived, gone.waived)
  from gone where t.appointment_id = gone.appointment_id and t.client_id = $2 and gone.at is not null
    and (t.at is null or (t.at, t.status <> 'cancelled') < (gone.at, gone.status <> 'cancelled'))`;

/**
 * Who waits for a time goes on waiting.
 * @param only_ids which entries to move; all by default
 */
export async function moveWaiting(
  transaction: Transaction,
  { from, to }: Move,
  only_ids: readonly string[] | null = null,
): Promise<string[]> {
  const [moved] = await transaction.query<[{ id: string }[], number]>(MOVE_WAITING, [from, to, only_ids]);
  return moved.map(({ id }) => id);
}

const MOVE_WAITING = `
  update waiting_entries set client_id = $2 where client_id = $1 and ($3::uuid[] is null or id = any($3)) returning id`;

/** What the one was told, the other was: they are the same person. */
const MOVE_MAILS = `
  with told as (
    update told_appointments set client_id = $2
    where client_id = $1 and ($3::uuid[] is null or appointment_id = any($3))
  )
  update mails set client_id = $2 where client_id = $1 and ($3::uuid[] is null or appointment_id = any($3))`;

/**
 * The mail log moves too, because the client's row is deleted.
 * @param appointment_ids only mails about these appointments; all by default
 */
export async function moveMails(
  transaction: Transaction,
  { from, to }: Move,
  appointment_ids: readonly string[] | null = null,
): Promise<void> {
  await transaction.query(JOIN_TOLD, [from, to, appointment_ids]);
  await transaction.query(MOVE_MAILS, [from, to, appointment_ids]);
}

const SAY_WHO_MERGES = `select set_config('groupless.merging', $1, true)`;

/** The threads whose clients change in the rest of the transaction say that they are merged or taken apart, and by whom. */
export async function sayWhoMerges(
  transaction: Transaction,
  tied_by: 'merge' | 'unmerge',
  { user_id: by_id, name: by_name }: MergedBy,
): Promise<void> {
  await transaction.query(SAY_WHO_MERGES, [JSON.stringify({ tied_by, by_id, by_name })]);
}

/** @param only_ids which rows to move; all by default */
export async function moveConversations(
  transaction: Transaction,
  { from, to }: Move,
  updated_at: Date,
  only_ids?: readonly string[],
): Promise<string[]> {
  const update = transaction
    .createQueryBuilder()
    .update(Conversation)
    .set({ client_id: to, updated_at })
    .where('client_id = :from', { from });
  if (only_ids !== undefined) update.andWhere('id = any(:only_ids)', { only_ids });
  const result = await update.returning(['id']).execute();
  return (result.raw as { id: string }[]).map(({ id }) => id);
}
