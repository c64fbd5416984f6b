import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** In a process of its own: Jest cannot import modules of this kind. */
function evaluated(expression: string): unknown {
  const script = `import { answersText, PLACE, Shapes } from ${JSON.stringify(join(__dirname, 'answers.mjs'))};
    import { readFileSync } from 'node:fs';
    console.log(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  );
}

/** What the generator of schemas has of a few types. */
const DEFINITIONS = {
  RowDto: {
    type: 'object',
    properties: { id: { type: 'number' } },
    required: ['id'],
    description: 'For us.',
  },
  PartDto: { type: 'object', properties: {}, schema: 'Part', page: 'PartsOfAll' },
  Uuid: { type: 'string', format: 'uuid', description: 'A kind of texts.' },
  Fraction: { type: 'number' },
  Status: { type: 'string', enum: ['open', 'closed'] },
  'PageDto<RowDto>': { type: 'object', properties: {} },
  'PageDto<PartDto>': { type: 'object', properties: {} },
};

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const typed = (name: string) => ({ $ref: `#/definitions/${name}` });

const RULES = [
  ['an object is a schema of its own', typed('RowDto'), named('RowResponse')],
  ['its name may be another one', typed('PartDto'), named('Part')],
  ['a page has a name of its rows', typed('PageDto<RowDto>'), named('RowsPage')],
  ['which may be another one', typed('PageDto<PartDto>'), named('PartsOfAll')],
  [
    'with a description it is wrapped',
    { ...typed('RowDto'), description: 'A' },
    { description: 'A', allOf: [named('RowResponse')] },
  ],
  [
    'it may be null',
    { anyOf: [typed('RowDto'), { type: 'null' }] },
    { anyOf: [named('RowResponse'), { type: 'null' }] },
  ],
  ['a kind of texts stands in its place', typed('Uuid'), { type: 'string', format: 'uuid' }],
  [
    'which may be null',
    { anyOf: [typed('Uuid'), { type: 'null' }] },
    { type: ['string', 'null'], format: 'uuid', example: null },
  ],
  [
    'a choice that may be null has null',
    { anyOf: [typed('Status'), { type: 'null' }] },
    { type: ['string', 'null'], enum: ['open', 'closed', null], example: null },
  ],
  ['numbers are whole', { type: 'number' }, { type: 'integer' }],
  ['but fractions', typed('Fraction'), { type: 'number' }],
  ['one value is a choice of one', { type: 'boolean', const: true }, { type: 'boolean', enum: [true] }],
] as const;

describe('answers.json', () => {
  it('is what the types of the controllers, the tools and shared-dto say', () => {
    expect(evaluated(`await answersText() === readFileSync(PLACE, 'utf8')`)).toBe(true);
  });

  it('has schemas of types by a few rules', () => {
    const types = JSON.stringify(RULES.map(([, type]) => type));
    const made = evaluated(`${types}.map((type) => new Shapes(${JSON.stringify(DEFINITIONS)}).of(type))`);
    const told = (made as object[]).map((schema, index) => [RULES[index]?.[0], schema]);
    expect(told).toEqual(RULES.map(([rule, , schema]) => [rule, schema]));
  });
});
