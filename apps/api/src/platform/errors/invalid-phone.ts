import { AppError } from './app-error';

/** @param phone_region the country of numbers without a country code, from the settings; null: nobody has chosen it */
export function invalidPhone(field: string, phone_region: string | null): AppError {
  const otherwise = phone_region === null ? '.' : `; without one it is read as a number of ${phone_region}.`;
  const message = `${field} is not a phone number. Write it with its country code, such as +43 660 1234567${otherwise}`;
  return new AppError('invalid_phone', message, {
    members: { errors: [{ field, code: 'invalid_phone', message }] },
  });
}
