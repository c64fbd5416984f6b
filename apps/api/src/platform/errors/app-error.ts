import type { ErrorCode, FieldErrorDto, ProblemDto } from '@groupless/shared-dto';

export interface AppErrorExtras {
  /** Further members of the problem. */
  members?: Pick<
    ProblemDto,
    | ('errors' | 'suggestions' | 'allowed' | 'alternatives' | 'client_ids' | 'appointment_id' | 'tasks')
    | (
        | 'busy'
        | 'conflicts'
        | 'required'
        | 'held'
        | 'current'
        | 'coming'
        | 'id'
        | 'name'
        | 'since'
        | 'resource'
        | 'first'
        | 'merged_into'
        | 'recent'
        | 'replies'
      )
  >;
  headers?: Record<string, string>;
}

/** An error that is sent as a problem answer: a code of the catalogue, and a detail for this case. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly extras: AppErrorExtras = {},
  ) {
    super(detail);
  }
}

/** The error of a request with wrong fields. An unfilled placeholder has a code of its own: the sender's set-up is wrong. */
export function invalidRequest(errors: FieldErrorDto[]): AppError {
  const isUnfilled = errors.some(({ code }) => code === 'unfilled_placeholder');
  return new AppError(
    isUnfilled ? 'unfilled_placeholder' : 'invalid_request',
    errors.map((error) => error.message).join(' '),
    {
      members: { errors },
    },
  );
}
