import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpRequestContext,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { objectOf } from '../transcript/facts';

const ROOTS = 'roots';
/** A client answers from its memory. */
const ANSWER_MS = 2_000;

/**
 * The folders that the client works in, as addresses; none where it has no roots. They are asked for at each call, since one
 * client may open another folder. In the revision 2026-07-28 a server cannot ask: it answers that it needs them, and is called again.
 */
export async function rootsOf(
  era: McpRequestContext['era'],
  { mcpReq }: ServerContext,
): Promise<string[] | InputRequiredResult> {
  if (era === 'legacy') return askedRoots(mcpReq);
  const declared = objectOf(objectOf(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
  if (!(ROOTS in declared)) return [];
  const answer = inputResponse(mcpReq.inputResponses, ROOTS);
  if (answer.kind === 'roots') return answer.roots.map(({ uri }) => uri);
  return mcpReq.inputResponses === undefined
    ? inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } })
    : [];
}

/** Where the client has no roots, or does not name them, the folder in which it started this server counts. */
async function askedRoots({ send }: ServerContext['mcpReq']): Promise<string[]> {
  try {
    const { roots } = await send({ method: 'roots/list' }, { timeout: ANSWER_MS });
    return roots.map(({ uri }) => uri);
  } catch {
    return [];
  }
}
