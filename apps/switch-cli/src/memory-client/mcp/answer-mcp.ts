import { PassThrough } from 'node:stream';
import { parsedOrNull } from '../../files/foreign-json';
import { homeFolder } from '../../program/home-folder';
import { useProxyOfEnvironment } from '../../program/proxy';
import { FirstAnswers, type Request, type Result } from './first-answers';
import { PanelTools } from './panel-tools';
import { WaitingSender } from './waiting-sender';

/** How long calls that are under way may still take once the assistant has gone. */
const LAST_MS = 2_000;
/** Of JSON-RPC. */
const INTERNAL_ERROR = -32_603;

/**
 * Serves the tools of the memory to an assistant on standard input and output, in both revisions of the protocol. It
 * ends with its standard input.
 */
export function answerMcp(streams: NodeJS.Process): void {
  useProxyOfEnvironment(streams.env);
  const environment = {
    variables: streams.env,
    home: homeFolder(),
    cwd: streams.cwd(),
    platform: streams.platform,
  };
  const server = new LazyServer(new PanelTools(environment), new FirstAnswers(environment), streams.stdout);
  streams.stdin.setEncoding('utf8').on('data', (text: string) => server.take(text));
  new WaitingSender(environment).start();
  streams.stdin.once('end', () => {
    server.end();
    setTimeout(() => streams.exit(0), LAST_MS).unref();
  });
}

/**
 * Answers the first requests as the SDK answered them before, and loads the SDK for whatever else comes: that takes longer than
 * all the rest, an assistant that starts waits for the list of tools, and many sessions call none.
 */
class LazyServer {
  /** All that came, which the SDK reads from its beginning. */
  private readonly input = new PassThrough();
  private line = '';
  private isServed = false;

  constructor(
    private readonly tools: PanelTools,
    private readonly answers: FirstAnswers,
    private readonly output: NodeJS.WritableStream,
  ) {}

  take(text: string): void {
    this.input.write(text);
    if (this.isServed) return;
    const lines = (this.line + text).split('\n');
    this.line = lines.pop() ?? '';
    for (const line of lines) if (!this.isServed && !this.isAnswered(line)) this.serve();
  }

  end(): void {
    this.input.end();
  }

  private isAnswered(line: string): boolean {
    const message = parsedOrNull(line) as Partial<Request> | null;
    if (typeof message?.method !== 'string') return false;
    const { id, method, params } = message;
    // A notification wants no answer.
    if (id === undefined) return true;
    const result = this.answers.resultOf({ id, method, params });
    if (result === null) return false;
    this.answers.given.add(id);
    if (method === 'tools/list') void this.sendTools(id, result);
    else this.send({ id, result });
    return true;
  }

  private async sendTools(id: Request['id'], result: Result): Promise<void> {
    try {
      this.send({ id, result: { ...result, tools: await this.tools.list() } });
    } catch {
      this.send({ id, error: { code: INTERNAL_ERROR, message: 'Internal error' } });
    }
  }

  private send(answer: { id: Request['id'] } & ({ result: Result } | { error: object })): void {
    this.output.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n`);
  }

  private serve(): void {
    this.isServed = true;
    void import('./serve').then(({ serveMemory }) => serveMemory(this.tools, this.answers, this.input));
  }
}
