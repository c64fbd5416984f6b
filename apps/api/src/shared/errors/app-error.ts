import type { ErrorCode, FieldErrorDto, ProblemDto } from '@groupless/shared-dto';

export interface AppErrorExtras {
  /** What stands in the problem beside the common members. */
  members?: Pick<
    ProblemDto,
    | ('errors' | 'suggestions' | 'allowed' | 'alternatives' | 'client_ids' | 'appointment_id')
    | ('required' | 'held')
  >;
  headers?: Record<string, string>;
}

/** A refusal that the caller is told of: a code of the catalogue and one sentence for this case. */
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

/** A request whose fields cannot be used. */
export function invalidRequest(errors: FieldErrorDto[]): AppError {
  return new AppError('invalid_request', errors.map((error) => error.message).join(' '), {
    members: { errors },
  });
}
