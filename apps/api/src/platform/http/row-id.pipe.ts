import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../errors/app-error';

/** The id of a memory row in a path. A malformed id is answered like an unknown one: 404. */
@Injectable()
export class RowIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : NaN;
    if (!Number.isSafeInteger(id)) throw new AppError('not_found', 'Nothing has this id.');
    return id;
  }
}
