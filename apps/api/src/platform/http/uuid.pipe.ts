import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/app-error';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a row in a path. A malformed id is answered like an unknown one: 404. Capital letters are accepted. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!UUID.test(value)) throw new AppError('not_found', 'Nothing has this id.');
    return value.toLowerCase();
  }
}
