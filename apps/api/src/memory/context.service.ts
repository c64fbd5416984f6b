import { Injectable } from '@nestjs/common';
import type { JsonText } from '../shared/http/json-text';
import { ContextRepository, type ContextSnapshot } from './context.repository';

const CHARACTERS_PER_TOKEN = 4;

export interface Context {
  /** A `ContextDto`. */
  json: JsonText;
  /** The answer's length in tokens of four characters, rounded up. */
  tokens: number;
  /** What was left out, such as `state=12, people=3`, or `none`. */
  omitted: string;
}

@Injectable()
export class ContextService {
  constructor(private readonly context: ContextRepository) {}

  async load(): Promise<Context> {
    const snapshot = await this.context.loadContext();
    return {
      json: snapshot.body,
      tokens: Math.ceil(snapshot.characters / CHARACTERS_PER_TOKEN),
      omitted: describeOmitted(snapshot),
    };
  }
}

function describeOmitted({ projects, state, people, pending_tasks }: ContextSnapshot): string {
  const parts = Object.entries({ projects, state, people, pending_tasks })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}=${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
