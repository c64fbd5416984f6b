import { inOneLine, type AppointmentDto } from '@groupless/shared-dto';

/** What an appointment is about: its subject, else its services; empty where it has neither. */
export function subjectOf({ title, services }: Pick<AppointmentDto, 'title' | 'services'>): string {
  return title === '' ? inOneLine(services) : title;
}
