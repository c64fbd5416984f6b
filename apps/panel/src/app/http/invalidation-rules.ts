import { InjectionToken } from '@angular/core';
import type { EventType } from '@groupless/shared-dto';

/**
 * Which events make which answers old, by the beginning of the address; the first rule that fits counts. An answer of no
 * rule is read again after a gap alone. `outdated-by.ts` has the rules.
 */
export type InvalidationRules = readonly (readonly [path: string, events: readonly EventType[]])[];
export const INVALIDATION_RULES = new InjectionToken<InvalidationRules>('INVALIDATION_RULES', {
  factory: () => [],
});
