import { runMemoryProgram } from '../../../../switch-cli/src/memory-client/program/run-memory-program';
import { runInStreams } from '../in-streams';
import { MemoryMachine, type Ended } from './memory-machine';

/** Runs the program's sources in the tests' own process, for what is about no hook and not about the process. */
export class MemoryMachineInProcess extends MemoryMachine {
  override run(args: readonly string[], input = '', variables: Record<string, string> = {}): Promise<Ended> {
    if (args[0] === 'hook' || args[0] === 'mcp') return super.run(args, input, variables);
    const env = { ...this.environment, ...variables };
    return runInStreams(runMemoryProgram, args, { home: this.home, cwd: this.folder, env, input });
  }
}
