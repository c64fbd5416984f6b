import { Reflector } from '@nestjs/core';
import type { EventType } from '@groupless/shared-dto';

interface Awaited {
  types: readonly EventType[];
  /** Many events are looked after at once. */
  after_ms: number;
}

/**
 * Runs a provider's method after such events of any replica. An event can be missed: the method only makes sooner what is
 * also looked for without it.
 */
export const OnEvents = Reflector.createDecorator<Awaited>();
