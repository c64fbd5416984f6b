// What the operations of the API answer, as OpenAPI has it: `node tools/checks/answers.mjs` says whether answers.json is
// current, `--write` makes it anew. The schemas come from the interfaces of libs/shared-dto, their comments and tags; which
// operation has which one, from the return types of the controllers' methods.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import ts from 'typescript';
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator';

const ROOT = join(import.meta.dirname, '../..');
export const PLACE = join(ROOT, 'apps/api/src/platform/docs/answers.json');
const SHARED = '@groupless/shared-dto';

/**
 * Tags of an interface: the name of its schema, and that of a page of it, where they are not `<Type>Response` and
 * `<Type>sPage`. Programs are generated from these names, so they stay when a type is renamed. `rules` is the request by
 * which it is replaced: its fields have the examples and bounds of that. A tag of a field: its example.
 */
const TAGS = ['schema', 'page', 'rules', 'example'];

/** Types that say how a body is sent, and not what it is. */
const WRAPPERS = ['Promise', 'Answer', 'Versioned', 'JsonText'];

/** `{ operations, schemas }` of OpenAPI, and what tools answer: `{ 'MemoryTools.setState': … }`, or `text`. */
export async function answersText() {
  const operationOf = typesIn('.controller.ts', 'Describes');
  const methods = Object.entries(typesIn('.tools.ts', 'Tool'));
  const toolOf = Object.fromEntries(methods.filter(([, type]) => type !== null));
  const { Operations, Tools, ...definitions } = definitionsOf({ Operations: operationOf, Tools: toolOf });
  const [documented, told] = [new Shapes(definitions), new Shapes(definitions)];
  const answers = {
    operations: sorted(documented.ofFields(Operations.properties)),
    schemas: sorted(documented.all),
    tools: Object.fromEntries(
      methods.map(([id, type]) => [
        id,
        type === null ? 'text' : told.ofTool(told.of(Tools.properties[id]), true),
      ]),
    ),
  };
  return prettier.format(JSON.stringify(answers), {
    parser: 'json',
    ...(await prettier.resolveConfig(PLACE)),
  });
}

function sorted(record) {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** By class and method: the text of the type that each one answers, and from where its names come. */
function typesIn(ending, decorator) {
  const paths = ts.sys.readDirectory(join(ROOT, 'apps/api/src'), [ending]).toSorted();
  return Object.fromEntries(paths.flatMap((path) => typesOf(path, decorator)));
}

function typesOf(path, decorator) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const imported = new Map(file.statements.filter(ts.isImportDeclaration).flatMap(namesOf));
  return file.statements.filter(ts.isClassDeclaration).flatMap(({ name, members }) =>
    members
      .filter((member) => isDecorated(member, decorator))
      .flatMap((method) => {
        const id = `${name.text.replace(/Controller$/, '')}.${method.name.text}`;
        if (method.type === undefined) throw new Error(`${id} does not say what it returns.`);
        const types = [...new Set(bodiesOf(method.type).map((node) => node.getText()))];
        if (types.length === 0) return decorator === 'Tool' ? [[id, null]] : [];
        const names = [...types.join(' ').matchAll(/\b[A-Z]\w+/g)].map(([one]) => one);
        const strange = names.find((one) => !imported.get(one)?.startsWith(SHARED));
        if (strange !== undefined)
          throw new Error(`${id} answers ${strange} (${relative(ROOT, path)}), which is not of ${SHARED}.`);
        return [[id, { text: types.join(' | '), imports: names.map((one) => [one, imported.get(one)]) }]];
      }),
  );
}

function namesOf({ importClause, moduleSpecifier }) {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name }) => [name.text, moduleSpecifier.text]);
}

function isDecorated(member, name) {
  if (!ts.isMethodDeclaration(member)) return false;
  return (ts.getDecorators(member) ?? []).some(({ expression }) => expression.expression?.getText() === name);
}

/** What is in the body: of `Promise<Answer<Row> | Versioned<Row>>` twice `Row`, of `Answer` alone nothing that is known. */
function bodiesOf(node) {
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(bodiesOf);
  if (ts.isTypeReferenceNode(node) && WRAPPERS.includes(node.typeName.getText()))
    return (node.typeArguments ?? []).flatMap(bodiesOf);
  return ts.isTypeReferenceNode(node) || ts.isArrayTypeNode(node) ? [node] : [];
}

/** The schemas of all these types: those of interfaces that have them as their properties. */
function definitionsOf(interfaces) {
  const imports = new Map(
    Object.values(interfaces).flatMap((types) => Object.values(types).flatMap((type) => type.imports)),
  );
  const text = [
    ...[...imports].map(([name, from]) => `import type { ${name} } from '${from}';`),
    ...Object.entries(interfaces).flatMap(([name, types]) => [
      `export interface ${name} {`,
      ...Object.entries(types).map(([id, type]) => `'${id}': ${type.text};`),
      '}',
    ]),
  ].join('\n');
  const path = join(ROOT, 'libs/shared-dto/src/all-answers.ts');
  const program = programOf(path, text);
  const config = { ...DEFAULT_CONFIG, extraTags: TAGS, additionalProperties: true, encodeRefs: false };
  const generator = new SchemaGenerator(
    program,
    createParser(program, config),
    createFormatter(config),
    config,
  );
  const nodes = program.getSourceFile(path).statements.filter(ts.isInterfaceDeclaration);
  return generator.createSchemaFromNodes(nodes).definitions;
}

/** A file that is not on the disk, with all it imports. */
function programOf(path, text) {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, incremental: false },
    ROOT,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, rest[0], true) : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([path], options, host);
  // The generator says nothing that helps of types that have faults.
  const [fault] = ts.getPreEmitDiagnostics(program);
  if (fault !== undefined) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
  return program;
}

