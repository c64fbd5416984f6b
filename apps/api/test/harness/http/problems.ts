import type { ErrorCode, ProblemDto } from '@groupless/shared-dto';
import { ERROR_CATALOGUE } from '../../../src/platform/errors/catalogue';

/** What the tests look at in an answer, whoever received it. */
export interface ReceivedAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

const HYPHENATED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Expects a refusal with this status and code, well formed, and answers its body. */
export function expectProblem(answer: ReceivedAnswer, status: number, code: ErrorCode): ProblemDto {
  expect({ status: answer.status, text: answer.text }).toEqual({
    status,
    text: expect.stringContaining(`"code":"${code}"`),
  });
  expect(faultOfProblem(answer)).toBeNull();
  return JSON.parse(answer.text) as ProblemDto;
}

/** Expects 400 `invalid_request` and answers what is wrong with which field. */
export function refusedFields(answer: ReceivedAnswer): [field: string, code: string][] {
  const { errors = [] } = expectProblem(answer, 400, 'invalid_request');
  return errors.map(({ field, code }) => [field, code]);
}

/** Why an answer of 400 or more is not a problem as it should be; null if it is one. */
export function faultOfProblem({ status, headers, text }: ReceivedAnswer): string | null {
  if (!/^application\/problem\+json(;|$)/.test(String(headers['content-type']))) return 'content type';
  const problem = JSON.parse(text) as ProblemDto;
  const requestId = String(headers['x-request-id']);
  if (!HYPHENATED.test(requestId)) return `x-request-id ${requestId}`;
  if (problem.instance !== `urn:uuid:${requestId}`) return `instance ${problem.instance}`;
  if (problem.status !== status) return `status ${problem.status}`;
  if (ERROR_CATALOGUE[problem.code]?.status !== status) return `code ${problem.code} with ${status}`;
  const texts = [problem.type, problem.title, problem.detail];
  return texts.every((one) => typeof one === 'string' && one.length > 0) ? null : 'type, title or detail';
}
