import { inject, Injectable, Pipe, signal, type PipeTransform } from '@angular/core';

type Format = (phone: string) => string;

const E164 = /^\+\d+$/;

/** Loads the forms of phone numbers when the first number is shown; they are too large for the first page. */
@Injectable({ providedIn: 'root' })
export class PhoneFormat {
  private readonly known = signal<Format>((phone) => phone);
  private loading: Promise<void> | null = null;

  /** As it is stored until the forms are there: who reads this as a signal is told. */
  format(text: string): string {
    if (!E164.test(text)) return text;
    void this.load();
    return this.known()(text);
  }

  /** For what is written once, such as a notification. */
  async formatted(text: string): Promise<string> {
    if (E164.test(text)) await this.load();
    return this.format(text);
  }

  private load(): Promise<void> {
    this.loading ??= import('libphonenumber-js/min').then(
      ({ parsePhoneNumberFromString }) =>
        this.known.set((phone) => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone),
      // Offline: the number stays as it is stored.
      () => undefined,
    );
    return this.loading;
  }
}

/** A number in E.164 form with the spaces of its country: `+1 212 555 0123`. Other texts stay as they are. */
@Pipe({ name: 'phone', pure: false })
export class Phone implements PipeTransform {
  private readonly forms = inject(PhoneFormat);

  transform(phone: string | null): string {
    return this.forms.format(phone ?? '');
  }
}
