import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

const ROOTS = 'roots';
/** A client answers from its memory. */
const ANSWER_MS = 2_000;

/**
 * The folders that the client works in, as addresses; none where it has no roots. They are asked for at each call, since one
 * client may open another folder. In the revision 2026-07-28 a server cannot ask: it answers that it needs them, and is called again.
 */
export async function rootsOf(
  server: Server,
  era: 'legacy' | 'modern',
  { mcpReq }: ServerContext,
): Promise<string[] | InputRequiredResult> {
  if (era === 'legacy') return askedRoots(server);
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  if (envelope?.[CLIENT_CAPABILITIES_META_KEY]?.roots === undefined) return [];
  const answer = inputResponse(mcpReq.inputResponses, ROOTS);
  if (answer.kind === 'roots') return answer.roots.map(({ uri }) => uri);
  return mcpReq.inputResponses === undefined
    ? inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } })
    : [];
}

async function askedRoots(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ANSWER_MS });
    return roots.map(({ uri }) => uri);
  } catch {
    // It said that it has roots, and does not name them: the folder in which it started this server counts.
    return [];
  }
}
