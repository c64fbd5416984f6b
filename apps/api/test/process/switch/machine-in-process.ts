import { runProgram } from '../../../../switch-cli/src/program/run-program';
import { runInStreams } from '../in-streams';
import { Machine, type Circumstances, type Ended } from './machine';

/** Runs the program's sources in the tests' own process, for what is not about the process. */
export class MachineInProcess extends Machine {
  override run(args: readonly string[], circumstances: Circumstances = {}): Promise<Ended> {
    const { input = '', cwd = this.home, kill_after_ms, as_process } = circumstances;
    // What it starts takes the streams of its own process, and only a process can be killed.
    if (args[0] === 'run' || kill_after_ms !== undefined || as_process) return super.run(args, circumstances);
    const env = this.environment(circumstances);
    return runInStreams(runProgram, args, { home: this.home, cwd, env, input });
  }
}
