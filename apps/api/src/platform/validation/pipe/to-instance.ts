import type { Type } from '@nestjs/common';
import { invalidRequest } from '../../errors/app-error';
import { shapeOf } from './request-shape';
import { unknownField, type Noun } from './unknown-fields';

type Fields = Record<string, unknown>;

/**
 * Makes an instance of a request class from a parsed body or query. It replaces class-transformer, which takes
 * quadratic time for many keys and silently drops keys such as `__proto__`.
 * @throws AppError `invalid_request` for an unknown field with a name of Object.prototype, which could replace the
 * instance's class, or pass class-validator's whitelist
 */
export function toInstance<Request>(
  metatype: Type<Request>,
  given: Fields,
  noun: Noun,
  parent = '',
): Request {
  const shape = shapeOf(metatype);
  const request = new metatype();
  for (const [name, value] of Object.entries(given)) {
    const known = shape.get(name);
    if (known === undefined && name in Object.prototype) {
      throw invalidRequest([unknownField(parent + name, noun, shape.keys())]);
    }
    (request as Fields)[name] =
      known?.inner === undefined ? value : enter(known.inner(), value, noun, parent + name);
  }
  return request;
}

function enter(inner: Type<object>, value: unknown, noun: Noun, path: string): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) =>
      isObject(one) ? toInstance(inner, one, noun, `${path}.${index}.`) : one,
    );
  }
  return isObject(value) ? toInstance(inner, value, noun, `${path}.`) : value;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
