/** A closed pipe, as of `head`, is not a failure. */
process.stdout.on('error', () => undefined);

void main(process.argv.slice(2)).then((exitCode) => process.stdout.write('', () => process.exit(exitCode)));

/** Hooks load nothing but what they need: an assistant waits for them. */
async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'hook' && args[1] !== undefined && !args.includes('--help')) {
    const { runHook } = await import('./memory-client/hooks/run-hook');
    await runHook(args[1], process);
    return 0;
  }
  if (args[0] === 'mcp' && args.length === 1) {
    const { serveMemory } = await import('./memory-client/mcp/serve');
    serveMemory(process);
    // It serves until its standard input ends.
    return new Promise(() => undefined);
  }
  const { runMemoryProgram } = await import('./memory-client/program/run-memory-program');
  return runMemoryProgram(args, process);
}

export {};
