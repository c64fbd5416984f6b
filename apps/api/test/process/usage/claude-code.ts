import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { programEnvironment } from '../../harness/programs/program-environment';
import type { Ended, Machine } from '../switch/machine';

/** The two windows of an account: how much is used, and when they end, in hours from now. */
export interface Figures {
  five: number;
  week: number;
  ends: readonly [fiveH: number, weekH: number];
}

export interface Shown {
  session: string;
  figures?: Figures | null;
  /** How long the session has been running. */
  length_ms?: number;
  variables?: Record<string, string>;
}

const STATE = '.local/state/assistant-switch/usage';
const BEGUN_S = Math.floor(Date.now() / 1_000);

/** What Claude Code does with its status line: it hands its JSON to the command in the settings, by a shell. */
export class ClaudeCode {
  constructor(
    readonly machine: Machine,
    private readonly settings = '.claude/settings.json',
  ) {}

  get command(): string {
    const { statusLine } = JSON.parse(this.machine.read(this.settings)) as {
      statusLine: { command: string };
    };
    return statusLine.command;
  }

  /** Shows the status line; nothing is reported by itself unless `isReporting`. */
  show(shown: Shown, { isReporting = false } = {}): Ended {
    if (!isReporting) this.holdReports();
    return this.run(this.command, input(shown), shown.variables);
  }

  run(command: string, text: string, variables: Record<string, string> = {}): Ended {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
      input: text,
      encoding: 'utf8',
      env: this.environment(variables),
      cwd: this.machine.home,
    });
    return { code: status, stdout, stderr };
  }

  /** As `show()`, for a command that Claude Code stops. */
  begin(shown: Shown): ReturnType<typeof spawn> {
    const child = spawn('/bin/sh', ['-c', this.command], {
      env: this.environment({}),
      cwd: this.machine.home,
    });
    child.stdin.end(input(shown));
    return child;
  }

  private environment(variables: Record<string, string>): Record<string, string> {
    return { ...programEnvironment(), HOME: this.machine.home, ...variables };
  }

  /** The next report is due in an hour. */
  private holdReports(): void {
    const file = this.machine.path(STATE, 'next');
    writeFileSync(file, '');
    const inAnHour = Date.now() / 1_000 + 3_600;
    utimesSync(file, inAnHour, inAnHour);
  }

  /** As if the last report were older than a minute. */
  minuteLater(): void {
    const state = this.state();
    if (state['sent_at'] === undefined) return;
    this.machine.write(`${STATE}/state.json`, { ...state, sent_at: '2026-01-01T00:00:00.000Z' });
  }

  /** Reports all that waits, as if a minute went by before each account. */
  async report(variables: Record<string, string> = {}): Promise<void> {
    for (let accounts = 0; accounts < 3; accounts++) {
      this.minuteLater();
      const { stdout, stderr } = await this.machine.run(['usage', 'report'], { variables });
      if (stdout !== '' || stderr !== '') throw new Error(`A report printed ${stdout}${stderr}`);
    }
  }

  state(): Record<string, unknown> {
    try {
      return JSON.parse(this.machine.read(`${STATE}/state.json`)) as Record<string, unknown>;
    } catch {
      return {};
    }
  }

  /** The files that wait to be read get another time, as by a clock that is wrong. */
  shiftInbox(ms: number): void {
    const folder = this.machine.path(STATE, 'inbox');
    for (const name of readdirSync(folder)) {
      const time = (Date.now() + ms) / 1_000;
      utimesSync(`${folder}/${name}`, time, time);
    }
  }

  inbox(): string[] {
    const folder = this.machine.path(STATE, 'inbox');
    return readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  }
}

/** As the present Claude Code writes it. */
export function input({ session, figures = null, length_ms = 0 }: Shown): string {
  const window = (used_percentage: number, hours: number) => ({
    used_percentage,
    resets_at: BEGUN_S + Math.round(hours * 3_600),
  });
  return JSON.stringify({
    session_id: session,
    transcript_path: `/home/ada/.claude/projects/x/${session}.jsonl`,
    cwd: '/home/ada/shop',
    model: { id: 'claude', display_name: 'Claude' },
    cost: { total_cost_usd: 0.1, total_duration_ms: length_ms },
    ...(figures === null
      ? {}
      : {
          rate_limits: {
            five_hour: window(figures.five, figures.ends[0]),
            seven_day: window(figures.week, figures.ends[1]),
          },
        }),
  });
}
