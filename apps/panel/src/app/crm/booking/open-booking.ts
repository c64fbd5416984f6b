import type { Injector } from '@angular/core';
import type { AppointmentDto } from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { BookableServices } from '../bookable-services';
import { FirstQuestions } from '../first-questions/first-questions';
import type { BookingWish } from './booking-wish';

/**
 * The booking form, which loads when it is first opened. Resolves with what was booked.
 * @param injector provides `ShownZone` and `ConflictFinder`
 */
export async function openBooking(
  wish: BookingWish,
  injector: Injector,
): Promise<AppointmentDto | undefined> {
  const { isKnown, stored } = injector.get(Business);
  const load = async () => {
    // Before these it would offer a resource that the business may not have, and no service.
    const [{ BookingDialog }] = await Promise.all([
      import('./booking-dialog'),
      isKnown() || stored.reload(),
      injector.get(BookableServices).ready(),
    ]);
    return BookingDialog;
  };
  const config = { data: wish, injector, width: 'min(560px, calc(100vw - 32px))', autoFocus: 'input' };
  const dialogs = injector.get(Dialogs);
  return injector.get(FirstQuestions).before(() => dialogs.load<AppointmentDto>(load, config));
}
