import { Injectable, type PipeTransform } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { invalidRequest } from '../../../platform/errors/app-error';

const { min, max } = LIMITS.state_key;

/** The key of a state entry in a path. */
@Injectable()
export class StateKeyPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const length = [...value].length;
    if (length >= min && length <= max) return value;
    const message = `key must have ${min} to ${max} characters.`;
    throw invalidRequest([{ field: 'key', code: length < min ? 'too_short' : 'too_long', message }]);
  }
}
