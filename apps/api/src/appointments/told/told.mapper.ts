import type { ToldDto } from '@groupless/shared-dto';
import type { Caller } from '../../platform/access/caller';
import { toldOf, type ToldAppointment } from './told-appointment.entity';

/** Null: this client was told nothing yet. Addresses are shown to people alone. */
export function toToldDto(row: ToldAppointment | null, { kind: by }: Pick<Caller, 'kind'>): ToldDto | null {
  const told = toldOf(row);
  if (told === null) return null;
  const { kind, at, starts_at, resource, status, to } = told;
  const said = { kind, at: at.toISOString(), starts_at: starts_at.toISOString(), resource, status };
  return by === 'user' ? { ...said, to } : said;
}
