import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { AppError } from '../../errors/app-error';
import { FilledText, QueryInteger, Text } from '../fields';
import { ListOf, ObjectOf } from '../object-fields';
import { RequestPipe } from './request.pipe';
import { CalendarDate, Instant } from '../times/time-fields';

class Inner {
  @Text({ max: 5 }) phone: string;
}

class Outer {
  @Text({ optional: true, min: 2, max: 3 }) name?: string;
  @Text({ optional: true, nullable: true, max: 3 }) note?: string | null;
  @FilledText({ optional: true, max: 9 }) task?: string;
  @Instant({ optional: true }) at?: string;
  @ObjectOf(() => Inner, { optional: true }) client?: Inner;
  @ListOf(() => Inner, { optional: true, max: 2 }) others?: Inner[];
}

class ListQuery {
  @QueryInteger({ optional: true, min: 1, max: 200 }) limit?: number;
  @CalendarDate({ optional: true }) date?: string;
}

type Refusal = [field: string, code: string, message: string];

async function refusalOf(attempt: Promise<unknown>): Promise<Refusal[]> {
  const error = await attempt.then(
    () => null,
    (refused: unknown) => refused as AppError,
  );
  return (error?.extras.members?.errors ?? []).map(({ field, code, message }) => [field, code, message]);
}

const pipe = new RequestPipe();
const body = async (value: unknown, metatype: Type = Outer) =>
  pipe.transform(value, { type: 'body', metatype });
const query = async (value: unknown) => pipe.transform(value, { type: 'query', metatype: ListQuery });
const refused = (json: string) => refusalOf(body(JSON.parse(json)));

describe('the check of a body', () => {
  it('makes an instance of the request class, and of the classes of objects within', async () => {
    const request = (await body({ name: 'ab', client: { phone: '1' }, others: [{ phone: '2' }] })) as Outer;
    expect(request).toBeInstanceOf(Outer);
    expect(request.client).toBeInstanceOf(Inner);
    expect(request.others).toEqual([expect.any(Inner)]);
  });

  it('reports every field once, with the path of those within others', async () => {
    expect(await refused('{"name":5,"client":{"phone":null},"others":[{"phone":"1"},{"x":1}]}')).toEqual([
      ['name', 'wrong_type', 'name must be a string.'],
      ['client.phone', 'wrong_type', 'client.phone must be a string.'],
      ['others.1.x', 'unknown_field', 'Unknown field "others.1.x". Accepted: phone.'],
      ['others.1.phone', 'required', 'others.1.phone is required.'],
    ]);
  });

  it('takes null for a field that is nullable, and for no other', async () => {
    expect(await refused('{"note":null}')).toEqual([]);
    expect(await refused('{"name":null}')).toEqual([['name', 'wrong_type', 'name must be a string.']]);
    expect(await refused('{"client":null,"others":[null]}')).toEqual([
      ['client', 'wrong_type', 'client must be an object with phone.'],
      ['others', 'wrong_type', 'others must be an array of objects.'],
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', '__defineGetter__', 'toString'])(
    'knows no field "%s", at any level',
    async (name) => {
      const message = (path: string, accepted: string) => `Unknown field "${path}". Accepted: ${accepted}.`;
      expect(await refused(`{"${name}":{"length":1}}`)).toEqual([
        [name, 'unknown_field', message(name, 'name, note, task, at, client, others')],
      ]);
      const path = `others.0.${name}`;
      expect(await refused(`{"others":[{"phone":"1","${name}":1}]}`)).toEqual([
        [path, 'unknown_field', message(path, 'phone')],
      ]);
    },
  );

  it('counts code points, as PostgreSQL does', async () => {
    expect(await refused('{"name":"😀😀😀"}')).toEqual([]);
    expect(await refused('{"name":"😀"}')).toEqual([['name', 'too_short', expect.any(String)]]);
    expect(await refused('{"name":"😀😀😀😀"}')).toEqual([['name', 'too_long', expect.any(String)]]);
    // A heart and its variation selector are two.
    expect(await refused('{"name":"ab\\u2764\\ufe0f"}')).toEqual([['name', 'too_long', expect.any(String)]]);
  });

  it('refuses a text of blanks where something has to be said', async () => {
    expect(await refused('{"task":" \\n\\u00a0"}')).toEqual([
      ['task', 'invalid_format', 'task must not be white space only.'],
    ]);
  });

  it('tells a time that does not exist from one that cannot be read', async () => {
    expect(await refused('{"at":"tomorrow"}')).toEqual([
      ['at', 'invalid_format', expect.stringContaining('such as')],
    ]);
    expect(await refused('{"at":"2027-02-30T10:00:00Z"}')).toEqual([
      ['at', 'invalid_format', 'at names a day or a time that does not exist: send one that does.'],
    ]);
  });

  it('refuses what PostgreSQL cannot store before anything else', async () => {
    expect(await refused('{"name":"a\\u0000","client":{"phone":"\\ud800"}}')).toEqual([
      ['name', 'invalid_characters', 'name holds a NUL character.'],
      ['client.phone', 'invalid_characters', 'client.phone holds half of a surrogate pair.'],
    ]);
  });
});

describe('the check of a query', () => {
  it('reads decimal digits as a number', async () => {
    expect(await query({ limit: '007' })).toEqual({ limit: 7 });
  });

  it.each(['-1', '1.5', '1e2', '0x10', ' 1', '', 'ten'])(
    'names the range when limit is "%s"',
    async (limit) => {
      const message = 'limit must be a whole number from 1 to 200, in decimal digits.';
      expect(await refusalOf(query({ limit }))).toEqual([['limit', 'wrong_type', message]]);
    },
  );

  it('refuses numbers out of range, days that do not exist, and repeated parameters', async () => {
    expect(await refusalOf(query({ limit: '201', date: '2027-02-30' }))).toEqual([
      ['limit', 'out_of_range', 'limit must be from 1 to 200.'],
      ['date', 'invalid_format', 'date names a day that does not exist: send one that does.'],
    ]);
    expect(await refusalOf(query({ limit: ['1', '2'] }))).toEqual([
      ['limit', 'repeated', 'limit is given more than once.'],
    ]);
  });
});
