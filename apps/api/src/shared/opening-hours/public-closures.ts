import type { ClosureDto } from '@groupless/shared-dto';

/** Closures as all but the team know them: without the reasons that are the team's. */
export function publicClosures(closures: readonly ClosureDto[]): ClosureDto[] {
  return closures.map((one) => (one.public === true ? one : { ...one, reason: '' }));
}
