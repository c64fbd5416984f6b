import { writeSync } from 'node:fs';

/**
 * Writes the answer of a hook straight to the file: opening the stream takes longer than that. A pipe that another program has made
 * one that does not wait takes what it has room for: then the stream writes the rest, as long as somebody reads it in time.
 */
export async function printAnswer(
  text: string,
  stream: () => NodeJS.WritableStream,
  patienceMs: number,
  file = 1,
): Promise<void> {
  let rest = Buffer.from(`${text}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
  } catch (error) {
    // Another failure is that nobody reads it.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') await written(stream(), rest, patienceMs);
  }
}

function written(stream: NodeJS.WritableStream, rest: Buffer, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    stream.on('error', done);
    stream.write(rest, done);
  });
}
