import type { AppointmentStatus } from '@groupless/shared-dto';

/** An appointment and its client, as a notification needs them. */
export interface NotifiedAppointment {
  id: string;
  client_id: string;
  /** Null: none is known. */
  email: string | null;
  /** Whether the address is of who booked it, and not of the client. */
  is_booker: boolean;
  /** A BCP 47 tag; null: that of the business. */
  language: string | null;
  client_name: string;
  attendee_name: string | null;
  title: string;
  /** In their order, by their names and prices of now. */
  services: { name: string; price?: string | null }[];
  resource: string;
  status: AppointmentStatus;
  starts_at: Date;
  ends_at: Date;
  version: number;
  updated_at: Date;
  /** Why it was cancelled; null: nobody has said so. */
  reason: string | null;
}
