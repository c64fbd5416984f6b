// Checks that both servers send the same bytes. Ids and times of new rows are masked.

/** @throws Error with the first difference */
export async function compareAnswers(servers, memory) {
  const sequences = [];
  for (const server of servers) {
    await forgetMade(memory);
    sequences.push(await answersOf(server));
  }
  await forgetMade(memory);
  const [bare, ours] = sequences;
  for (const [place, { what, answer }] of bare.entries()) {
    if (answer !== ours[place].answer)
      throw new Error(`${what} differs: ${difference(answer, ours[place].answer)}`);
  }
  return { count: bare.length, context_bytes: Buffer.byteLength(bare[0].answer) - '200 '.length };
}

async function answersOf({ base_url, target }) {
  const ask = async (path, query, body, encoding = 'identity') => {
    const answer = await fetch(`${base_url}${target.paths[path]}${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-api-key': target.memoryKey,
        'content-type': 'application/json',
        'accept-encoding': encoding,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const shown = body === undefined ? text : masked(text);
    return { what: `${path} ${query}${JSON.stringify(body) ?? ''}`, answer: `${answer.status} ${shown}` };
  };
  const answers = [
    await ask('assistant-context', ''),
    await ask('assistant-context', '', undefined, 'gzip'),
    await ask('chat-history', '?chat_id=chat-1&limit=30'),
    await ask('chat-history', '?chat_id=chat-7&limit=3'),
    await ask('chat-history', '?chat_id=nobody&limit=30'),
  ];
  for (const [path, body] of WRITES) answers.push(await ask(path, '', body));
  return answers;
}

const state = (value, category) => [
  'assistant-update-state',
  { key: 'bench', value, ...(category && { category }) },
];
const task = (action, priority) => [
  'assistant-task',
  { action, task: 'bench "tâche" \\ 1', ...(priority && { priority }) },
];
const WRITES = [
  [
    'assistant-session-summary',
    {
      summary: 'bench, one "line"\nand another €',
      // Projects would add what the bare server does not look for: names that no project has, tasks that are still pending.
      tasks_completed: ['order brake pads', 'count "drawers"'],
      mood: 'calm',
    },
  ],
  ['assistant-session-summary', { summary: 'bench' }],
  ...[state('one'), state('two', 'server'), state('two'), state('two', 'config')],
  ...[
    task('create'),
    task('create'),
    task('create', 9),
    task('done'),
    task('done'),
    task('create', 2),
    task('cancel'),
    task('cancel'),
  ],
];

function masked(text) {
  return text.replaceAll(/"id":\d+/g, '"id":0').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

function difference(one, other) {
  let at = 0;
  while (one[at] === other[at]) at++;
  const around = (text) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80));
  return `at ${at}, bare ${around(one)}, ours ${around(other)}`;
}

/** Removes the rows that measurements wrote, so that each starts with the same tables. */
export async function forgetMade(memory) {
  await memory.query(`delete from assistant_sessions where summary like 'bench%'`);
  await memory.query(`delete from assistant_tasks where task like 'bench%'`);
  await memory.query(`delete from assistant_state where key like 'bench%'`);
  await memory.query('truncate search_queue');
  await memory.query('vacuum (analyze) assistant_sessions, assistant_tasks, assistant_state');
}
