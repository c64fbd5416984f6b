import { DatabaseError } from 'pg';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inOrderOfCallers, BatchedStatements } from './batched-statements';

interface Statement {
  inputs: readonly string[];
  /** Answers each input by `answer to <input>`, or as the outputs say. */
  end(outputs?: (string | undefined)[]): void;
  fail(error: Error): void;
}

const sqlError = (code: string) => Object.assign(new DatabaseError(`code ${code}`, 0, 'error'), { code });

describe('batched statements', () => {
  let statements: Statement[];
  let batched: BatchedStatements<string, string>;
  const begin = (inputs: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
    const end = (outputs: (string | undefined)[] = inputs.map((input) => `answer to ${input}`)) =>
      resolve(outputs);
    statements.push({ inputs, end, fail: reject });
    return promise;
  };
  beforeEach(() => {
    statements = [];
    batched = new BatchedStatements({
      runTogether: begin,
      runAlone: async (input) => (await begin([input]))[0]!,
      keyOf: (input) => input[0]!,
      maxRunning: 1,
      patienceMs: 20,
    });
  });

  const begun = () => statements.map(({ inputs }) => inputs);

  it('answer a single caller alone', async () => {
    const answer = batched.call('a');
    await nextTurn();
    expect(begun()).toEqual([['a']]);
    statements[0]?.end();
    expect(await answer).toBe('answer to a');
    expect(batched.isIdle).toBe(true);
  });

  it('take all callers of one turn together, and give each its own answer', async () => {
    const answers = ['a', 'b', 'c'].map((input) => batched.call(input));
    await nextTurn();
    expect(begun()).toEqual([['a', 'b', 'c']]);
    statements[0]?.end();
    expect(await Promise.all(answers)).toEqual(['answer to a', 'answer to b', 'answer to c']);
  });

  it('never let a caller join a statement that runs: those who come meanwhile share the next', async () => {
    const early = batched.call('a');
    await nextTurn();
    const late = [batched.call('b'), batched.call('c')];
    await nextTurn();
    expect(begun()).toEqual([['a']]);
    statements[0]?.end();
    await early;
    await nextTurn();
    expect(begun()).toEqual([['a'], ['b', 'c']]);
    statements[1]?.end();
    expect(await Promise.all(late)).toEqual(['answer to b', 'answer to c']);
  });

  it('keep callers with the same key in their order, one statement after the other', async () => {
    const answers = ['k1', 'a', 'k2', 'k3'].map((input) => batched.call(input));
    for (const [index, inputs] of [['k1', 'a'], ['k2'], ['k3']].entries()) {
      await nextTurn();
      expect(begun()[index]).toEqual(inputs);
      statements[index]?.end();
      await answers[index === 0 ? 0 : index + 1];
    }
    expect(begun()).toHaveLength(3);
  });

  it('share a statement among a hundred callers at most', async () => {
    const free = new BatchedStatements<number, number>({
      runTogether: async (inputs) => {
        statements.push({ inputs: inputs.map(String), end: () => undefined, fail: () => undefined });
        return inputs;
      },
      runAlone: async (input) => input,
      maxRunning: 1,
    });
    const inputs = Array.from({ length: 250 }, (_, index) => index);
    expect(await Promise.all(inputs.map((input) => free.call(input)))).toEqual(inputs);
    expect(begun().map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('give those beyond the hundred a statement beside it, where more may run', async () => {
    const sizes: number[] = [];
    const never = new Promise<never>(() => undefined);
    const free = new BatchedStatements<number, number>({
      runTogether: (inputs) => {
        sizes.push(inputs.length);
        return never;
      },
      runAlone: () => never,
      maxRunning: 2,
    });
    for (let input = 0; input < 250; input++) void free.call(input);
    await nextTurn();
    await nextTurn();
    await nextTurn();
    expect(sizes).toEqual([100, 100]);
    expect(free.isIdle).toBe(false);
  });

  it('answer a caller alone whom the shared statement does not answer', async () => {
    const answers = [batched.call('a'), batched.call('b')];
    await nextTurn();
    statements[0]?.end(['done', undefined]);
    expect(await answers[0]).toBe('done');
    await nextTurn();
    expect(begun()[1]).toEqual(['b']);
    statements[1]?.end();
    expect(await answers[1]).toBe('answer to b');
  });

  it.each(['23514', 'P0001', '40P01', '55P03'])(
    'answer each caller alone when the statement was undone: %s',
    async (code) => {
      const answers = Promise.allSettled([batched.call('a'), batched.call('b'), batched.call('c')]);
      await nextTurn();
      statements[0]?.fail(sqlError(code));
      await nextTurn();
      expect(begun().slice(1)).toEqual([['a'], ['b'], ['c']]);
      statements[1]?.end();
      statements[2]?.fail(sqlError(code));
      statements[3]?.end();
      expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    },
  );

  it.each([
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
    ['a time limit of the client', new Error('Query read timeout')],
    ['a server that stops', sqlError('57P01')],
    ['a statement that took too long', sqlError('57014')],
  ])('repeat nothing that may have been committed, or would take as long again: %s', async (_, error) => {
    const answers = Promise.allSettled([batched.call('a'), batched.call('b')]);
    await nextTurn();
    statements[0]?.fail(error);
    expect(await answers).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
    expect(begun()).toHaveLength(1);
    const next = batched.call('c');
    await nextTurn();
    statements[1]?.end();
    expect(await next).toBe('answer to c');
  });

  it('no longer wait for a statement that takes too long', async () => {
    const slow = batched.call('a');
    await nextTurn();
    const others = [batched.call('b'), batched.call('a again')];
    while (statements.length < 2) await nextTurn();
    expect(begun()[1]).toEqual(['b', 'a again']);
    statements[1]?.end();
    expect(await Promise.all(others)).toEqual(['answer to b', 'answer to a again']);
    statements[0]?.end();
    expect(await slow).toBe('answer to a');
    expect(batched.isIdle).toBe(true);
  });
});

describe('the rows of a shared statement', () => {
  it('are put in the order of the callers, with gaps for those who got none', () => {
    const rows = [
      { place: 3, value: 'c' },
      { place: 1, value: 'a' },
    ];
    expect(inOrderOfCallers(['x', 'y', 'z'], rows)).toEqual([rows[1], undefined, rows[0]]);
  });
});
