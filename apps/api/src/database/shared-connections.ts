import { Client, type ClientConfig, type QueryConfig, type QueryResultRow } from 'pg';

interface Line {
  client: Client;
  connected: Promise<unknown>;
  /** How many statements are on their way. */
  waiting: number;
  /** Whether statements are being gathered, to be sent together. */
  is_gathering: boolean;
}

/**
 * A few connections that many callers share: each statement is sent at once, behind those that are under way, instead of
 * waiting until it has a connection of its own. For short statements: whoever comes after a slow one waits for it too.
 * A connection is opened when it is needed, and another one when it broke.
 */
export class SharedConnections {
  private readonly lines: Line[] = [];

  constructor(
    private readonly options: ClientConfig,
    private readonly most: number,
  ) {}

  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]> {
    const line = this.shortest();
    line.waiting++;
    try {
      await line.connected;
      gather(line);
      return (await line.client.query<Row>(query)).rows;
    } finally {
      line.waiting--;
    }
  }

  /** What is under way is still answered. */
  async end(): Promise<void> {
    await Promise.all(
      this.lines.splice(0).map(async ({ client, connected }) => {
        await connected.catch(() => undefined);
        await client.end();
      }),
    );
  }

  private shortest(): Line {
    const [first, ...others] = this.lines;
    if (first === undefined) return this.open();
    const shortest = others.reduce((least, line) => (line.waiting < least.waiting ? line : least), first);
    return shortest.waiting > 0 && this.lines.length < this.most ? this.open() : shortest;
  }

  private open(): Line {
    const client = new Client({ ...this.options, pipeline: true });
    const line = { client, connected: client.connect(), waiting: 0, is_gathering: false };
    const drop = () => {
      const place = this.lines.indexOf(line);
      if (place >= 0) this.lines.splice(place, 1);
    };
    client.on('error', drop);
    client.on('end', drop);
    line.connected.catch(drop);
    this.lines.push(line);
    return line;
  }
}

/** What is asked in one turn of the event loop leaves in one piece: a call of the system for each costs more than the rest. */
function gather(line: Line): void {
  if (line.is_gathering) return;
  const { stream } = line.client.connection;
  stream.cork();
  line.is_gathering = true;
  setImmediate(() => {
    line.is_gathering = false;
    stream.uncork();
  });
}
