import type { SlotDto } from '@groupless/shared-dto';

/** A time that somebody points at to book it; with its resource where each has a column. */
export interface ChosenSlot extends SlotDto {
  resource_id?: string;
}