/** What the generator makes of types, as schemas of OpenAPI. */
export class Shapes {
  /** The schemas by name, and what each was made of. */
  all = {};
  types = {};

  constructor(definitions) {
    this.definitions = definitions;
  }

  of(schema) {
    const { $ref, anyOf, const: only, ...rest } = without(schema, 'examples', 'schema', 'page', 'rules');
    if ($ref !== undefined) return this.referred($ref.slice('#/definitions/'.length), rest);
    if (anyOf !== undefined) return this.union(anyOf, rest);
    if (only !== undefined) return { ...rest, enum: [only] };
    return nullExample({
      ...rest,
      ...(rest.type !== undefined && { type: withIntegers(rest.type) }),
      ...(rest.items && { items: this.of(rest.items) }),
      ...(rest.properties && { properties: this.ofFields(rest.properties) }),
      ...(typeof rest.additionalProperties === 'object' && {
        additionalProperties:
          Object.keys(rest.additionalProperties).length === 0 || this.of(rest.additionalProperties),
      }),
    });
  }

  ofFields(properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.of(schema)]));
  }

  /** Objects are schemas of their own. What else has a name, such as a union of texts, stands in its place. */
  referred(type, more) {
    const definition = this.definitions[type];
    if (definition.properties === undefined)
      return {
        ...(type === 'Fraction' ? { type: 'number' } : this.of(without(definition, 'description'))),
        ...more,
      };
    const name = this.nameOf(type);
    this.types[name] ??= type;
    if (this.types[name] !== type)
      throw new Error(`${type} and ${this.types[name]} are both to be the schema ${name}.`);
    if (this.all[name] === undefined) {
      // Before its fields, which may have it again.
      this.all[name] = {};
      const { type: object, properties, required } = this.of(definition);
      const { rules } = definition;
      this.all[name] = { type: object, properties, required, ...(rules && { 'x-rules': rules }) };
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    return Object.keys(more).length === 0 ? reference : { ...more, allOf: [reference] };
  }

  /**
   * For models: without examples and bounds, without references, and of nested fields with nothing but names and types.
   */
  ofTool({ $ref, allOf, anyOf, ...schema }, isTop = false, isField = false) {
    const name = ($ref ?? allOf?.[0].$ref)?.split('/').pop();
    if (name !== undefined) return this.ofTool({ ...this.all[name], ...schema }, isTop, isField);
    if (anyOf !== undefined) {
      const { type, ...one } = this.ofTool({ ...anyOf[0], ...schema }, isTop, isField);
      return { type: [type, 'null'], ...one };
    }
    const {
      type,
      enum: values,
      items,
      properties,
      additionalProperties,
      required,
      format,
      description,
    } = schema;
    return {
      type,
      ...(values && type !== 'boolean' && { enum: values }),
      ...(items && { items: this.ofTool(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, one]) => [field, this.ofTool(one, false, isTop)]),
        ),
      }),
      ...(additionalProperties && { additionalProperties }),
      ...(isTop && { required: required ?? [] }),
      ...(isField && { ...(format && { format }), ...(description && { description }) }),
    };
  }

  nameOf(type) {
    const [, row] = /^PageDto<(\w+)>$/.exec(type) ?? [];
    const tagged = row === undefined ? this.definitions[type].schema : this.definitions[row].page;
    if (tagged !== undefined) return tagged;
    return row === undefined ? `${withoutDto(type)}Response` : `${plural(withoutDto(row))}Page`;
  }

  /** What may be null besides is of two types, and its example is null unless it says another. */
  union(members, more) {
    const all = members.map((member) => this.of(member)).flatMap((one) => one.anyOf ?? [one]);
    const isNull = ({ type }) => type === 'null';
    const others = merged(all.filter((one) => !isNull(one)));
    const [one] = others;
    if (others.length > 1 || one.$ref !== undefined)
      return { ...more, anyOf: [...others, ...all.filter(isNull).slice(0, 1)] };
    if (!all.some(isNull)) return { ...one, ...more };
    const rest = without(one, 'example');
    return nullExample({
      ...rest,
      ...more,
      type: [rest.type, 'null'],
      ...(rest.enum && { enum: [...rest.enum, null] }),
    });
  }
}

function without(schema, ...names) {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** Unions of texts that are parts of one are one. */
function merged(schemas) {
  const isChoice = (schema) => schema.enum !== undefined && schema.type === 'string';
  if (schemas.length < 2 || !schemas.every(isChoice)) return schemas;
  return [{ type: 'string', enum: schemas.flatMap((schema) => schema.enum) }];
}

function nullExample(schema) {
  const [one, other] = Array.isArray(schema.type) && schema.type.length === 2 ? schema.type : [];
  const isPlain = other === 'null' && !['array', 'object'].includes(one);
  return isPlain && schema.example === undefined ? { ...schema, example: null } : schema;
}

/** Numbers are whole, but those of the type `Fraction`, and values of any kind. */
function withIntegers(type) {
  if (type === 'number') return 'integer';
  return Array.isArray(type) && type.length === 2 && type[0] === 'number' ? ['integer', type[1]] : type;
}

const withoutDto = (name) => name.replace(/Dto$/, '');
const plural = (name) => name.replace(/y$/, 'ie') + 's';

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const text = await answersText();
  if (process.argv.includes('--write')) writeFileSync(PLACE, text);
  else if (readFileSync(PLACE, 'utf8') !== text) {
    console.error('answers.json is not current: node tools/checks/answers.mjs --write');
    process.exit(1);
  }
}
