import type { ClientSource, ClientStatus, OtherPhoneDto, ReminderWay } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The SQL expression of the index `clients_by_email`: lower-case, clients without an email last. */
export const emailKey = (column: string) => `coalesce(lower(${column}), U&'\\+10FFFF') collate "C"`;

/** A customer: a person or a company. */
@Entity('clients')
@Check('clients_status', `status in ('lead', 'active', 'archived')`)
@Check('clients_source', `source in ('panel', 'phone', 'chat', 'web', 'import')`)
@Check('clients_no_reminders', `no_reminders <@ array['mail', 'chat']`)
@Check('clients_phone_form', `phone ~ '^\\+[1-9][0-9]{1,19}$'`)
@Check('clients_email_form', `email <> ''`)
@Check('clients_shared_phone_form', `shared_phone ~ '^\\+[1-9][0-9]{1,19}$'`)
@Check('clients_shared_email_form', `shared_email <> ''`)
@Index('clients_search', { synchronize: false })
@Index('clients_short_search', { synchronize: false })
@Index('clients_tags', { synchronize: false })
@Index('clients_noted_words', { synchronize: false })
@Index('clients_by_name', { synchronize: false })
@Index('clients_by_phone', { synchronize: false })
@Index('clients_by_phone_down', { synchronize: false })
@Index('clients_by_other_phones', { synchronize: false })
@Index('clients_with_phone_as_given', { synchronize: false })
@Index('clients_by_shared_phone', { synchronize: false })
@Index('clients_by_shared_email', { synchronize: false })
@Index('clients_by_email', { synchronize: false })
@Index('clients_by_email_down', { synchronize: false })
@Index('clients_by_status', { synchronize: false })
@Index('clients_by_source', { synchronize: false })
@Index('clients_by_activity', { synchronize: false })
@Index('clients_by_activity_down', { synchronize: false })
@Index('clients_by_creation', { synchronize: false })
@Index('clients_by_change', { synchronize: false })
@Index('clients_by_external_ids', { synchronize: false })
@Index('clients_of_import', { synchronize: false })
export class Client {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'clients_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  /** In E.164 format. Several clients can share one. */
  @Column({ type: 'text', nullable: true })
  phone: string | null;

  /** Numbers whose country is not known, as they were given: see `joinPhonesAsGiven()`. A search alone finds by them. */
  @Column({ type: 'text', nullable: true })
  phone_as_given: string | null;

  /** The digits to dial after the phone. Searches for clients do not use them. */
  @Column({ type: 'text', nullable: true })
  extension: string | null;

  /** Further numbers whose calls and messages are the client's too. */
  @Column({ type: 'jsonb', default: [] })
  other_phones: OtherPhoneDto[];

  /** As typed; compared without case. */
  @Column({ type: 'text', nullable: true })
  email: string | null;

  /** A number of another client, in E.164 format, for calls to this one. Nobody is found by it. */
  @Column({ type: 'text', nullable: true })
  shared_phone: string | null;

  /** The email of another client, for mails to this one. Nobody is found by it. */
  @Column({ type: 'text', nullable: true })
  shared_email: string | null;

  /** The mail server's text when it refused the email permanently. A trigger clears it when the email changes. */
  @Column({ type: 'text', nullable: true })
  email_refused: string | null;

  /** The language of mails, as a BCP 47 tag. Null: that of the business. */
  @Column({ type: 'text', nullable: true })
  language: string | null;

  /** By which ways the client wants no reminders. */
  @Column({ type: 'text', array: true, default: [] })
  no_reminders: ReminderWay[];

  /** Ids in other systems. */
  @Column({ type: 'jsonb', default: {} })
  external_ids: Record<string, string>;

  @Column({ type: 'text', default: '' })
  company: string;

  @Column({ type: 'text', default: 'active' })
  status: ClientStatus;

  @Column({ type: 'text' })
  source: ClientSource;

  @Column({ type: 'text', array: true, default: [] })
  tags: string[];

  @Column({ type: 'text', default: '' })
  notes: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_activity_at: Date | null;

  /** Rises with each edit, not with activity. */
  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** The last import that made or changed it. */
  @Column({ type: 'uuid', nullable: true, select: false, insert: false, update: false })
  import_id: string | null;

  /** The sort key of the name. Kept by a trigger. */
  @Column({ type: 'text', default: '', select: false, insert: false, update: false })
  name_key: string;

  /** The text that a search reads. Kept by a trigger. */
  @Column({ type: 'text', default: '', select: false, insert: false, update: false })
  search_text: string;
}

/** A person who books, writes or calls, and may already be a client. */
export interface ClientToFind {
  /** The id of the client that is created if none is found. */
  id: string;
  name: string;
  /** E.164, from `ClientContactsService`. */
  phone: string | null;
  phone_as_given: string | null;
  /** The digits to dial after it. */
  extension: string | null;
  /** By which the client is found, too, if nobody has the phone. */
  other_phones: OtherPhoneDto[];
  email: string | null;
  source: Exclude<ClientSource, 'import'>;
  notes: string;
  /** The time of the client's activity, and of its creation if it is created. */
  at: Date;
}

export interface FoundClient {
  /** The stored row. */
  client: Client;
  /** Whether it was created by this call. */
  made: boolean;
}

/** Phones in E.164 form, and an email, which is compared without case. */
export interface Contacts {
  phones: readonly string[];
  email: string | null;
}

/** All numbers of a client, and its email. */
export function contactsOf({
  phone,
  other_phones = [],
  email,
}: Pick<Client, 'phone' | 'email'> & Partial<Pick<Client, 'other_phones'>>): Contacts {
  return { phones: [...(phone === null ? [] : [phone]), ...other_phones.map((other) => other.phone)], email };
}
