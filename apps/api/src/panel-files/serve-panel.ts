import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { accepts } from '../shared/http/headers/accept';
import { hasHash, pageWithNonce, readPanel, type BuiltPanel } from './built-panel';
import { NOT_BUILT_PAGE } from './not-built-page';
import { panelPolicy } from './panel-policy';

/** Addresses that belong to programs. Every other one that looks like no file is a screen of the panel. */
const OF_PROGRAMS = /^\/(?:api|webhook|metrics|install|mcp|\.well-known)(?:\/|$)/;
const FILE = /\.[^/]*$/;
/** Screens whose addresses hold names that people chose, such as `/memory/state/agent.languages`. */
const WITH_NAMES = /^memory\/[a-z]+\/[^/]+$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'no-cache';

/**
 * Serves the panel's files to everybody, and its page for each address of a screen. Called when all other routes are
 * registered; `routes` are those.
 */
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
  alsoScreens(routes);
}

function answer(panel: BuiltPanel | null, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { '*': rest = '' } = request.params as { '*'?: string };
  // Two slashes at the beginning are a mistake of who put an address together.
  if (OF_PROGRAMS.test(`/${rest.replace(/^\/+/, '')}`)) return notFound(reply);
  if (panel?.files.has(rest)) {
    void reply.header('cache-control', panel.immutable_files.has(rest) ? FOR_EVER : ASK_FIRST);
    return reply.sendFile(rest);
  }
  if (looksLikeFile(rest) || !accepts(request.headers.accept, 'text/html')) return notFound(reply);
  void reply.type('text/html; charset=utf-8');
  if (panel === null) return reply.code(503).send(NOT_BUILT_PAGE);
  const nonce = randomBytes(16).toString('base64');
  return reply.header('content-security-policy', panelPolicy(nonce)).send(pageWithNonce(panel, nonce));
}

/** A name with a dot is no file, unless it has the hash of a file of the build. */
function looksLikeFile(path: string): boolean {
  return FILE.test(path) && (!WITH_NAMES.test(path) || hasHash(path));
}

/** As any address of the API that there is not. */
function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** An address that programs only post to may be a screen as well: it takes GET. */
function alsoScreens(routes: Map<string, Set<string>>): void {
  for (const [url, methods] of routes) {
    if (!OF_PROGRAMS.test(url) && url !== '*') methods.add('GET').add('HEAD');
  }
}
