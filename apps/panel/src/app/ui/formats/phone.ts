import { inject, Injectable, Pipe, signal, type PipeTransform } from '@angular/core';

type Format = (phone: string) => string;

/** Loads the forms of phone numbers when the first number is shown; they are too large for the first page. */
@Injectable({ providedIn: 'root' })
class PhoneFormat {
  readonly format = signal<Format>((phone) => phone);

  constructor() {
    void import('libphonenumber-js/min').then(
      ({ parsePhoneNumberFromString }) =>
        this.format.set((phone) => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone),
      // Offline: the number stays as it is stored.
      () => undefined,
    );
  }
}

/** A number in E.164 form with the spaces of its country: `+1 212 555 0123`. Other texts stay as they are. */
@Pipe({ name: 'phone', pure: false })
export class Phone implements PipeTransform {
  private readonly format = inject(PhoneFormat).format;

  transform(phone: string | null): string {
    return phone?.startsWith('+') === true ? this.format()(phone) : (phone ?? '');
  }
}
