import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import type { FieldErrorCode, FieldErrorDto } from '@groupless/shared-dto';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { invalidRequest } from '../errors/app-error';
import { readParameter } from './fields';
import { unsafeTexts } from './text-safety';

/**
 * Turns the body, the query or the parameters of a request into the class that its handler declares.
 * Refuses what the class does not know, and never changes a value on its way.
 */
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom' || metatype === undefined) return value;
    if (type === 'param') {
      refuse(unsafeTexts(value, data ?? 'path'));
      return value;
    }
    refuse(unsafeTexts(value, ''));
    const known = fieldNames(metatype);
    const given = type === 'query' ? readQuery(value as Query, metatype) : readBody(value, metatype);
    const request: object = plainToInstance(metatype as Type<object>, given);
    const wrong_fields = validateSync(request).flatMap((error) => describe(error, ''));
    refuse([...unknownFields(given, known, type), ...wrong_fields]);
    return request;
  }
}

const OPTIONAL_BODY = Symbol('optional body');

/** On a request class: no body at all counts as an empty one. */
export function OptionalBody(): ClassDecorator {
  return (target) => Reflect.defineMetadata(OPTIONAL_BODY, true, target);
}

type Query = Record<string, string | string[]>;
type Fields = Record<string, unknown>;

/** The names that a request class accepts. */
export function fieldNames(metatype: Type): string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

/** Refuses all parameters of a query, for handlers that declare none. */
export function refuseAnyParameter(query: unknown): void {
  refuse(unknownFields(query as Query, [], 'query'));
}

/** Refuses a body other than `{}`, for handlers that declare none. */
export function refuseAnyField(body: unknown): void {
  if (body === undefined) return;
  refuse(unknownFields(readBody(body), [], 'body'));
}

function readBody(body: unknown, metatype?: Type): Fields {
  if (body === undefined && metatype !== undefined && Reflect.hasMetadata(OPTIONAL_BODY, metatype)) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  const message = body === undefined ? 'A JSON body is required.' : 'The body must be a JSON object.';
  throw invalidRequest([{ field: '', code: body === undefined ? 'required' : 'wrong_type', message }]);
}

function readQuery(query: Query, metatype: Type): Fields {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  refuse(
    repeated.map((field) => ({ field, code: 'repeated', message: `${field} is given more than once.` })),
  );
  const prototype = metatype.prototype as object;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, readParameter(prototype, name, value as string)]),
  );
}

function unknownFields(given: Fields, known: readonly string[], type: 'query' | 'body'): FieldErrorDto[] {
  const noun = type === 'query' ? 'parameter' : 'field';
  const accepted = known.length === 0 ? `No ${noun} is accepted here.` : `Accepted: ${known.join(', ')}.`;
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: name,
      code: 'unknown_field',
      message: `Unknown ${noun} ${shown(name)}. ${accepted}`,
    }));
}

/** A name as it can stand in a message, however long it is. */
function shown(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

function describe(error: ValidationError, path: string): FieldErrorDto[] {
  const field = path + error.property;
  const own = Object.entries(error.constraints ?? {}).map(([code, message]) => ({
    field,
    code: code as FieldErrorCode,
    message: path + message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, `${field}.`))];
}

function refuse(errors: FieldErrorDto[]): void {
  if (errors.length > 0) throw invalidRequest(errors.slice(0, MOST_ERRORS));
}

/** More would help nobody, and a body can have a thousand wrong keys. */
const MOST_ERRORS = 50;
