void main(process.argv.slice(2));

/** Hooks load nothing but what they need, and open no stream: an assistant waits for them. */
async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'hook' && args.length > 1 && !args.includes('--help')) {
    const { runHook } = await import('./memory-client/hooks/run-hook');
    await runHook(args.slice(1), process);
    process.exit(0);
  }
  // A closed pipe, as of `head`, is not a failure.
  process.stdout.on('error', () => undefined);
  if (args[0] === 'mcp' && args.length === 1) {
    const { answerMcp } = await import('./memory-client/mcp/answer-mcp');
    answerMcp(process);
    // It serves until its standard input ends.
    return;
  }
  const { endBySignals, runMemoryProgram } = await import('./memory-client/program/run-memory-program');
  endBySignals();
  const exitCode = await runMemoryProgram(args, process);
  process.stdout.write('', () => process.exit(exitCode));
}

export {};
