import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { decoratedMethods } from '../../platform/decorated-methods';
import { Handles, Topic } from './topic';

type Handler = (said: object) => Promise<unknown>;

/** Passes what one feature says to the handlers of others: the methods with `@On()`. */
@Injectable()
export class Bus implements OnModuleInit {
  private readonly handlers = new Map<Topic, Handler[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { declared, run } of decoratedMethods<Topic, Handler>(this.discovery, Handles))
      this.handlers.set(declared, [...(this.handlers.get(declared) ?? []), run]);
  }

  /**
   * Calls the handlers one after another.
   * @returns their answers
   * @throws what the first of them throws that fails; the others are not called then
   */
  async tell<Said extends object, Answer>(topic: Topic<Said, Answer>, said: Said): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const handle of this.handlers.get(topic) ?? []) answers.push((await handle(said)) as Answer);
    return answers;
  }

  /**
   * Of a whole server, in which all features are loaded: what nobody acts on would be forgotten without a word.
   * @throws Error that names the topics without a handler
   */
  demandHandlers(): void {
    const unheard = [...Topic.all].filter((topic) => !this.handlers.has(topic)).map(({ name }) => name);
    if (unheard.length > 0) throw new Error(`No method has @On() for ${unheard.join(', ')}.`);
  }
}
