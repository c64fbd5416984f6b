/** One message of a `text/event-stream`. */
export interface StreamMessage {
  event: string;
  data: string;
}

/** Reads a `text/event-stream` as it comes, in pieces that may break anywhere. Comments are left out. */
export async function* readEventStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = stream.pipeThrough(new TextDecoderStream() as unknown as Decoder).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = toMessage(block);
        if (message !== null) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type Decoder = ReadableWritablePair<string, Uint8Array>;

function toMessage(block: string): StreamMessage | null {
  const message = { event: 'message', data: [] as string[] };
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'data') message.data.push(value);
    if (name === 'event') message.event = value;
  }
  return message.data.length === 0 ? null : { event: message.event, data: message.data.join('\n') };
}
