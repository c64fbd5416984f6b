import type { ClientSource, ClientStatus, OtherPhoneDto } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An email as in the index `clients_by_email`, in which clients without one come last: lower-case, in SQL. */
export const emailKey = (column: string) => `coalesce(lower(${column}), U&'\\+10FFFF') collate "C"`;

/** A person or firm that the business works for. */
@Entity('clients')
@Check('clients_status', `status in ('lead', 'active', 'archived')`)
@Check('clients_source', `source in ('panel', 'phone', 'chat', 'import')`)
@Check('clients_phone_form', `phone ~ '^\\+[1-9][0-9]{1,19}$'`)
@Check('clients_email_form', `email <> ''`)
@Index('clients_search', { synchronize: false })
@Index('clients_short_search', { synchronize: false })
@Index('clients_tags', { synchronize: false })
@Index('clients_noted_words', { synchronize: false })
@Index('clients_by_name', { synchronize: false })
@Index('clients_by_phone', { synchronize: false })
@Index('clients_by_phone_down', { synchronize: false })
@Index('clients_by_other_phones', { synchronize: false })
@Index('clients_by_email', { synchronize: false })
@Index('clients_by_email_down', { synchronize: false })
@Index('clients_by_status', { synchronize: false })
@Index('clients_by_source', { synchronize: false })
@Index('clients_by_activity', { synchronize: false })
@Index('clients_by_activity_down', { synchronize: false })
@Index('clients_by_creation', { synchronize: false })
@Index('clients_by_change', { synchronize: false })
export class Client {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'clients_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  /** E.164. Several clients may share one. */
  @Column({ type: 'text', nullable: true })
  phone: string | null;

  /** The digits to dial after the phone. Nobody is found by them. */
  @Column({ type: 'text', nullable: true })
  extension: string | null;

  /** Calls and messages from these numbers are the client's too. */
  @Column({ type: 'jsonb', default: [] })
  other_phones: OtherPhoneDto[];

  /** As it was written; compared without case. */
  @Column({ type: 'text', nullable: true })
  email: string | null;

  /** The words with which the mail server refused the email for good. A trigger clears it with another email. */
  @Column({ type: 'text', nullable: true })
  email_refused: string | null;

  /** A BCP 47 tag: in which mails are written. Null: that of the business. */
  @Column({ type: 'text', nullable: true })
  language: string | null;

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

  /** Raised by each edit; activity is none. */
  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** By which names are sorted. A trigger keeps it. */
  @Column({ type: 'text', default: '', select: false, insert: false, update: false })
  name_key: string;

  /** In what a search looks. A trigger keeps it. */
  @Column({ type: 'text', default: '', select: false, insert: false, update: false })
  search_text: string;
}

/** A person who books, writes or calls, and may be a client already. */
export interface ClientToFind {
  /** Of the client that is made if none is found. */
  id: string;
  name: string;
  /** E.164, from `ClientContactsService`. */
  phone: string | null;
  /** The digits to dial after it. */
  extension: string | null;
  email: string | null;
  source: Exclude<ClientSource, 'import'>;
  notes: string;
  /** When it happened: the client's activity, and its creation if it is made. */
  at: Date;
}

export interface FoundClient {
  /** As it is stored. */
  client: Client;
  /** Whether it was made just now. */
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
