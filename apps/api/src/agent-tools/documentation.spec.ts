import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_PLATFORMS } from '@groupless/shared-dto';

const ROOT = join(__dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('docs/agents.md', () => {
  const document = read('docs/agents.md');

  it('tells of every platform', () => {
    for (const platform of AGENT_PLATFORMS) expect(document).toMatch(new RegExp(`^## ${platform}$`, 'im'));
  });

  it('has JSON that can be pasted', () => {
    const blocks = [...document.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json ?? '');
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) expect(() => JSON.parse(block) as unknown).not.toThrow();
  });
});

describe('what models are told of faults in the memory', () => {
  it('never suggests to take anything away', () => {
    const texts = ['memory', 'memory-webhooks'].flatMap((folder) =>
      readdirSync(join(ROOT, 'apps/api/src', folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
        .flatMap((path) => [
          ...read(`apps/api/src/${folder}/${path}`).matchAll(
            /AppError\(.*?\);|const (?:detail|advice) =.*?;/gs,
          ),
        ])
        .map(([text]) => text),
    );
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts)
      expect(text).not.toMatch(/\b(?:delete|remove|drop|reset|wipe|purge|erase|truncate|clear|force)\b/i);
  });
});

describe('examples/n8n-memory.json', () => {
  const { id, nodes, connections } = JSON.parse(read('examples/n8n-memory.json')) as {
    id: string;
    nodes: { name: string; parameters: Record<string, unknown> }[];
    connections: Record<string, { main: [[{ node: string }]] }>;
  };

  it('has an id, under which the command line of n8n stores it', () => {
    expect(id).toBe('GrouplessMemory');
  });

  it('calls the five webhooks one after the other, each with a key', () => {
    const order = ['When clicked'];
    for (let next = connections['When clicked']; next !== undefined; next = connections[order.at(-1) ?? ''])
      order.push(next.main[0][0].node);
    expect(order).toEqual(nodes.map(({ name }) => name));
    const calls = nodes.filter(({ parameters }) => parameters['genericAuthType'] === 'httpHeaderAuth');
    expect(calls).toHaveLength(5);
    const text = JSON.stringify(nodes);
    for (const path of ['context', 'update-state', 'task', 'session-summary'])
      expect(text).toContain(`/webhook/assistant-${path}"`);
    expect(text).toContain('/webhook/chat-history"');
    // The two reads name the project in the address, the three writes in a header.
    const project = 'json.project }}';
    expect(calls.map(({ parameters: { method = 'GET' } }) => method)).toEqual([
      'GET',
      'POST',
      'POST',
      'GET',
      'POST',
    ]);
    for (const { parameters } of calls) {
      const sent = JSON.stringify([parameters['queryParameters'], parameters['headerParameters']]);
      expect(sent).toContain(project);
      expect(sent.includes('x-assistant-project')).toBe(parameters['method'] === 'POST');
    }
  });
});

describe('examples/n8n-reception.json', () => {
  const document = read('docs/agents.md');

  it('connects nodes that there are, and calls /mcp', () => {
    const { nodes, connections } = JSON.parse(read('examples/n8n-reception.json')) as {
      nodes: { name: string; parameters: { endpointUrl?: string; authentication?: string } }[];
      connections: Record<string, Record<string, { node: string }[][]>>;
    };
    const names = nodes.map(({ name }) => name);
    const targets = Object.values(connections).flatMap((outputs) => Object.values(outputs).flat(2));
    expect(names).toEqual(
      expect.arrayContaining([...Object.keys(connections), ...targets.map(({ node }) => node)]),
    );
    const calls = nodes.filter(({ parameters }) => parameters.endpointUrl?.endsWith('/mcp'));
    // The key alone does not say which conversation it is.
    expect(calls.map(({ parameters }) => parameters.authentication)).toEqual(['multipleHeadersAuth']);
    expect(document).toMatch(/## n8n\n[^#]*`x-chat-id`/);
  });

  it('has an id, under which the command line of n8n stores it', () => {
    expect(JSON.parse(read('examples/n8n-reception.json'))).toMatchObject({ id: 'GrouplessReception' });
  });

  it('says to the model what the system prompt of the documents says, and which weekday it is', () => {
    const [, prompt = ''] = /## The system prompt[^]*?```text\n[^\n]*\n\n([^]*?)```/.exec(document) ?? [];
    const { nodes } = JSON.parse(read('examples/n8n-reception.json')) as {
      nodes: { parameters: { options?: { systemMessage?: string } } }[];
    };
    const said = nodes.map(({ parameters }) => parameters.options?.systemMessage ?? '').join('');
    expect(prompt).toContain('pending');
    expect(said).toContain(prompt.trim().replaceAll(/\s+/g, ' '));
    expect(said).toContain('cccc');
  });

  it('lets the model name no chat and no id of its own', () => {
    expect(read('examples/n8n-reception.json')).not.toMatch(/chat_id|external_id/);
  });
});
