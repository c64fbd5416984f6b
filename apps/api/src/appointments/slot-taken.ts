import type { Stretch } from './availability/stretch';

/** A time that somebody wants on a resource. */
export interface WantedSlot extends Stretch {
  resource: string;
  /** The appointment that is to be moved there: it is not in its own way. */
  appointment_id: string;
}

/** A time that another appointment holds; what the repositories throw before anybody has looked for alternatives. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
  constructor(readonly wanted: WantedSlot) {
    super('Another appointment holds this time.');
  }
}
