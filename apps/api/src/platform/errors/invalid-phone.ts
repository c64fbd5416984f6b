import { AppError } from './app-error';

/** @param phone_region the country of numbers without a country code, from the settings */
export function invalidPhone(field: string, phone_region: string): AppError {
  const message =
    `${field} is not a phone number. Write it with its country code, such as +43 660 1234567; without one it is ` +
    `read as a number of ${phone_region}.`;
  return new AppError('invalid_phone', message, {
    members: { errors: [{ field, code: 'invalid_phone', message }] },
  });
}
