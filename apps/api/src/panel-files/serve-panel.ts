import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { accepts } from '../platform/http/headers/accept';
import { hasHash, pageWithNonce, readPanel, type BuiltPanel } from './built-panel';
import { NOT_BUILT_PAGE } from './not-built-page';
import { FILE_POLICIES, panelPolicy } from './panel-policy';

/** Paths of the API. Other paths that do not look like a file are screens of the panel. */
const API_PATHS = /^\/(?:api|book|webhook|metrics|install|mcp|\.well-known)(?:\/|$)/;
const FILE = /\.[^/]*$/;
/** Screens whose path ends with a chosen name, which may contain a dot: `/memory/state/agent.languages`. */
const NAMED_SCREENS = /^memory\/[a-z]+\/[^/]+$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Serves the panel's files, and its page for each screen. Called after all other routes (`routes`) are registered. */
export async function servePanel(
  server: FastifyInstance,
  routes: Map<string, Set<string>>,
  folder: string | undefined,
): Promise<void> {
  const panel = folder === undefined ? null : readPanel(folder);
  if (panel !== null) {
    await server.register(fastifyStatic, {
      root: panel.folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
    });
  }
  const show = (request: FastifyRequest, reply: FastifyReply) => answer(panel, request, reply);
  server.get('/', show);
  server.get('/*', { config: { answers_other_methods: true } }, show);
  allowScreens(routes);
}

function answer(panel: BuiltPanel | null, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { '*': rest = '' } = request.params as { '*'?: string };
  // Double slashes at the beginning are a mistake.
  if (API_PATHS.test(`/${rest.replace(/^\/+/, '')}`)) return notFound(reply);
  if (panel?.files.has(rest)) {
    void reply.header('cache-control', panel.immutable_files.has(rest) ? FOR_EVER : REVALIDATE);
    const policy = FILE_POLICIES.get(rest);
    if (policy !== undefined) void reply.header('content-security-policy', policy);
    return reply.sendFile(rest);
  }
  if (looksLikeFile(rest) || !accepts(request.headers.accept, 'text/html')) return notFound(reply);
  void reply.type('text/html; charset=utf-8');
  if (panel === null) return reply.code(503).send(NOT_BUILT_PAGE);
  const nonce = randomBytes(16).toString('base64');
  return reply.header('content-security-policy', panelPolicy(nonce)).send(pageWithNonce(panel, nonce));
}

/** Whether a path is a file rather than a screen whose name contains a dot. */
function looksLikeFile(path: string): boolean {
  return FILE.test(path) && (!NAMED_SCREENS.test(path) || hasHash(path));
}

/** The 404 of the API. */
function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** A path that the API only posts to may also be a screen, so GET is allowed. */
function allowScreens(routes: Map<string, Set<string>>): void {
  for (const [url, methods] of routes) {
    if (!API_PATHS.test(url) && url !== '*') methods.add('GET').add('HEAD');
  }
}
