import { Injectable, type PipeTransform } from '@nestjs/common';
import type { PossibleActor } from '../../platform/access/caller';
import type { Reader } from './reader';
import { ReadersService } from './readers.service';

/** `@CurrentActor(ReaderPipe)`: whose turns the caller reads. */
@Injectable()
export class ReaderPipe implements PipeTransform<PossibleActor, Promise<Reader>> {
  constructor(private readonly readers: ReadersService) {}

  transform(actor: PossibleActor): Promise<Reader> {
    return this.readers.of(actor);
  }
}
