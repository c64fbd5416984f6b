import { Reflector } from '@nestjs/core';

/**
 * What a feature says to others that it does not know. They act on it within its call: in its transaction, where it says one,
 * and it fails where they do.
 */
export class Topic<Said extends object = object, Answer = unknown> {
  /** Those of all features that are loaded. */
  static readonly all = new Set<Topic>();

  declare readonly said: Said;
  declare readonly answer: Answer;

  constructor(readonly name: string) {
    Topic.all.add(this);
  }
}

export const Handles = Reflector.createDecorator<Topic>();

/** Makes a provider's method a handler of a topic, which `Bus` finds. */
export function On<Said extends object, Answer>(topic: Topic<Said, Answer>) {
  return (
    target: object,
    name: string,
    method: TypedPropertyDescriptor<(said: Said) => Promise<Answer>>,
  ): void => void Handles(topic)(target, name, method);
}
