import { inject, Injectable, Pipe, signal, type PipeTransform } from '@angular/core';

type Format = (phone: string) => string;

/** Loads the forms of phone numbers when the first number is shown; they are too large for the first page. */
@Injectable({ providedIn: 'root' })
class PhoneFormat {
  private readonly known = signal<Format>((phone) => phone);
  private isAsked = false;

  format(phone: string): string {
    if (!this.isAsked) this.load();
    return this.known()(phone);
  }

  private load(): void {
    this.isAsked = true;
    void import('libphonenumber-js/min').then(
      ({ parsePhoneNumberFromString }) =>
        this.known.set((phone) => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone),
      // Offline: the number stays as it is stored.
      () => undefined,
    );
  }
}

const E164 = /^\+\d+$/;

/** A number in E.164 form with the spaces of its country: `+1 212 555 0123`. Other texts stay as they are. */
@Pipe({ name: 'phone', pure: false })
export class Phone implements PipeTransform {
  private readonly forms = inject(PhoneFormat);

  transform(phone: string | null): string {
    const text = phone ?? '';
    return E164.test(text) ? this.forms.format(text) : text;
  }
}
