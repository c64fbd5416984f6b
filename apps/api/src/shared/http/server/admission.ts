import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error';
import { refuseBefore } from './early-refusal';

/** They have a limit each: neither takes the other's turns. */
type Callers = 'people' | 'programs';

/** The addresses of most work. */
const COUNTED = /^\/(?:api|webhook)\//;
/** Whether the server lives must be told most of all while it has too much to do; the others have limits of their own. */
const ALWAYS = /^\/(?:metrics$|api\/(?:health\/|events|conversations\/deliveries|clients\/import))/;
/** How long a request keeps its turn while its body arrives. */
const PATIENCE_MS = 100;
/** The panel's files and its page: no database has a part in them. */
const FILES = new Set(['/', '/*']);

/**
 * Refuses requests before anything is done for them while so many others are in work that they would wait longer
 * than anybody has patience. A server that takes on all that comes does less the more there is to do: in the end
 * everything it does is for callers who have gone.
 *
 * A request is in work from its headers to the head of its answer. Who sends a body slowly has no turn meanwhile. Streams of events, requests that wait for something, and files that are imported
 * have limits of their own.
 */
export class Admission {
  /** How many requests were refused since the start. */
  refused = 0;
  private readonly inWork: Record<Callers, number> = { people: 0, programs: 0 };

  /** @param most requests in work of people, and as many of programs */
  constructor(private readonly most: number) {}

  install(server: FastifyInstance): void {
    refuseBefore(server.server, (request) => this.refusalOf(request));
    server.addHook('onRequest', (request, reply, done) => {
      const turn = isNotCounted(request)
        ? null
        : new Turn(this, callersOf(request.headers.authorization, request.url));
      if (turn?.take() === false) {
        this.refused++;
        done(OVERLOADED);
        return;
      }
      if (turn !== null) {
        turns.set(request.raw, turn);
        // Its caller may go before there is an answer.
        reply.raw.once('close', () => turn.end());
      }
      done();
    });
    server.addHook('onSend', ({ raw }, _reply, _payload, done) => {
      turns.get(raw)?.end();
      done();
    });
  }

  /** Of a request that has no turn to come, told by its address alone; null: the route decides. */
  private refusalOf({ headers, url = '' }: IncomingMessage): AppError | null {
    const callers = callersOf(headers.authorization, url);
    if (this.inWork[callers] < this.most || !COUNTED.test(url) || ALWAYS.test(url)) return null;
    this.refused++;
    return OVERLOADED;
  }

  /** @returns whether there was a turn to take */
  take(callers: Callers): boolean {
    if (this.inWork[callers] >= this.most) return false;
    this.inWork[callers]++;
    return true;
  }

  give(callers: Callers): void {
    this.inWork[callers]--;
  }
}

/** The right of one request to be worked on. */
class Turn {
  private state: 'waits' | 'taken' | 'ended' = 'waits';

  constructor(
    private readonly admission: Admission,
    private readonly callers: Callers,
  ) {}

  take(): boolean {
    if (this.state !== 'waits') return true;
    if (!this.admission.take(this.callers)) return false;
    this.state = 'taken';
    return true;
  }

  leave(): void {
    if (this.state !== 'taken') return;
    this.admission.give(this.callers);
    this.state = 'waits';
  }

  end(): void {
    this.leave();
    this.state = 'ended';
  }
}

const turns = new WeakMap<IncomingMessage, Turn>();

/**
 * Waits for what the caller has yet to send. A body that comes with its headers keeps its turn, or in a crowd none
 * would ever have one.
 * @throws AppError `overloaded` for one that came late, while there are no turns
 */
export async function waitForBody<Result>(request: IncomingMessage, body: Promise<Result>): Promise<Result> {
  const turn = turns.get(request);
  if (turn === undefined) return body;
  const patience = setTimeout(() => turn.leave(), PATIENCE_MS);
  const result = await body.finally(() => clearTimeout(patience));
  if (!turn.take()) throw OVERLOADED;
  return result;
}

function isNotCounted({ routeOptions: { url, config } }: FastifyRequest): boolean {
  if (url === undefined || ALWAYS.test(url) || FILES.has(url)) return true;
  return config.streams_events === true || config.waits === true || config.takes_csv === true;
}

/**
 * Told by the look of the request alone. What only looks like an access token is refused without a database, and so
 * has its turn for no time.
 */
function callersOf(authorization: string | undefined, url: string): Callers {
  return url.startsWith('/api/auth/') || authorization?.includes('.') === true ? 'people' : 'programs';
}

/** Always the same one: where an error was made says nothing here, and to find it out costs time. */
const OVERLOADED = new AppError('overloaded', 'Too many requests are being worked on. Try again in 5 s.');
