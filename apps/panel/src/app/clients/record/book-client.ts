import { Injector } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { filter, firstValueFrom } from 'rxjs';
import { ConflictFinder } from '../../crm/booking/conflict-finder';
import { openBooking } from '../../crm/booking/open-booking';
import { ShownZone } from '../../crm/shown-zone';

/** The booking form for a client, once it is known what can be booked. */
export async function bookClient(client: { id: string; name: string }, parent: Injector): Promise<void> {
  const injector = Injector.create({ providers: [ShownZone, ConflictFinder], parent });
  try {
    const isKnown = toObservable(injector.get(ShownZone).isKnown, { injector });
    await firstValueFrom(isKnown.pipe(filter(Boolean)));
    await openBooking({ client }, injector);
  } finally {
    injector.destroy();
  }
}
