interface Named {
  attendee_name: string | null;
  client: { name: string } | null;
}

/** The name of the client; a dash where the client was erased. */
export function clientOf({ client }: { client: { name: string } | null }): string {
  return client?.name ?? '–';
}

/** For whom an appointment, or an entry of the waiting list, is: the client, unless it was made for somebody else. */
export function attendeeOf(appointment: Named): string {
  return appointment.attendee_name ?? clientOf(appointment);
}
