import { HttpErrorResponse } from '@angular/common/http';
import type { ErrorCode, FieldErrorDto, ProblemDto } from '@groupless/shared-dto';

/** Codes of the API, and the panel's own: no answer came, one that is no problem of the API, or the panel itself failed. */
export type ProblemCode = ErrorCode | OwnCode;
export type OwnCode = 'no_connection' | 'unreadable_answer' | 'panel_failed';

/** The status of what is no failure of a request. */
const NO_REQUEST = -1;

/** Why a request failed: a problem of the API, or of the connection to it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  /** Stands in the server's log; null when no answer came. */
  readonly requestId: string | null;
  /** When to try again, in seconds. */
  readonly retryAfterS: number | null;
  /** What is wrong with which field. */
  readonly fields: readonly FieldErrorDto[];
  /** The whole answer, for what a code adds: `alternatives`, `client_ids`, `allowed`, `suggestions`. */
  readonly answer: Partial<ProblemDto>;

  constructor(status: number, answer: Partial<ProblemDto>, retryAfterS: number | null = null) {
    super(answer.detail ?? '');
    this.status = status;
    this.code = answer.code ?? ownCodeOf(status);
    this.requestId = answer.instance?.replace('urn:uuid:', '') ?? null;
    this.retryAfterS = retryAfterS;
    this.fields = answer.errors ?? [];
    this.answer = answer;
  }
}

/** Whether an error is about a request, rather than a fault of the panel. */
export function isRequestFailure(error: unknown): error is Problem | HttpErrorResponse {
  return error instanceof Problem || error instanceof HttpErrorResponse;
}

/** Any error as a problem; the API's answer is put into other words first. */
export function toProblem(
  error: unknown,
  translate: (answer: Partial<ProblemDto>, ownCode: OwnCode) => Partial<ProblemDto> = (answer) => answer,
): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof HttpErrorResponse)) return new Problem(NO_REQUEST, {});
  const retryAfter = Number(error.headers.get('retry-after') ?? Number.NaN);
  const body = translate(asObject(error.error as unknown), ownCodeOf(error.status));
  return new Problem(error.status, body, Number.isNaN(retryAfter) ? null : retryAfter);
}

/** Whether an error is a problem with one of these codes. */
export function isProblem(error: unknown, ...codes: ProblemCode[]): error is Problem {
  return error instanceof Problem && (codes.length === 0 || codes.includes(error.code));
}

function ownCodeOf(status: number): OwnCode {
  if (status === NO_REQUEST) return 'panel_failed';
  return status === 0 ? 'no_connection' : 'unreadable_answer';
}

function asObject(body: unknown): Partial<ProblemDto> {
  const text = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : body;
  if (typeof text === 'object' && text !== null && !(text instanceof Blob)) return text;
  try {
    return typeof text === 'string' ? (JSON.parse(text) as Partial<ProblemDto>) : {};
  } catch {
    return {};
  }
}
